import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listRows, openCacheTable, unlimited } from '../support/abuse.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { type Change, sendChanged } from '../support/send-changed.ts';
import { startStack, type TestResponse } from '../support/stack.ts';
import { putJob, searchPoints, toPath, toUnseen, type ValidRequest } from '../support/valid-requests.ts';
import { type SecretContent, type SecretRequest, secretRequests } from './canary-bodies.ts';
import { CANARY, echoes, type Fault, notations, toEcho } from './canary-forms.ts';

/** Past closed gates and open breakers. */
const enoughToForgetMs = 120_000;

const clock = createSkippingClock();
const stack = await startStack({
  settings: unlimited,
  clock,
  expectedAlerts: ['auth_unavailable', 'identity_unavailable'],
});
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
  const token = await stack.issueToken({});
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

describe.each(secretRequests)('$name', ({ request, fill }) => {
  it('accepts secrets of every shape in every place, and returns none (A62)', async () => {
    const content = fill();
    const { response, log, call } = await sendInto(undefined, request, content);
    expect([200, 201]).toContain(response.status);
    expectArrived(call, content);
    expectNone(response, log);
  });

  it.each(Object.entries(notations))(
    'relays an error that repeats them %s without any of them (A62)',
    async (_, write) => {
      const content = fill();
      const text = write(JSON.stringify({ error: toEcho(content.secrets) }));
      const { response, log, call } = await sendInto({ kind: 'status', status: 400, body: text }, request, content);
      expectArrived(call, content);
      expect([response.status, (response.json.error ?? response.json).code]).toEqual([400, 'BadRequest']);
      expect(response.text).toContain('The value ');
      expectNone(response, log);
    },
  );
});

it.each(echoes)('a write leaks none if the upstream $name', async ({ toFault }) => {
  const [{ request, fill }] = secretRequests as [SecretRequest];
  const content = fill();
  const { response, log, call } = await sendInto(toFault(content), request, content);
  expectArrived(call, content);
  expectNone(response, log);
});

it.each(secretRequests.filter(({ isWithheld }) => isWithheld))(
  '$name returns none if the upstream repeats them in a success (C-42)',
  async ({ request, fill }) => {
    const content = fill();
    const { response, log } = await sendInto({ kind: 'patch', body: content.body }, request, content);
    expect([200, 201]).toContain(response.status);
    expect(Object.keys(response.json.properties)).toEqual(
      expect.arrayContaining(Object.keys(content.body['properties'] as object)),
    );
    expectNone(response, log);
  },
);

const [{ fill: fillJob }] = secretRequests.filter(({ request }) => request === putJob) as [SecretRequest];
const jobWithSecrets = fillJob().body;
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
])('a refusal of Frontdesk’s own says none: %s (A62)', async (problem, change) => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  const response = await sendChanged(stack, putJob, { body: jobWithSecrets, ...change });
  expect([response.headers['x-frontdesk-problem'], await stack.upstream.calls()]).toEqual([problem, []]);
  expectNone(response, stack.log.slice(logged));
  expect(stack.log).toHaveLength(logged + 1);
});

it('no row of the table contains a canary', async () => {
  const searches = secretRequests.filter(({ name }) => name === searchPoints.operation);
  for (const { request, fill } of searches) await sendInto(undefined, request, fill());
  await expect.poll(async () => (await listRows(stack)).length).toBeGreaterThan(0);
  for await (const row of openCacheTable(stack).listEntities()) {
    const packed = Object.entries(row).flatMap(([name, value]) =>
      /^content\d+$/.test(name) ? [value as Uint8Array] : [],
    );
    expect(JSON.stringify(row)).not.toContain(CANARY);
    if (packed.length === 0) continue;
    expect(gunzipSync(Buffer.concat(packed)).toString()).not.toContain(CANARY);
  }
});
