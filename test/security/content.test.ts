import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { expectGranted, expectRefused, unlimited } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { eachWithBody, putJob, searchPoints, toPath, type ValidRequest } from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });

/** Returns the valid body as text, with this member prepended as JSON text. */
function withMember(member: string): string {
  return JSON.stringify(putJob.body).replace('{', `{${member},`);
}

function nest(levels: number, open = '{"a":', close = '}'): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

const whole = JSON.stringify(putJob.body);
const CANARY = 'canary-of-content';
const [first = ''] = Object.keys(putJob.body ?? {});
const escaped = `\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}${first.slice(1)}`;

interface Refused {
  readonly code: string;
  readonly twin: string;
  readonly attacks: readonly (string | Buffer)[];
}

/** Each spelling and character: test/unit/http/parse-json.test.ts. */
const refused: Readonly<Record<string, Refused>> = {
  'is nested deeper than 32 levels (A43)': {
    code: 'json_too_deep',
    twin: withMember(`"x":${nest(31)},"y":"${'['.repeat(200)}"`),
    attacks: [withMember(`"x":${nest(32)}`), withMember(`"x":${nest(16, '[{"a":', '}]')}`), '['.repeat(60_000)],
  },
  'has __proto__, in every spelling and at every depth (A48)': {
    code: 'invalid_json',
    twin: withMember('"x":"__proto__"'),
    attacks: ['__proto__', '\\u005f_proto__'].flatMap((name) => [
      withMember(`"${name}":{"polluted":true}`),
      withMember(`"x":[{"y":{"${name}":null}}]`),
    ]),
  },
  'repeats a member, in every spelling and at every depth (C-09, A49)': {
    code: 'duplicate_member',
    twin: withMember('"x":{"a":1},"y":{"a":1}'),
    attacks: [`"${first}":"../../x"`, `"${escaped}":"../../x"`, '"x":[{"a":1,"b":{"a":2},"\\u0061":1}]'].map(
      withMember,
    ),
  },
  'is no well-formed JSON in UTF-8 (A55)': {
    code: 'invalid_json',
    twin: ` \r\n\t${whole}\n`,
    attacks: [
      `\uFEFF${whole}`,
      Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      Buffer.from(whole, 'utf16le'),
      ...['"x":NaN', '"x":01', `"x":'${CANARY}'`, '"x":"\\ud800"', '"x":"a\nb"'].map(withMember),
      ...[`/* ${CANARY} */${whole}`, `${whole} ${CANARY}`, whole.slice(0, -1), `{"${CANARY}`, '', ' '],
    ],
  },
  'is no object (A55)': {
    code: 'invalid_request',
    twin: whole,
    attacks: ['null', 'true', '0', '"text"', '[]', `[${whole}]`],
  },
};

it.each(Object.entries(refused))('refuses a body that %s', async (_, { code, twin, attacks }) => {
  const responses = await expectRefused(stack, putJob, {
    twin: { body: twin },
    attacks: attacks.map((body) => ({ body, headers: { 'content-type': 'application/json' } })),
    hidden: [CANARY],
    ...{ status: 400, code },
  });
  for (const { text: response } of responses) expect(response).not.toMatch(/position|token|Unexpected|JSON\.parse/);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it('other names of the prototype are relayed as plain members (A48)', async () => {
  await stack.upstream.reset();
  const member =
    '"x":{"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":false,"valueOf":null}';
  await expectGranted(stack, putJob, { body: withMember(member) });
  expect((await stack.upstream.calls()).at(-1)?.body).toContain(member);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

const TOO_LARGE = { status: 413, code: 'content_too_large' } as const;
const WRONG_TYPE = { status: 415, code: 'unsupported_media_type' } as const;

const KIB = 1024;

/** Returns the valid body, padded with spaces to this many bytes. */
function padTo({ body }: ValidRequest, bytes: number): string {
  return JSON.stringify(body).padEnd(bytes, ' ');
}

it.each(eachWithBody)('%s accepts a body up to its limit and not a byte more (C-11, A44)', async (_, request) => {
  const cap = request === putJob ? 1024 * KIB : 64 * KIB;
  await expectRefused(stack, request, {
    twin: { body: padTo(request, cap) },
    attacks: [padTo(request, cap + 1), padTo(request, cap + 64 * KIB), 'x'.repeat(cap + KIB), '['.repeat(cap + 1)].map(
      (body) => ({ body }),
    ),
    ...TOO_LARGE,
  });
});

it('above the host’s limit nothing reaches the app: the host’s empty 500 at once, with or without a token (A44)', async () => {
  vi.stubEnv('FUNCTIONS_REQUEST_BODY_SIZE_LIMIT', '1114112');
  onTestFinished(() => void vi.unstubAllEnvs());
  const [path, logged] = [toPath(putJob) + putJob.query, stack.log.length];
  for (const token of [null, undefined]) {
    const send = (bytes: number) =>
      stack.send('PUT', path, { body: padTo(putJob, bytes), ...(token === null && { token }) });
    expect((await send(1_114_112)).status).toBe(token === null ? 401 : 413);
    const { status, text, headers } = await send(1_114_113);
    expect([status, text, headers['x-ms-request-id'], headers['connection']]).toEqual([500, '', undefined, 'close']);
  }
  expect(stack.log).toHaveLength(logged + 2);
});

it('a body that is sent in chunks is lost in the host, and the caller is told so: 411 (A44)', async () => {
  const attacks = [{ headers: { 'transfer-encoding': 'chunked' } }];
  await expectRefused(stack, searchPoints, { attacks, status: 411, code: 'length_required' });
});

it('nothing is inflated: a body with an encoding returns 415 (A46)', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  await expectRefused(stack, putJob, {
    twin: { headers: { 'content-encoding': 'identity' } },
    attacks: [
      { body: bomb, headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' } },
      ...['br', 'gzip, identity', '*'].map((encoding) => ({ headers: { 'content-encoding': encoding } })),
    ],
    ...WRONG_TYPE,
  });
});

it('only JSON in UTF-8 is accepted (A47)', async () => {
  const types = [
    ...['', '*/*', 'text/json', 'multipart/form-data; boundary=x', 'application/merge-patch+json'],
    ...[
      'application/json, text/html',
      'application/json;charset=utf-16',
      'application/json;charset=utf-8;charset=utf-16',
    ],
  ];
  await expectRefused(stack, putJob, {
    twin: { headers: { 'content-type': 'Application/JSON; Charset=UTF-8' } },
    attacks: types.map((type) => ({ headers: { 'content-type': type } })),
    ...WRONG_TYPE,
  });
});
