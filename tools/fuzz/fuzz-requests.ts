/** The request fuzz: so many odd requests through the real pipeline, each held against every promise. */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { checkExchange } from './check-exchange.ts';
import { describeRequest, type FuzzRequest, requestsTo } from './requests.ts';
import { type Rig, startRig } from './rig.ts';

export interface Finding {
  /** Undefined when all went well; else what to read, with what to run it again. */
  readonly failure: string | undefined;
  /** How often each thing was seen, such as `status 200`. */
  readonly seen: Readonly<Record<string, number>>;
}

export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
  /** Where a failure was found; with it, one lane runs. */
  readonly path?: string;
}

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
      count(`status ${exchange.reply.status}`);
      count(`request ${verdict}`);
      count(exchange.received.length > 0 ? 'sent up' : 'not sent up');
    });
  try {
    const parameters = { numRuns: Math.ceil(runs / seeds.length), ...(path === undefined ? {} : { path }) };
    const results = await Promise.all(
      rigs.map((rig, lane) => fc.check(property(rig), { ...parameters, seed: seeds[lane] as number })),
    );
    const failed = results.find((result) => result.failed);
    return { seen, failure: failed && describeFailure(failed) };
  } finally {
    for (const rig of rigs) await rig.close();
  }
}

function describeFailure({ seed, counterexamplePath, counterexample, errorInstance }: fc.RunDetails<[FuzzRequest]>): string {
  const request = counterexample && inspect(describeRequest(counterexample[0]), { depth: 12, maxStringLength: 10_000 });
  const error = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${error}\n\nAgain: npm run fuzz -- --runs 1 --seed ${seed} --path ${counterexamplePath}\n${request}`;
}
