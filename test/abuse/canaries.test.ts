import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moveDate } from '../faults/moving-date.ts';
import { openCacheTable, unlimited } from '../support/abuse.ts';
import { type Answer, startStack } from '../support/stack.ts';
import { eachRequest, toPath, toUnseen, type ValidRequest, validRequests } from '../support/valid-requests.ts';
import { type SecretContent, secretRequests } from './canary-bodies.ts';
import { CANARY, encodings, shapeNames } from './canary-shapes.ts';

/** Gates and breakers are waited out by moving the date; a silent upstream is given up after a second or two. */
const speed = 20;
const enoughToForgetMs = 120_000;

const stack = await startStack({ settings: { ...unlimited, CLOCK_SPEED: String(speed) } });
// Its tokens and keys are fetched once, however long that takes.
for (const request of validRequests) {
  const send = () =>
    stack.send(request.method, toPath(request) + request.query, { ...(request.body ? { body: request.body } : {}) });
  await vi.waitFor(async () => expect([200, 201, 204]).toContain((await send()).status), 20_000);
}
const token = await stack.issueToken({ exp: Math.floor(Date.now() / 1000) + 10 * 365 * 86_400 });

/** What this process wrote outside of the log. */
let written = '';
const write = (...parts: unknown[]) => {
  written += parts.map(String).join(' ');
  return true;
};

beforeEach(() => {
  written = '';
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(write);
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation(write);
  }
});
afterEach(() => vi.restoreAllMocks());

interface Fault {
  readonly kind: string;
  readonly [member: string]: unknown;
}

/** Every other way in which an upstream may fail, or repeat what it was sent. */
const otherFaults: readonly { readonly name: string; readonly toFault: (content: SecretContent) => Fault }[] = [
  ...[401, 403, 404, 409, 412, 422, 429, 500, 502, 503, 504].map((status) => ({
    name: `answers ${status} and repeats them`,
    toFault: ({ secrets }: SecretContent) => ({
      kind: 'status',
      status,
      body: { error: toEcho(secrets, (secret) => secret) },
      headers: { 'www-authenticate': `Bearer error="${CANARY}"`, 'retry-after': '1' },
    }),
  })),
  {
    name: 'repeats them in a bare error',
    toFault: ({ secrets }) => ({
      kind: 'status',
      status: 400,
      body: { ...toEcho(secrets, String), details: secrets.join(' ') },
    }),
  },
  {
    name: 'repeats them in a page of HTML',
    toFault: ({ secrets }) => ({
      kind: 'status',
      status: 400,
      body: `<p>${secrets.join()}</p>`,
      contentType: 'text/html',
    }),
  },
  {
    name: 'repeats them in an error that is cut',
    toFault: ({ secrets }) => ({
      kind: 'status',
      status: 400,
      body: JSON.stringify(toEcho(secrets, String)).slice(0, -9),
    }),
  },
  {
    name: 'repeats one across the end of what is relayed',
    toFault: ({ secrets: [secret = ''] }) => ({
      kind: 'status',
      status: 400,
      body: { error: { code: 'Bad', message: 'x'.repeat(1_994 - secret.indexOf(CANARY)) + secret } },
    }),
  },
  {
    name: 'redirects to an address that bears them',
    toFault: ({ secrets }) => ({
      kind: 'status',
      status: 307,
      headers: { location: `https://evil.example/?${encodeURIComponent(secrets[0] ?? '')}` },
    }),
  },
  {
    name: 'puts a canary into every field',
    toFault: () => ({
      kind: 'status',
      status: 400,
      body: { error: { code: 'Bad', message: 'Bad.' } },
      headers: Object.fromEntries(ANSWER_FIELDS.map((name) => [name, `${CANARY} ${name}`])),
    }),
  },
  {
    name: 'repeats them in what is no JSON',
    toFault: ({ body }) => ({ kind: 'malformed', text: JSON.stringify(body).slice(1) }),
  },
  {
    name: 'repeats them in a success of another type',
    toFault: ({ body }) => ({ kind: 'malformed', text: JSON.stringify(body), contentType: 'text/plain' }),
  },
  { name: 'answers late', toFault: () => ({ kind: 'delay', ms: 20 }) },
  { name: 'resets the connection', toFault: () => ({ kind: 'reset', processed: true }) },
  { name: 'resets the connection in its answer', toFault: () => ({ kind: 'reset-mid-body', bytes: 20 }) },
  { name: 'cuts its answer', toFault: () => ({ kind: 'truncate', bytes: 20 }) },
  { name: 'drips', toFault: () => ({ kind: 'drip', bytes: 200, ms: 1 }) },
  { name: 'says too much', toFault: () => ({ kind: 'big', bytes: 9_000_000 }) },
  { name: 'packs what is far too much', toFault: () => ({ kind: 'gzip-bomb', bytes: 9_000_000 }) },
];

