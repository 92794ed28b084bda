import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { expectGranted, expectRefused, expectUntouched, unlimited } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { eachWithBody, putJob, searchPoints, toPath, toRows, type ValidRequest } from '../support/valid-requests.ts';
import { sendRaw } from './raw.ts';

/** The platform's limit is longer. */
const requestTimeoutMs = 1_000;

const stack = await startStack({ settings: unlimited, requestTimeoutMs });

/** A body is read before its contract is known: one of each size limit. */
const bodies = toRows([putJob, searchPoints]);

const INVALID = { status: 400, code: 'invalid_request' } as const;
const NOT_JSON = { status: 400, code: 'invalid_json' } as const;

/** Returns the valid body as text, with this member prepended as JSON text. */
function withMember({ body }: ValidRequest, member: string): string {
  return JSON.stringify(body).replace('{', `{${member},`);
}

function nest(levels: number, open = '{"a":', close = '}'): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

it.each(bodies)('A43 %s refuses a body nested deeper than 32 levels', async (_, request) => {
  const twin = { body: withMember(request, `"x":${nest(31)}`) };
  await expectRefused(stack, request, {
    twin,
    attacks: [
      withMember(request, `"x":${nest(32)}`),
      withMember(request, `"x":${nest(16, '[{"a":', '}]')}`),
      '['.repeat(60_000),
      '{"a":'.repeat(12_000),
      nest(5_000, '[', ']'),
      `"${'['.repeat(10)}",`.repeat(100) + nest(100),
    ].map((body) => ({ body })),
    status: 400,
    code: 'json_too_deep',
  });
});

it('A43 brackets inside a string do not count', async () => {
  await expectGranted(stack, putJob, { body: { ...putJob.body, tags: { text: `${'['.repeat(200)}"\\"{{{` } } });
});

