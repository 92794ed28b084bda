/**
 * `npm run bench scale`: instances that share one upstream's limit, simulated with the shipped admission (bench/scale/fleet.ts), a
 * fixed bucket per instance beside the shipped one, whose rate falls after a 429; and one bad subscription beside nineteen good ones
 * (bench/scale/scopes.ts).
 */
import { parseCommandLine } from '../dev/command-line.ts';
import { simulateFleet } from './scale/fleet.ts';
import { FAULTS, simulateScopes } from './scale/scopes.ts';
import { toTable } from './table.ts';

const { values } = parseCommandLine(
  `Simulates instances that share one upstream's limit, and one bad subscription beside nineteen good ones.

  npm run bench scale -- [options]

  --seed N             another run of random numbers (default 1)`,
  { seed: { type: 'string', default: '1' } },
);

const CONFIGURED = { perSecond: 25, burst: 250 };
const UPSTREAMS = {
  'as configured': CONFIGURED,
  'bucket of 100': { perSecond: 25, burst: 100 },
  '10 a second': { perSecond: 10, burst: 100 },
};

const rows: string[][] = [];
for (const [upstream, real] of Object.entries(UPSTREAMS))
  for (const times of [1, 5])
    for (const instances of times === 1 ? [10] : [1, 10, 40]) {
      const shape = { instances, configured: CONFIGURED, real, demand: real.perSecond * times };
      const [fixed, adaptive] = await Promise.all(
        [false, true].map((isAdaptive) => simulateFleet({ ...shape, isAdaptive }, Number(values.seed))),
      );
      process.stderr.write('.');
      const cells = [fixed, adaptive].flatMap((figures) =>
        [figures?.granted, figures?.refused, figures?.failedByUpstream].map((value = 0) => value.toFixed(1)),
      );
      rows.push([`${upstream}, ${instances}: ${times} × the limit`, ...cells]);
    }

const head = ['granted', 'refused', 'failed by it'];
process.stdout.write(
  `Per second.\n${toTable(['upstream, instances: demand', ...head, ...head.map((name) => `shipped: ${name}`)], rows)}\n`,
);

const scopes: string[][] = [];
for (const [name, fault] of Object.entries(FAULTS)) {
  const { leastServed, badServed, badSent, longestWait } = await simulateScopes(fault, Number(values.seed));
  const toShare = (share: number) => `${(share * 100).toFixed(1)} %`;
  scopes.push([name, toShare(leastServed), longestWait.toFixed(0), toShare(badServed), badSent.toFixed(1)]);
}
const columns = [
  'the bad one',
  'least served of a good one',
  'its longest wait, ms',
  'served of the bad one',
  'sent for it a second',
];
process.stdout.write(
  `\nOne bad subscription beside nineteen good ones, 4 calls a second each.\n${toTable(columns, scopes)}\n`,
);
