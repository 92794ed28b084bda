import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listRows, openCacheTable, unlimited } from '../support/abuse.ts';
import { createFastClock } from '../support/clocks.ts';
import { runs } from '../support/runs.ts';
import { type Change, sendChanged } from '../support/send-changed.ts';
import { startStack, type TestResponse } from '../support/stack.ts';
import {
  onePerShape,
  putAuthorization,
  putJob,
  readItem,
  searchPoints,
  toPath,
  toUnseen,
  type ValidRequest,
} from '../support/valid-requests.ts';
import { type SecretContent, type SecretRequest, secretRequests } from './canary-bodies.ts';
import { CANARY, echoes, type Fault, faults, notations, shapeNames, toEcho } from './canary-forms.ts';

/** A silent upstream times out after a second or two. */
const speed = 20;
/** Past closed gates and open breakers. */
const enoughToForgetMs = 120_000;

const clock = createFastClock(speed);
const stack = await startStack({
  settings: unlimited,
  clock,
  expectedAlerts: ['auth_unavailable', 'identity_unavailable'],
});
const tenYears = 10 * 365 * 86_400;
// The fast clock gets a day ahead of the emulator: a token for a day would be expired when it arrives.
await stack.identity.control('modes', { expiresIn: tenYears });
// Tokens and keys are fetched once, however long that takes.
for (const request of onePerShape) {
  await stack.upstream.reset();
  const send = () =>
    stack.send(request.method, toPath(request) + request.query, {
      headers: request.preconditions ?? {},
      ...(request.body ? { body: request.body } : {}),
    });
  await vi.waitFor(async () => expect([200, 201, 202, 204]).toContain((await send()).status), 20_000);
}
/** Returns a token by the app's clock. */
function issueToken(): Promise<string> {
  const now = Math.floor(clock.wallNow() / 1_000);
  return stack.issueToken({ iat: now, nbf: now, exp: now + 3_600 });
}

/** What this process wrote outside the log. */
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

/** Sends the request to an upstream with a fault. Returns the response, the upstream request and the log. */
async function sendInto(fault: Fault | undefined, plain: ValidRequest, content?: SecretContent) {
  const request = toUnseen(plain);
  await stack.upstream.reset();
  // A retry meets the fault again.
  if (fault) await stack.upstream.fault({ times: 5, fault });
  const logged = stack.log.length;
  const token = await issueToken();
  const response = await stack.send(request.method, toPath(request) + request.query, {
    token,
    headers: request.preconditions ?? {},
    ...(content || request.body ? { body: content?.body ?? request.body } : {}),
  });
  if (fault) clock.skip(enoughToForgetMs);
  const [call] = await stack.upstream.calls();
  return { response, log: stack.log.slice(logged), call, token };
}

/** Expects the secrets to have reached the upstream: otherwise nothing could leak. */
function expectArrived(call: { readonly body: string } | undefined, { secrets }: SecretContent): void {
  const missing = secrets.filter((secret) => !call?.body.includes(JSON.stringify(secret).slice(1, -1)));
  expect(missing).toEqual([]);
}

/** Expects no canary in the response, the log and the process's output. */
function expectNone({ headers, text }: TestResponse, log: readonly unknown[]): void {
  for (const said of [JSON.stringify(headers), text, JSON.stringify(log), written]) {
    const at = said.indexOf(CANARY);
    expect(at < 0 ? undefined : said.slice(Math.max(0, at - 60), at + 60)).toBeUndefined();
  }
}

/** In the long run each place has each shape, here a fifth of them. */
const rounds = shapeNames.map((_, round) => round).filter((round) => runs(1) > 1 || round % 5 === 0);
/** These have all kinds of places; what differs in the others is the contract. */
const isWhole = (request: ValidRequest) => [putAuthorization, putJob].includes(request);
const roundsOf = (request: ValidRequest) => (isWhole(request) ? rounds : [0, 10, 20]);

describe.each(secretRequests)('$name', ({ request, fill }) => {
  it('A62 accepts secrets of every shape in every place, and returns none', async () => {
    for (const round of roundsOf(request)) {
      const content = fill(round);
      const { response, log, call } = await sendInto(undefined, request, content);
      expect([200, 201]).toContain(response.status);
      expectArrived(call, content);
      expectNone(response, log);
    }
  });

  it.each(Object.entries(notations))(
    'A62 relays an error that repeats them %s without any of them',
    async (_, write) => {
      // Two rounds: one has fewer places than there are shapes.
      for (const round of isWhole(request) ? [0, 13] : [7]) {
        const content = fill(round);
        const text = write(JSON.stringify({ error: toEcho(content.secrets) }));
        const { response, log, call } = await sendInto({ kind: 'status', status: 400, body: text }, request, content);
        expectArrived(call, content);
        expect([response.status, (response.json.error ?? response.json).code]).toEqual([400, 'BadRequest']);
        expect(response.text).toContain('The value ');
        expectNone(response, log);
      }
    },
  );
});

it.each(faults)('a write leaks none if the upstream $name', async ({ toFault }) => {
  const [{ request, fill }] = secretRequests as [SecretRequest];
  const content = fill(0);
  const { response, log, call } = await sendInto(toFault(content), request, content);
  expectArrived(call, content);
  expectNone(response, log);
});

