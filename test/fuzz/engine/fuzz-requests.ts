/** The request fuzz: sends odd requests through the real pipeline and checks every exchange. */
import { deepStrictEqual as expectEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { type Check, checkInBatches, type Finding, type FuzzOptions, measureTurns } from './batches.ts';
import { checkExchange, type Exchange } from './check-exchange.ts';
import { type FuzzHarness, startHarness } from './harness.ts';
import { describeRequest, type FuzzRequest, requestsTo } from './requests.ts';
import { unexpectedAddresses } from './unexpected-connections.ts';

/** Lanes use each other's waiting times. Each has its own harness. */
const LANES = 8;

/** Cache results, as in a Cache-Status header. */
const CACHE_STATES = ['hit', 'fwd=uri-miss', 'fwd=stale', 'fwd=request'];

export async function fuzzRequests(options: FuzzOptions): Promise<Finding> {
  const seen: Record<string, number> = {};
  const count = (thing: string) => {
    seen[thing] = (seen[thing] ?? 0) + 1;
  };
  const harnesses: FuzzHarness[] = [];
  for (let lane = 0; lane < LANES; lane++) harnesses.push(await startHarness());
  try {
    const lanes = harnesses.map((harness) => toLane(harness, count));
    const endTurns = measureTurns();
    const failure = await checkInBatches('runs', options, lanes, ([one]) => describeRequest(one));
    return { failure, seen, turns: endTurns() };
  } finally {
    for (const harness of harnesses) await harness.close();
  }
}

function toLane(harness: FuzzHarness, count: (thing: string) => void): Check<[FuzzRequest]> {
  const property = fc.asyncProperty(requestsTo(harness.operations), async ({ repeats, ...request }) => {
    harness.begin();
    for (const [index, repeat] of [{}, ...repeats].entries()) {
      const one = { ...request, ...repeat, repeats };
      const exchange = await harness.send(one);
      const verdict = checkExchange(one, exchange, harness);
      const isHit = exchange.response.headers['cache-status']?.includes('; hit');
      ok(index > 0 || !isHit, 'A case does not hit the cache of another.');
      expectEqual([...unexpectedAddresses], [], 'Only the emulators are connected to.');
      count(`request ${verdict}`);
      countExchange(exchange, count);
    }
  });
  return (batch) => fc.check(property, batch);
}

function countExchange({ response, received, records }: Exchange, count: (thing: string) => void): void {
  count(`status ${response.status}`);
  count(received.length > 0 ? 'sent upstream' : 'not sent upstream');
  const [{ problem } = {}] = records;
  if (problem !== undefined) count(`problem ${problem}`);
  const status = response.headers['cache-status'];
  const state = status && CACHE_STATES.find((one) => status.includes(`; ${one}`));
  if (state) count(`cache ${state}`);
}
