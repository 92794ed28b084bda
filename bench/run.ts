/**
 * `npm run bench [-- --quick] [--rounds 5] [--seconds 4] [--only relay,hello] [--sweep] [--profile]`:
 * measures Frontdesk, minimal baselines and peers in interleaved rounds. Every second round runs in reverse order.
 */
import { cpus, loadavg } from 'node:os';
import { chooseNamed, parseCommandLine } from '../dev/command-line.ts';
import { blockFigures, type Figure, figures, judge, type Round } from './figures.ts';
import { type Harness, type Result, startHarness, type Timing } from './harness.ts';
import { printProfiles } from './profile.ts';
import { type Case, cases } from './subjects.ts';
import { printSweeps } from './sweep.ts';
import { toMedian, toTable } from './table.ts';

const { values: options } = parseCommandLine(
  `Measures Frontdesk, minimal baselines and peers in interleaved rounds.

  npm run bench -- [options]

  --quick          fewer and shorter rounds
  --rounds N       rounds of each case (default: 5)
  --seconds N      seconds of each case in a round (default: 4)
  --only A,B       the cases whose names contain one of these
  --sweep          more and more requests at once
  --profile        CPU profiles instead of figures`,
  {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    sweep: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
);
const seconds = Number(options.seconds ?? (options.quick ? 1 : 4));
const timing: Timing = { seconds, warmUpSeconds: Math.min(1.5, seconds / 2) };
const roundCount = Number(options.rounds ?? (options.quick ? 2 : 5));
const only = options.only?.split(',').map((part) => part.trim()) ?? [];

console.log(
  `Node ${process.versions.node}, ${cpus().length} vCPU; load of the machine before: ${loadavg()[0]?.toFixed(2)}.\n`,
);
if (options.profile) await printProfiles(timing, only);
else if (options.sweep) await printSweeps(timing);
else await printBench();

async function printBench(): Promise<void> {
  const chosen = chooseNamed(cases, only);
  const harness = await startHarness();
  try {
    await measureRound(harness, chosen, { seconds: 0.5, warmUpSeconds: 1 });
    const rounds: Round[] = [];
    for (let index = 0; index < roundCount; index++) {
      rounds.push(await measureRound(harness, index % 2 === 0 ? chosen : chosen.toReversed(), timing));
      process.stderr.write(`round ${index + 1} of ${roundCount}\n`);
    }
    printResults(chosen, rounds);
    printFigures(figures, rounds);
    if (only.length === 0) printFigures(blockFigures, [await measureBlocks(harness)]);
  } finally {
    await harness.close();
  }
}

/** Prints the error of a case that fails, and leaves the case out of the round. */
async function measureRound(harness: Harness, chosen: readonly Case[], when: Timing): Promise<Round> {
  const round = new Map<string, Result>();
  for (const what of chosen) {
    try {
      round.set(what.name, await harness.measure(what, when));
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
    }
  }
  return round;
}

/** Sends one request at a time, so that a block belongs to one request. */
async function measureBlocks(harness: Harness): Promise<Round> {
  const large = { bytes: 600_000, connections: 1 } as const;
  await harness.close('frontdeskMemory');
  return measureRound(
    harness,
    [
      { ...large, name: 'frontdesk relay, 600 KB', subject: 'frontdeskRelay' },
      { ...large, name: 'frontdesk memory hit, 600 KB', subject: 'frontdeskMemory', upstream: 'never' },
    ],
    timing,
  );
}

function printResults(chosen: readonly Case[], rounds: readonly Round[]): void {
  const rows = chosen.map(({ name }) => {
    const all = (what: keyof Result) => rounds.map((round) => round.get(name)?.[what] ?? Number.NaN);
    const median = (what: keyof Result) => toMedian(all(what));
    return [
      name,
      ...[Math.round(median('perSecond')), median('cpuUs'), Math.min(...all('cpuUs'))],
      ...[median('p50'), median('p99'), median('busy'), median('others')],
    ];
  });
  const head = ['case', 'requests/s', 'CPU µs', 'least CPU µs', 'p50 ms', 'p99 ms', 'busy', 'others'];
  console.log(`${toTable(head, rows)}\n`);
  console.log(
    'Medians of the rounds. busy: part of its core that the subject used; others: cores that other processes used.\n',
  );
}

function printFigures(which: readonly Figure[], rounds: readonly Round[]): void {
  const rows = which.map((figure) => {
    const values = rounds.map(figure.compute);
    const value = toMedian(values);
    return [figure.name, value, Math.min(...values), Math.max(...values), ...judge(figure, value)];
  });
  console.log(`${toTable(['figure', 'median', 'lowest', 'highest', 'goal', 'verdict'], rows)}\n`);
}
