/** The request fuzz: so many cases of odd requests through the real pipeline, each request held against every promise. */
import { deepStrictEqual as expectEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { type Check, checkInBatches } from './batches.ts';
import { checkExchange } from './check-exchange.ts';
import type { Finding, FuzzOptions } from './finding.ts';
import { describeRequest, type FuzzRequest, requestsTo } from './requests.ts';
import { type Exchange, type Rig, startRig } from './rig.ts';
import { strayPlaces } from './stray-sockets.ts';

/** Lanes fill one another's waits: each has a rig of its own. */
const LANES = 8;

/** What a request came to, in the words of a Cache-Status field. */
const CACHE_STATES = ['hit', 'fwd=uri-miss', 'fwd=stale', 'fwd=request'];

export async function fuzzRequests(options: FuzzOptions): Promise<Finding> {
  const seen: Record<string, number> = {};
  const count = (thing: string) => {
    seen[thing] = (seen[thing] ?? 0) + 1;
  };
  const rigs: Rig[] = [];
  for (let lane = 0; lane < LANES; lane++) rigs.push(await startRig());
  try {
    const lanes = rigs.map((rig) => toLane(rig, count));
    return { failure: await checkInBatches('runs', options, lanes, ([one]) => describeRequest(one)), seen };
  } finally {
    for (const rig of rigs) await rig.close();
  }
}

function toLane(rig: Rig, count: (thing: string) => void): Check<[FuzzRequest]> {
  const property = fc.asyncProperty(requestsTo(rig.operations), async ({ again, ...request }) => {
    rig.begin();
    for (const [index, course] of [{}, ...again].entries()) {
      const one = { ...request, ...course, again };
      const exchange = await rig.send(one);
      const verdict = checkExchange(one, exchange, rig);
      const isHit = exchange.reply.headers['cache-status']?.includes('; hit');
      ok(index > 0 || !isHit, 'No case finds what another left.');
      expectEqual([...strayPlaces], [], 'Nothing but the edges is ever connected to.');
      count(`request ${verdict}`);
      countExchange(exchange, count);
    }
  });
  return (batch) => fc.check(property, batch);
}

function countExchange({ reply, received, records }: Exchange, count: (thing: string) => void): void {
  count(`status ${reply.status}`);
  count(received.length > 0 ? 'sent up' : 'not sent up');
  const [{ problem } = {}] = records;
  if (problem !== undefined) count(`problem ${problem}`);
  const status = reply.headers['cache-status'];
  const state = status && CACHE_STATES.find((one) => status.includes(`; ${one}`));
  if (state) count(`cache ${state}`);
}
