import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { operations as definitions } from '../../functions/operations.ts';
import { compileOperation } from '../../lib/compile-operation.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { buildItemPath, everyRequest } from '../support/builders.ts';
import { createFastClock } from '../support/clocks.ts';
import { startStack, type TestResponse } from '../support/stack.ts';
import { checkExchange } from './engine/check-exchange.ts';
import { toFuzzSettings } from './engine/fuzz-settings.ts';
import { oddText } from './engine/odd-values.ts';
import { createRelayedBodies } from './engine/relayed-bodies.ts';
import { describeRequest, type FuzzRequest, requestsTo } from './engine/requests.ts';
import { issueTokens } from './engine/tokens.ts';
import { startFuzzUpstream } from './engine/upstream.ts';

const runs = 300;

/** Fast enough that a Retry-After or an open circuit ends during the test, slow enough that no response is late. */
const speed = 20;

const upstream = await startFuzzUpstream();
const { PUBLIC_BASE_URL: publicUrl = '', ...settings } = toFuzzSettings(upstream);
const stack = await startStack({
  settings: { ...settings, PUBLIC_BASE_URL: publicUrl },
  clock: createFastClock(speed),
  expectedAlerts: 'any',
});
afterAll(() => upstream.close());

const tokens = await issueTokens(stack.issuer);
const operations = definitions.map((definition) => compileOperation(definition, PROFILES.vendor));
const relayed = createRelayedBodies(upstream.url, publicUrl);
const harness = { tokens, upstreamUrl: upstream.url, relayed };

/** Added by the host and the connection. */
const HOST_HEADERS = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** Statuses of the host itself, for requests that reach no operation. */
const HOST_STATUSES = [400, 404, 405, 414, 431];

/** Returns the request without what HTTP cannot carry. */
function toSendable(request: FuzzRequest): FuzzRequest {
  const headers = Object.entries(request.headers).filter(([, value]) => /^[\t -~\x80-\xff]*$/.test(value));
  const params = Object.entries(request.params).map(([name, value]) => [name, value.toWellFormed()]);
  const query = request.query.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()] as const);
  return { ...request, headers: Object.fromEntries(headers), params: Object.fromEntries(params), query };
}

async function send(
  { operation, token, params, query, headers, body }: FuzzRequest,
  id: string,
): Promise<TestResponse> {
  const path = operation.route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const { [token]: authorization } = tokens;
  return stack.send(operation.method, search === '' ? path : `${path}?${search}`, {
    token: null,
    headers: { ...headers, ...(authorization === undefined ? {} : { authorization }), 'x-ms-client-request-id': id },
    ...(operation.method === 'GET' ? {} : { body }),
  });
}

it(`${runs} generated requests over HTTP reach their operation unchanged, or are rejected by the host`, async () => {
  // Waits until keys and tokens are fetched.
  for (const { method, path, body, headers } of everyRequest) {
    await vi.waitFor(async () => expect((await stack.send(method, path, { body, headers })).status).toBe(404), 20_000);
  }
  let served = 0;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(requestsTo(operations).map(toSendable), async (request) => {
      const id = `http-${++count}`;
      const logged = stack.log.length;
      const received = upstream.plan(id, request.responses, (one) => relayed.add(request.operation, one));
      const { status, headers, text } = await send(request, id);
      const records = stack.log.slice(logged);
      if (records.length === 0) {
        expect(HOST_STATUSES).toContain(status);
        expect(received).toEqual([]);
        return;
      }
      served++;
      const own = Object.entries(headers).filter(([name]) => !HOST_HEADERS.includes(name));
      const response = { status, headers: Object.fromEntries(own), ...(text === '' ? {} : { body: text }) };
      const requestId = String(records[0]?.['requestId']);
      checkExchange(request, { requestId, response, records, reports: stack.alerts.splice(0), received }, harness);
    }),
    { numRuns: runs, seed: 20_261_121, reporter: report },
  );
  expect(served).toBeGreaterThan(runs * 0.9);
}, 60_000);

const paths = everyRequest.map(({ path }) => path);
const oddUrl = fc.oneof(
  fc.constantFrom(...paths),
  fc
    .tuple(fc.constantFrom(...paths), oddText, fc.nat(200))
    .map(([path, text, at]) => path.slice(0, at) + text + path.slice(at)),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  oddText,
  fc.constantFrom('$batch', '/%24batch', '//127.0.0.1/companies', '/..%2f..%2fcompanies', '/companies%00', '/healthz'),
);
const oddPart = fc.record(
  {
    // One that is no word is the end of the whole batch.
    method: fc.oneof(
      { arbitrary: fc.constantFrom('GET', 'get', 'POST', 'PUT', 'DELETE', 'PATCH'), weight: 60 },
      { arbitrary: oddText, weight: 1 },
    ),
    url: oddUrl,
    headers: fc.dictionary(fc.oneof(fc.constantFrom('Authorization', 'Host', 'content-type'), oddText), oddText, {
      maxKeys: 3,
    }),
    body: fc.jsonValue(),
    dependsOn: fc.array(oddText, { maxLength: 2 }),
  },
  { requiredKeys: ['method', 'url'] },
);

it('generated parts have a response each, never a 500, and leave the one beside them as it is (A75 to A77)', async () => {
  // Needs no upstream, so that its response does not depend on how fast the clock runs.
  const good = { id: 'good', method: 'GET', url: `${buildItemPath()}?x=1` };
  const ends: Record<number, number> = {};
  const batches = fc.array(oddPart, { minLength: 1, maxLength: 19 });
  await fc.assert(
    fc.asyncProperty(batches, async (odd) => {
      const requests = [...odd.map((part, at) => ({ ...part, id: String(at) })), good];
      const { status, json } = await stack.send('POST', '/$batch', {
        body: JSON.stringify({ requests }).toWellFormed(),
      });
      ends[status] = (ends[status] ?? 0) + 1;
      if (status !== 200) {
        expect([400, 413]).toContain(status);
        return;
      }
      expect(json.responses.map(({ id }: { id: string }) => id)).toEqual(requests.map(({ id }) => id));
      for (const part of json.responses) expect(part.status, JSON.stringify(part)).not.toBe(500);
      const beside = json.responses.at(-1);
      expect([beside.status, beside.body.error.details]).toMatchObject([400, [{ target: 'x' }]]);
    }),
    { numRuns: runs / 3, seed: 20_261_122 },
  );
  expect(ends[200]).toBeGreaterThan(runs / 10);
}, 60_000);

function report({
  failed,
  seed,
  counterexample,
  counterexamplePath,
  errorInstance,
}: fc.RunDetails<[FuzzRequest]>): void {
  if (!failed) return;
  const [request] = counterexample ?? [];
  const said = JSON.stringify(request && describeRequest(request), null, 1);
  throw new Error(`seed ${seed}, path ${counterexamplePath}: ${said}`, { cause: errorInstance });
}
