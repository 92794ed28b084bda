/**
 * `npm run bench scale` (20 s): many instances and one limit, simulated with the shipped pacing (bench/scale/fleet.ts); all
 * figures with their goals. `-- --seed 2` is another run, `-- --only window` some of the scenarios.
 */
import { chooseNamed, parseCommandLine } from '../dev/command-line.ts';
import { toFleetTable } from './scale/fleet-table.ts';
import { SCENARIOS } from './scale/scenarios.ts';

const { values } = parseCommandLine(
  `Simulates many instances that share one upstream's limit.

  npm run bench scale -- [options]

  --seed N             another run of random numbers (default 1)
  --only TEXT          scenarios whose names contain it`,
  { seed: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
);

process.stdout.write(`${toFleetTable(chooseNamed(SCENARIOS, [values.only]), Number(values.seed))}\n`);
