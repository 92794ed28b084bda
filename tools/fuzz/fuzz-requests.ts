/** The request fuzz: so many odd requests through the real pipeline, each held against every promise. */
import { deepStrictEqual as expectEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { checkExchange } from './check-exchange.ts';
import { type Finding, type FuzzOptions, toFinding } from './finding.ts';
import { describeRequest, type FuzzRequest, requestsTo } from './requests.ts';
import { type Rig, startRig } from './rig.ts';
import { strayPlaces } from './stray-sockets.ts';

/** Lanes fill one another's waits: each has a rig and a seed of its own. */
const LANES = 4;

export async function fuzzRequests({ runs, seed, path }: FuzzOptions): Promise<Finding> {
  const seen: Record<string, number> = {};
  const count = (thing: string) => {
    seen[thing] = (seen[thing] ?? 0) + 1;
  };
  const seeds = path === undefined ? Array.from({ length: LANES }, (_, lane) => seed + lane) : [seed];
  const rigs: Rig[] = [];
  for (const _ of seeds) rigs.push(await startRig());
  const property = (rig: Rig) =>
    fc.asyncProperty(requestsTo(rig.operations), async (request) => {
      const exchange = await rig.send(request);
      const verdict = checkExchange(request, exchange, rig);
      expectEqual([...strayPlaces], [], 'Nothing but the edges is ever connected to.');
      count(`status ${exchange.reply.status}`);
      count(`request ${verdict}`);
      count(exchange.received.length > 0 ? 'sent up' : 'not sent up');
    });
  try {
    const parameters = { numRuns: Math.ceil(runs / seeds.length), ...(path === undefined ? {} : { path }) };
    const results = await Promise.all(
      rigs.map((rig, lane) => fc.check(property(rig), { ...parameters, seed: seeds[lane] as number })),
    );
    const result = results.find(({ failed }) => failed) ?? (results[0] as fc.RunDetails<[FuzzRequest]>);
    return toFinding('runs', seen, result, ([request]) => describeRequest(request));
  } finally {
    for (const rig of rigs) await rig.close();
  }
}
