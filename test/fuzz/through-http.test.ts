import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { operations as definitions } from '../../functions/operations.ts';
import { compileOperation } from '../../lib/compile-operation.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { everyRequest } from '../support/builders.ts';
import { createFastClock } from '../support/clocks.ts';
import { startStack, type TestResponse } from '../support/stack.ts';
import { checkExchange } from './engine/check-exchange.ts';
import { createRelayable } from './engine/relayable.ts';
import { describeRequest, type FuzzRequest, requestsTo } from './engine/requests.ts';
import { toSettings } from './engine/rig.ts';
import { issueTokens } from './engine/tokens.ts';
import { startFuzzUpstream } from './engine/upstream.ts';

const runs = 300;

/** Gates and breakers close and open within the test; no answer takes long enough to be late. */
const speed = 20;

const upstream = await startFuzzUpstream();
const { PUBLIC_BASE_URL: publicUrl = '', ...settings } = toSettings(upstream);
const stack = await startStack({
  settings: { ...settings, PUBLIC_BASE_URL: publicUrl },
  clock: createFastClock(speed),
  expectedAlerts: 'any',
});
afterAll(() => upstream.close());

const tokens = await issueTokens(stack.issuer);
const operations = definitions.map((definition) => compileOperation(definition, PROFILES.vendor));
const relayable = createRelayable(upstream.url, publicUrl);
const rig = { tokens, upstreamUrl: upstream.url, relayable };

/** Fields that the host and the connection add. */
const HOST_FIELDS = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** What the host itself says to a request that reaches no operation. */
const HOST_STATUSES = [400, 404, 405, 414, 431];

/** The request as it can stand on the wire. */
function toSendable(request: FuzzRequest): FuzzRequest {
  const fields = Object.entries(request.fields).filter(([, value]) => /^[\t -~\x80-\xff]*$/.test(value));
  const params = Object.entries(request.params).map(([name, value]) => [name, value.toWellFormed()]);
  const query = request.query.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()] as const);
  return { ...request, fields: Object.fromEntries(fields), params: Object.fromEntries(params), query };
}

async function send(
  { operation, token, params, query, fields, content }: FuzzRequest,
  id: string,
): Promise<TestResponse> {
  const path = operation.route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const { [token]: authorization } = tokens;
  return stack.send(operation.method, search === '' ? path : `${path}?${search}`, {
    token: null,
    headers: { ...fields, ...(authorization === undefined ? {} : { authorization }), 'x-ms-client-request-id': id },
    ...(operation.method === 'GET' ? {} : { body: content }),
  });
}

it(`${runs} generated requests over HTTP reach their operation as they were sent, or are refused on the way`, async () => {
  // Keys and tokens are fetched once, however long it takes.
  for (const { method, path, body } of everyRequest) {
    await vi.waitFor(async () => expect((await stack.send(method, path, { body })).status).toBe(404), 20_000);
  }
  let served = 0;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(requestsTo(operations).map(toSendable), async (request) => {
      const id = `http-${++count}`;
      const logged = stack.log.length;
      const received = upstream.plan(id, request.answers, (one) => relayable.note(request.operation, one));
      const { status, headers, text } = await send(request, id);
      const records = stack.log.slice(logged);
      if (records.length === 0) {
        expect(HOST_STATUSES).toContain(status);
        expect(received).toEqual([]);
        return;
      }
      served++;
      const own = Object.entries(headers).filter(([name]) => !HOST_FIELDS.includes(name));
      const reply = { status, headers: Object.fromEntries(own), ...(text === '' ? {} : { body: text }) };
      const requestId = String(records[0]?.['requestId']);
      checkExchange(request, { requestId, reply, records, reports: stack.alerts.splice(0), received }, rig);
    }),
    { numRuns: runs, seed: 20_261_121, reporter: report },
  );
  expect(served).toBeGreaterThan(runs * 0.9);
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