/** Fields of an answer, those that come down on a success among them. */
const ANSWER_FIELDS = [
  'x-ms-request-id',
  'request-id',
  'apim-request-id',
  'x-ms-error-code',
  'server',
  'set-cookie',
  'location',
];

/** Fields in which callers have sent their secrets elsewhere. */
const FOREIGN_FIELDS = [
  ...[
    'cookie',
    'x-functions-key',
    'x-api-key',
    'ocp-apim-subscription-key',
    'vendor-subscription-key',
    'x-ms-token-aad-access-token',
  ],
  ...[
    'x-ms-authorization-auxiliary',
    'proxy-authorization',
    'x-ms-client-principal',
    'x-ms-client-request-id',
    'traceparent',
    'user-agent',
  ],
];

/** Sends the request to an upstream that meets it with a fault; answers what came back, and what went up. */
async function sendInto(fault: Fault | undefined, plain: ValidRequest, content?: SecretContent) {
  const request = toUnseen(plain);
  await stack.upstream.reset();
  // A call that is repeated meets the fault again.
  if (fault) await stack.upstream.fault({ times: 5, fault });
  const logged = stack.log.length;
  const answer = await stack.send(request.method, toPath(request) + request.query, {
    token,
    ...(content || request.body ? { body: content?.body ?? request.body } : {}),
  });
  moveDate(enoughToForgetMs / speed);
  const [call] = await stack.upstream.calls();
  return { answer, log: stack.log.slice(logged), call };
}

/** Expects what was sent to have arrived: else there was nothing to leak. */
function expectArrived(call: { readonly body: string } | undefined, { secrets }: SecretContent): void {
  const missing = secrets.filter((secret) => !call?.body.includes(JSON.stringify(secret).slice(1, -1)));
  expect(missing).toEqual([]);
}

/** Expects no canary in what the caller, the log and the operator get. */
function expectNone({ headers, text }: Answer, log: readonly unknown[]): void {
  for (const said of [JSON.stringify(headers), text, JSON.stringify(log), written]) {
    const at = said.indexOf(CANARY);
    expect(at < 0 ? undefined : said.slice(Math.max(0, at - 60), at + 60)).toBeUndefined();
  }
}

/** An error of an upstream that repeats what it was sent in every place it has. */
function toEcho(secrets: readonly string[], encode: (secret: string) => string) {
  const texts = secrets.map(encode);
  const said = texts.map((text) => `The value '${text}' is wrong.`);
  return {
    code: 'BadRequest',
    message: said.join(' '),
    target: texts.join(),
    details: texts.map((text, index) => ({
      code: text,
      message: said[index],
      target: text,
      details: [{ code: 'Inner', message: text }],
    })),
    additionalInfo: texts.map((text) => ({ type: text, info: { [text]: 1, text, list: [text, { text }] } })),
    innererror: { code: texts[0], message: said[1], innererror: { code: 'Inner', message: said.join(' ') } },
  };
}

const rounds = shapeNames.map((_, round) => round);

it('there are 25 shapes', () => expect(shapeNames).toHaveLength(25));

