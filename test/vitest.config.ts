import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const root = join(import.meta.dirname, '..');

/** Tests of values without shared state: they share one process. */
const values = [
  'test/unit/{auth,cache,contracts,http,policy,time,upstream}/*.test.ts',
  'test/unit/{settings,operations}.test.ts',
];

/** Tests that read the repository's files and start no server: they share one process, too. */
const repository = [
  'test/*.test.ts',
  'test/contract/{figures,listed-values,openapi-schemas,operation-places,specification}.test.ts',
  'test/infra/*.test.ts',
  'test/operations-docs/{documents,repository,runbook}.test.ts',
  'test/pages/*.test.ts',
];

/** Tests that change what a process has once (a built-in module, its identity endpoint, the global Response), or measure its memory. */
export const alone = [
  'test/unit/{held-bytes,identity-status}.test.ts',
  'test/fuzz/*.test.ts',
  'test/resilience/{fetch-cached,shutdown,subset}.test.ts',
  'test/dev/{host,host-start}.test.ts',
];

// A poll waits for another process, which a busy machine slows down.
const common = {
  root,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  // CI names what failed first: it is mended, not lived with.
  retry: process.env.CI ? 1 : 0,
};
/** `--sequence.shuffle` takes the order of the groups away, and groups that run together must have as many workers. */
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence'));
const workers = (count: number) => (isShuffled ? 2 : count);
const tables = { globalSetup: 'test/support/shared-tables.ts' };
/** Tests that wait for real time. */
const overHttp = { ...common, ...tables, pool: 'forks' } as const;

/** CI shuffles the tests of each file, with the day as the seed; `--sequence.shuffle` does that, and the files. */
const seed = Number(process.env.TEST_SEED ?? 0);
const inGroup = (groupOrder: number) => ({ groupOrder, ...(seed > 0 && { shuffle: { tests: true }, seed }) });

/** What `npm test` runs: first what needs the processor, one process for each of two cores; then what also waits, twice as many. */
const standard: TestProjectInlineConfiguration['test'][] = [
  {
    ...common,
    name: 'quick',
    retry: 0,
    include: [...values, ...repository],
    pool: 'threads',
    isolate: false,
    maxWorkers: workers(2),
    sequence: inGroup(0),
  },
  {
    ...overHttp,
    name: 'http',
    include: ['test/**/*.test.ts'],
    exclude: [...values, ...repository, ...alone, 'test/browser/**', 'test/heavy/**', 'test/templates/**'],
    isolate: false,
    maxWorkers: workers(4),
    sequence: inGroup(1),
  },
  { ...overHttp, name: 'alone', include: alone, maxWorkers: workers(4), sequence: inGroup(1) },
];

/** What `npm run test:all` runs after that, one project after the other. */
const long: TestProjectInlineConfiguration['test'][] = [
  {
    ...overHttp,
    // What is packed for a deployment and for npm, and stacks that are started as a person does.
    name: 'packages',
    include: ['test/**/*.long.ts'],
    maxWorkers: workers(2),
    sequence: { groupOrder: 2 },
  },
  {
    ...overHttp,
    // Those that need the packages of test/heavy: the official clients, the language of queries, the linter of OpenAPI.
    name: 'heavy',
    include: ['test/heavy/*.test.ts'],
    maxWorkers: workers(2),
    sequence: { groupOrder: 2 },
  },
  {
    ...common,
    // The real compiler, where there is one: BICEP names it.
    name: 'templates',
    include: ['test/templates/*.test.ts'],
    testTimeout: 180_000,
    maxWorkers: workers(2),
    sequence: { groupOrder: 2 },
  },
  {
    ...common,
    name: 'faults',
    include: ['test/resilience/**/*.faults.ts'],
    // One process a file: the managed-identity library and the functions library keep process-wide state.
    pool: 'forks',
    // They wait more than they work.
    maxWorkers: workers(4),
    maxConcurrency: 100,
    testTimeout: 120_000,
    sequence: { groupOrder: 3 },
  },
  {
    ...common,
    // The pages in a real Chromium, over the stack that `npm start` starts: one at a time.
    name: 'browser',
    globalSetup: 'test/browser/shared-stack.ts',
    include: ['test/browser/*.test.ts'],
    pool: 'forks',
    maxWorkers: workers(1),
    testTimeout: 180_000,
    hookTimeout: 90_000,
    sequence: { groupOrder: 4 },
  },
  {
    ...common,
    // The README, pasted into a fresh clone with its own installation.
    name: 'readme',
    include: ['test/readme/*.readme.ts'],
    pool: 'forks',
    maxWorkers: workers(1),
    bail: 1,
    testTimeout: 300_000,
    // Removes the clone's node_modules, minutes on a busy disk.
    hookTimeout: 300_000,
    // Beside the browser: most of it waits for npm.
    sequence: { groupOrder: 4 },
  },
];

/** What a mutation run (tools/mutation.ts) runs: it keeps its process, and its time limit finds changes that make a test wait for ever. */
const mutation = {
  values: {
    include: ['test/unit/{auth,cache,http,observability,policy,time,upstream}/*.test.ts'],
    testTimeout: 5_000,
  },
  http: {
    include: [
      'test/resilience/fetch-cached.test.ts',
      'test/api/{batch,cache,compression,long-running,pipeline,without-table}.test.ts',
    ],
    ...tables,
    testTimeout: 10_000,
  },
};

export default defineConfig(
  process.env.STRYKER_MUTATOR_WORKER
    ? { test: { root, ...mutation[process.env.MUTATE === 'http' ? 'http' : 'values'] } }
    : {
        test: {
          root,
          // A fifth of the processor's time.
          experimental: { fsModuleCache: true },
          reporters: ['default', ...reportFile()],
          projects: [...standard, ...long].map((test) => ({ test: { ...test } })),
        },
      },
);

/** CI adds up the reports of its runs. */
function reportFile(): ['json', { outputFile: string }][] {
  return process.env.CI ? [['json', { outputFile: 'reports/vitest.json' }]] : [];
}