it.each(bodies)('A48 %s refuses __proto__ in every spelling, at every depth', async (_, request) => {
  const names = ['__proto__', '\\u005f_proto__', '__proto\\u005f\\u005F'];
  await expectRefused(stack, request, {
    attacks: names.flatMap((name) => [
      { body: withMember(request, `"${name}":{"polluted":true}`) },
      { body: withMember(request, `"x":[{"y":{"${name}":null}}]`) },
    ]),
    ...NOT_JSON,
  });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it.each(bodies)('A48 %s relays other names of the prototype as plain members', async (_, request) => {
  await stack.upstream.reset();
  const member =
    '"x":{"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":false,"valueOf":null}';
  await expectGranted(stack, request, { body: withMember(request, member) });
  expect((await stack.upstream.calls()).at(-1)?.body).toContain(member);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it.each(bodies)('C-09 %s refuses a repeated member, at every depth and in every spelling (A49)', async (_, request) => {
  const [first = ''] = Object.keys(request.body ?? {});
  const escaped = `\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}${first.slice(1)}`;
  await expectRefused(stack, request, {
    twin: { body: withMember(request, '"x":{"a":1},"y":{"a":1}') },
    attacks: [
      withMember(request, `"${first}":"../../x"`),
      withMember(request, `"${escaped}":"../../x"`),
      withMember(request, '"x":{"a":1,"a":1}'),
      withMember(request, '"x":[{"a":1,"b":{"a":2},"\\u0061":1}]'),
      withMember(request, '"":1,"":2'),
    ].map((body) => ({ body })),
    status: 400,
    code: 'duplicate_member',
  });
});

it.each(bodies)(
  'A55 %s accepts only well-formed JSON in UTF-8, and quotes nothing of what it received',
  async (_, request) => {
    const text = JSON.stringify(request.body);
    const canary = 'canary-of-content';
    const bytes = (...parts: (string | number[])[]) =>
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
    const bodies = [
      `\uFEFF${text}`,
      bytes(withMember(request, '"x":"').slice(0, 6), [0xc3, 0x28], `",${text.slice(1)}`),
      bytes('{"x":"', [0xe2, 0x82], '"}'),
      bytes('{"x":"', [0xed, 0xa0, 0x80], '"}'),
      bytes('{"x":"', [0xc0, 0xaf], '"}'),
      bytes('{"x":"', [0xff, 0xfe], '"}'),
      Buffer.from(text, 'utf16le'),
      withMember(request, '"x":NaN'),
      withMember(request, '"x":Infinity'),
      withMember(request, '"x":01'),
      withMember(request, '"x":.5'),
      withMember(request, '"x":+1'),
      withMember(request, '"x":0x10'),
      withMember(request, `"x":'${canary}'`),
      withMember(request, '"x":undefined'),
      withMember(request, '"x":"\\ud800"'),
      withMember(request, '"\\udc00":1'),
      withMember(request, '"x":"a\nb"'),
      withMember(request, '"x":"\\x41"'),
      `${text.slice(0, -1)},}`,
      `/* ${canary} */${text}`,
      `${text} ${canary}`,
      `${text}${text}`,
      text.slice(0, -1),
      `{"${canary}`,
      canary,
      ...(request.isBodyOptional ? [] : ['']),
      ' ',
    ];
    const responses = await expectRefused(stack, request, {
      twin: { body: ` \r\n\t${text}\n` },
      attacks: bodies.map((body) => ({ body, headers: { 'content-type': 'application/json' } })),
      hidden: [canary],
      ...NOT_JSON,
    });
    for (const { text: response } of responses) expect(response).not.toMatch(/position|token|Unexpected|JSON\.parse/);
  },
);

it.each(bodies)('A55 %s accepts an object: any other JSON returns 400', async (_, request) => {
  await expectRefused(stack, request, {
    attacks: ['null', 'true', '0', '"text"', '[]', `[${JSON.stringify(request.body)}]`].map((body) => ({ body })),
    ...INVALID,
  });
});

const TOO_LARGE = { status: 413, code: 'content_too_large' } as const;
const WRONG_TYPE = { status: 415, code: 'unsupported_media_type' } as const;

const KIB = 1024;

/** Returns the valid body, padded with spaces to this many bytes. */
function padTo({ body }: ValidRequest, bytes: number): string {
  return JSON.stringify(body).padEnd(bytes, ' ');
}

it.each(eachWithBody)('C-11 %s accepts a body up to its limit and not a byte more (A44)', async (_, request) => {
  const cap = request === putJob ? 1024 * KIB : 64 * KIB;
  await expectRefused(stack, request, {
    twin: { body: padTo(request, cap) },
    attacks: [padTo(request, cap + 1), padTo(request, cap + 64 * KIB), 'x'.repeat(cap + KIB), '['.repeat(cap + 1)].map(
      (body) => ({ body }),
    ),
    ...TOO_LARGE,
  });
});

/** Returns the head of the request up to its last field, with the token of a caller who may send it. */
async function composeHead(request: ValidRequest): Promise<string> {
  const token = await stack.issueToken({ roles: [request.role] });
  const line = `${request.method} ${toPath(request)}${request.query} HTTP/1.1`;
  return [line, 'Host: localhost', `Authorization: Bearer ${token}`, 'Content-Type: application/json', ''].join('\r\n');
}

it('A44 a body that is sent in chunks is lost in the host, and the caller is told so: 411', async () => {
  const head = await composeHead(searchPoints);
  const content = JSON.stringify(searchPoints.body);
  const chunks = `${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`;
  await expectUntouched(stack, async () => {
    const fields = 'Connection: close\r\nTransfer-Encoding: chunked\r\n';
    const response = await sendRaw(stack.url, `${head}${fields}\r\n${chunks}`);
    expect(response).toMatch(/^HTTP\/1\.1 411 /);
    expect(response).toContain('length_required');
  });
});

it('A44 a Content-Length less than the body reads no more than that', async () => {
  const head = await composeHead(searchPoints);
  const content = JSON.stringify(searchPoints.body);
  await expectUntouched(stack, async () => {
    const length = `Content-Length: ${content.length - 1}\r\n`;
    const responses = await sendRaw(stack.url, `${head}${length}\r\n${content}\r\n\r\n`);
    expect(responses).toMatch(/^HTTP\/1\.1 400 /);
    expect(responses).not.toMatch(/HTTP\/1\.1 [235]/);
  });
});

it.each(bodies)('A46 %s inflates nothing: a body with an encoding returns 415', async (_, request) => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  const encodings = 'gzip|br|deflate|identity, gzip|gzip, identity|x-gzip|zstd|identity,identity|*|none'.split('|');
  await expectRefused(stack, request, {
    twin: { headers: { 'content-encoding': 'identity' } },
    attacks: [
      { body: bomb, headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' } },
      ...encodings.map((encoding) => ({ headers: { 'content-encoding': encoding } })),
    ],
    ...WRONG_TYPE,
  });
});

it.each(bodies)('A47 %s accepts only JSON in UTF-8', async (_, request) => {
  const types = [
    ...['', '*/*', 'text/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'],
    ...[
      'application/jsonx',
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/json, text/html',
    ],
    ...['=utf-16', '= iso-8859-1', '="utf-7"', '=utf-8;charset=utf-16'].map((set) => `application/json;charset${set}`),
  ];
  await expectRefused(stack, request, {
    twin: { headers: { 'content-type': 'Application/JSON; Charset=UTF-8' } },
    attacks: types.map((type) => ({ headers: { 'content-type': type } })),
    ...WRONG_TYPE,
  });
});

/** More than an upstream's concurrent writes. */
const slowCallers = 12;

/** Sends an endless body, byte by byte. Returns what it receives until the server closes the connection. */
async function drip(request: ValidRequest): Promise<string> {
  const head = await composeHead(request);
  const socket = connect(Number(new URL(stack.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${head}Content-Length: 1000\r\n\r\n{`);
  const dripping = setInterval(() => socket.write(' '), 50);
  return text(socket).finally(() => clearInterval(dripping));
}

it('A45 all: a body that never ends returns 408 from the host, and occupies no slot', async () => {
  await stack.upstream.reset();
  for (const [, request] of bodies) await expectGranted(stack, request);
  const logged = stack.log.length;
  const slow = bodies.flatMap(([, request]) => Array.from({ length: slowCallers }, () => drip(request)));
  await stack.upstream.reset();
  for (const [, request] of bodies) await expectGranted(stack, request);
  await expectUntouched(stack, async () => {
    for (const response of await Promise.all(slow)) expect(response).toMatch(/^HTTP\/1\.1 408 /);
  });
  // The requests that were served meanwhile: the host passes a request on when its body is complete.
  expect(stack.log.slice(logged)).toHaveLength(bodies.length);
});
