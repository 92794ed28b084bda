/**
 * `npm run bench [-- --baseline DIR] [--quick] [--rounds 5] [--seconds 4] [--only relay,hello] [--profile]`: measures Frontdesk, the least
 * that an app can do, and another checkout of Frontdesk, in interleaved rounds. Every second round runs in reverse order.
 */
import { cpus, loadavg } from 'node:os';
import { parseCommandLine } from '../dev/command-line.ts';
import { figures, judge, type Round } from './figures.ts';
import { type Harness, type Result, startHarness, type Timing } from './harness.ts';
import { printProfiles } from './profile.ts';
import { measureStill, type StillFigure } from './ratios.ts';
import { type AppName, type Case, chooseCases, listCases } from './subjects.ts';
import { toMedian, toTable } from './table.ts';

const { values: options } = parseCommandLine(
  `Measures Frontdesk, the least that an app can do, and an earlier Frontdesk, in interleaved rounds.

  npm run bench -- [options]

  --quick          fewer and shorter rounds
  --rounds N       rounds of each case (default: 5)
  --seconds N      seconds of each case in a round (default: 4)
  --only A,B       the cases whose names contain one of these
  --baseline DIR   another checkout of Frontdesk, with its packages installed
  --profile        CPU profiles instead of figures`,
  {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    baseline: { type: 'string' },
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
else await printBench();

async function printBench(): Promise<void> {
  const harness = await startHarness({ baseline: options.baseline });
  try {
    const chosen = chooseCases(listCases(harness.subjects), only);
    await measureRound(harness, chosen, { seconds: 0.5, warmUpSeconds: 1 });
    const rounds: Round[] = [];
    for (let index = 0; index < roundCount; index++) {
      rounds.push(await measureRound(harness, index % 2 === 0 ? chosen : chosen.toReversed(), timing));
      process.stderr.write(`round ${index + 1} of ${roundCount}\n`);
    }
    printResults(chosen, rounds);
    const still = only.length > 0 ? [] : await measureStill(harness.environment, options.baseline, roundCount * 2);
    printFigures([...figures.map((figure) => ({ ...figure, values: toValues(figure.compute, rounds) })), ...still]);
  } finally {
    await harness.close();
  }
}

function toValues(compute: (round: Round, app: AppName) => number, rounds: readonly Round[]): StillFigure['values'] {
  const median = (app: AppName) => toMedian(rounds.map((round) => compute(round, app)));
  return { now: median('now'), baseline: median('baseline') };
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

function printFigures(which: readonly StillFigure[]): void {
  const rows = which.map((figure) => {
    const { now, baseline } = figure.values;
    return [figure.name, now, baseline, ...judge(figure, now)];
  });
  console.log(`${toTable(['figure', 'now', 'baseline', 'at most', 'verdict'], rows)}\n`);
}
