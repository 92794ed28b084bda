/**
 * `npm run bench:scale -- --calls 500`: predicts what this many calls per second need (bench/scale/predict.ts). Without `--calls` it
 * prints a table of several loads. `--resources`, `--searches`, `--skew`, `--subscriptions` and `--always-ready` change the load.
 * `--simulate` compares the model's cache with a simulation of many instances on one emulated table (one to two minutes).
 */
import { parseCommandLine } from '../dev/command-line.ts';
import { startTables } from '../dev/tables.ts';
import { compare } from './scale/compare.ts';
import { DOCUMENTED_CALLS, toBound, toModelSheet, toModelTable } from './scale/model-table.ts';
import { TYPICAL } from './scale/typical-load.ts';

const { values } = parseCommandLine(
  `Predicts what a load needs: calls of the upstreams, instances, table, prices.

  npm run bench:scale -- [options]

  --calls N            calls per second (default: a table of several loads)
  --resources N, --searches N, --skew N, --subscriptions N, --always-ready N
                       what the calls are like
  --simulate           compares the model's cache with a simulation (one to two minutes)`,
  {
    calls: { type: 'string' },
    resources: { type: 'string', default: String(TYPICAL.resources) },
    searches: { type: 'string', default: String(TYPICAL.searches) },
    skew: { type: 'string', default: String(TYPICAL.skew) },
    subscriptions: { type: 'string', default: String(TYPICAL.subscriptions) },
    'always-ready': { type: 'string', default: String(TYPICAL.alwaysReady) },
    simulate: { type: 'boolean', default: false },
  },
);

const options = {
  resources: Number(values.resources),
  searches: Number(values.searches),
  skew: Number(values.skew),
  subscriptions: Number(values.subscriptions),
  alwaysReady: Number(values['always-ready']),
};

if (values.simulate) {
  const tables = await startTables({ port: 0 });
  try {
    print(await compare(tables.connectionString));
  } finally {
    await tables.close();
  }
} else if (values.calls === undefined) {
  print(`${toModelTable(DOCUMENTED_CALLS, options)}\n\n${toBound(options)}`);
} else {
  print(toModelSheet(Number(values.calls), options));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