describe.each(secretRequests.map((one) => [one.request.operation, one] as const))('%s', (_, { request, fill }) => {
  it('takes secrets of every shape in every place, and answers none', async () => {
    for (const round of rounds) {
      const content = fill(round);
      const { answer, log, call } = await sendInto(undefined, request, content);
      expect([200, 201]).toContain(answer.status);
      expectArrived(call, content);
      expectNone(answer, log);
    }
  });

  it.each(Object.keys(encodings))('relays an error that repeats them %s, without any', async (encoding) => {
    // Two rounds: one has fewer places than there are shapes.
    for (const round of [0, 13]) {
      const content = fill(round);
      const error = toEcho(content.secrets, encodings[encoding] as (secret: string) => string);
      const { answer, log, call } = await sendInto({ kind: 'status', status: 400, body: { error } }, request, content);
      expectArrived(call, content);
      expect([answer.status, (answer.json.error ?? answer.json).code]).toEqual([400, 'BadRequest']);
      expect(answer.text).toContain('The value ');
      expectNone(answer, log);
    }
  });

  it.each(otherFaults)('leaks none where the upstream $name', async ({ toFault }) => {
    const content = fill(0);
    const fault = toFault(content);
    const { answer, log, call } = await sendInto(fault, request, content);
    expectArrived(call, content);
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expectNone(answer, log);
  });
});

describe.each(eachRequest)('%s', (_, request) => {
  it.each(otherFaults.filter(({ name }) => name.includes('repeats')))(
    'leaks no credential where the upstream $name',
    async ({ toFault }) => {
      const { call: twin } = await sendInto(undefined, request);
      const secrets = [twin?.headers['authorization']?.replace('Bearer ', '') ?? ''];
      const { answer, log } = await sendInto(toFault({ body: {}, secrets }), request);
      expectNone(answer, log);
      const said = JSON.stringify([answer, log]) + written;
      expect(said).not.toContain(secrets[0]);
      expect(said).not.toContain(token);
    },
  );

  it('leaves what a caller sends beside the request unread, unlogged and unsent', async () => {
    await stack.upstream.reset();
    const logged = stack.log.length;
    const headers = Object.fromEntries(FOREIGN_FIELDS.map((name) => [name, `${CANARY} ${name}`]));
    const path = toPath(request) + request.query;
    const body = request.body ? { body: request.body } : {};
    const answer = await stack.send(request.method, path, { token, headers, ...body });
    expect([200, 201, 204]).toContain(answer.status);
    const [call] = await stack.upstream.calls();
    expect(JSON.stringify(call?.headers)).not.toContain(CANARY);
    expectNone(answer, stack.log.slice(logged));
  });

  it('repeats no key of its address', async () => {
    const logged = stack.log.length;
    const mark = request.query === '' ? '?' : '&';
    const path = `${toPath(request)}${request.query}${mark}code=${CANARY}Key&access_token=${CANARY}Token`;
    const answer = await stack.send(request.method, path, { token, ...(request.body ? { body: request.body } : {}) });
    expect(answer.status).toBe(400);
    expectNone(answer, stack.log.slice(logged));
  });
});

it('leaks none where the upstreams are silent', async () => {
  await stack.upstream.reset();
  await stack.upstream.fault({ times: 50, fault: { kind: 'hang', processed: true } });
  const logged = stack.log.length;
  const answers = await Promise.all(
    secretRequests.map(({ request, fill }) =>
      stack.send(request.method, toPath(request) + request.query, { token, body: fill(0).body }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 504));
  for (const answer of answers) expectNone(answer, stack.log.slice(logged));
  moveDate(enoughToForgetMs / speed);
});

it('no row of the table holds a canary', async () => {
  await stack.sweep();
  let rows = 0;
  for await (const row of openCacheTable(stack).listEntities()) {
    rows++;
    const packed = Object.entries(row).flatMap(([name, value]) =>
      /^content\d+$/.test(name) ? [value as Uint8Array] : [],
    );
    expect(JSON.stringify(row)).not.toContain(CANARY);
    expect(gunzipSync(Buffer.concat(packed)).toString()).not.toContain(CANARY);
  }
  expect(rows).toBeGreaterThan(5);
});
