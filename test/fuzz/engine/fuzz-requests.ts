/** The request fuzz: sends odd requests through the real pipeline and checks every exchange. */
import { deepStrictEqual as expectEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Check, Finding, FuzzOptions } from './batches.ts';
import { checkExchange, type Exchange } from './check-exchange.ts';
import { type Count, checkInLanes, type FuzzHarness, unexpectedAddresses } from './harness.ts';
import { describeRequest, type FuzzRequest, requestsTo } from './requests.ts';

/** Cache results, as in a Cache-Status header. */
const CACHE_STATES = ['hit', 'fwd=uri-miss', 'fwd=stale', 'fwd=request'];

export const fuzzRequests = (options: FuzzOptions): Promise<Finding> =>
  checkInLanes('runs', options, toLane, ([one]) => describeRequest(one));

function toLane(harness: FuzzHarness, count: Count): Check<[FuzzRequest]> {
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

function countExchange({ response, received, records }: Exchange, count: Count): void {
  count(`status ${response.status}`);
  count(received.length > 0 ? 'sent upstream' : 'not sent upstream');
  const [{ problem } = {}] = records;
  if (problem !== undefined) count(`problem ${problem}`);
  const status = response.headers['cache-status'];
  const state = status && CACHE_STATES.find((one) => status.includes(`; ${one}`));
  if (state) count(`cache ${state}`);
}