it.each(secretRequests.filter(({ isWithheld }) => isWithheld))(
  'C-42 $name returns none if the upstream repeats them in a success',
  async ({ request, fill }) => {
    for (const round of roundsOf(request)) {
      const content = fill(round);
      const { response, log } = await sendInto({ kind: 'patch', body: content.body }, request, content);
      expect([200, 201]).toContain(response.status);
      expect(Object.keys(response.json.properties)).toEqual(
        expect.arrayContaining(Object.keys(content.body['properties'] as object)),
      );
      expectNone(response, log);
    }
  },
);

/** Secrets and texts for which a careless search would not end in time. */
const tangles: Readonly<Record<string, { readonly secrets: readonly string[]; readonly said: string }>> = {
  'a run of backslashes': { secrets: [`${'\\'.repeat(14)}x`], said: `${'\\'.repeat(29)}y` },
  'a long run of backslashes': { secrets: ['a-secret'], said: '\\'.repeat(100_000) },
  'long secrets that begin alike': {
    secrets: Array.from({ length: 50 }, (_, index) => `${'x'.repeat(999)}${index}`),
    said: 'x'.repeat(20_000),
  },
};

it.each(Object.keys(tangles))('redacts an error of an upstream with %s', async (name) => {
  const { secrets, said } = tangles[name] as (typeof tangles)[string];
  const body = { properties: { parameters: { tokens: secrets } } };
  const error = { code: 'Bad', message: said };
  const { response } = await sendInto({ kind: 'status', status: 400, body: { error } }, putAuthorization, {
    body,
    secrets,
  });
  expect(response.status).toBe(400);
});

it.each(echoes)('leaks no credential to an upstream that $name', async ({ toFault }) => {
  const { call } = await sendInto(undefined, readItem);
  const [, credential = ''] = /^Bearer (eyJ.+)$/.exec(call?.headers['authorization'] ?? '') ?? [];
  expect(credential).not.toBe('');
  const { response, log, token } = await sendInto(toFault({ body: {}, secrets: [credential] }), readItem);
  expectNone(response, log);
  const said = JSON.stringify([response, log]) + written;
  expect([said.includes(credential), said.includes(token)]).toEqual([false, false]);
});

it('leaks none if the upstreams do not respond', async () => {
  await stack.upstream.reset();
  await stack.upstream.fault({ times: 50, fault: { kind: 'hang', processed: true } });
  const logged = stack.log.length;
  const responses = await Promise.all(
    secretRequests.map(async ({ request, fill }) =>
      stack.send(request.method, toPath(request) + request.query, { token: await issueToken(), body: fill(0).body }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 504));
  for (const response of responses) expectNone(response, stack.log.slice(logged));
  clock.skip(enoughToForgetMs);
});

const [{ fill: fillJob }] = secretRequests.filter(({ request }) => request === putJob) as [SecretRequest];
const jobWithSecrets = fillJob(0).body;
const jobText = JSON.stringify(jobWithSecrets);

it.each<readonly [problem: string, change: Change]>([
  ['invalid_request', { body: { ...jobWithSecrets, location: 5, tags: { a: 5 } } }],
  ['invalid_json', { body: jobText.slice(0, -1) }],
  ['duplicate_member', { body: jobText.replace('"apiKey"', '"name":1,"name":2,"apiKey"') }],
  ['unsupported_api_version', { query: `?api-version=${CANARY}` }],
  ['invalid_request', { query: `${putJob.query}&code=${CANARY}` }],
  ['invalid_token', { token: `${CANARY}.${CANARY}.${CANARY}` }],
  ['unauthenticated', { token: null, headers: { 'x-functions-key': CANARY, cookie: CANARY } }],
  ['insufficient_scope', { claims: { roles: [CANARY] } }],
  ['route_not_found', { path: `/${CANARY}?code=${CANARY}` }],
])('A62 a refusal of Frontdesk’s own says none: %s', async (problem, change) => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  const now = Math.floor(clock.wallNow() / 1_000);
  const claims = { iat: now, nbf: now, exp: now + 3_600, ...change.claims };
  const response = await sendChanged(stack, putJob, { body: jobWithSecrets, ...change, claims });
  expect([response.headers['x-frontdesk-problem'], await stack.upstream.calls()]).toEqual([problem, []]);
  expectNone(response, stack.log.slice(logged));
  expect(stack.log).toHaveLength(logged + 1);
});

it('no row of the table contains a canary', async () => {
  const searches = secretRequests.filter(({ name }) => name === searchPoints.operation);
  // For a clock this fast a busy machine's table may be too slow to store each of them.
  await vi.waitFor(async () => {
    for (const { request, fill } of searches)
      for (const round of [0, 1, 2, 3, 4, 5]) await sendInto(undefined, request, fill(round));
    expect((await listRows(stack)).length).toBeGreaterThan(5);
  }, 20_000);
  for await (const row of openCacheTable(stack).listEntities()) {
    const packed = Object.entries(row).flatMap(([name, value]) =>
      /^content\d+$/.test(name) ? [value as Uint8Array] : [],
    );
    expect(JSON.stringify(row)).not.toContain(CANARY);
    if (packed.length === 0) continue;
    expect(gunzipSync(Buffer.concat(packed)).toString()).not.toContain(CANARY);
  }
});
