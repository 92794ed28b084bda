import { defineConfig } from 'vitest/config';

/** Tests of values without shared state: they share one process. */
const values = ['auth', 'cache', 'contracts', 'http', 'policy', 'time', 'upstream'].map(
  (folder) => `test/unit/${folder}/**/*.test.ts`,
);

/** Tests that read the repository's files and start no server: they share one process, too. */
const repository = [
  'test/*.test.ts',
  'test/contract/{conformance,openapi-described,operation-places,specification-names}.test.ts',
  'test/infra/{app-settings,azd-remote-build,host-log,project-files}.test.ts',
  'test/operations-docs/{citations,readme,repository,runbook,settings-reference}.test.ts',
  'test/pages/*.test.ts',
];

/** Tests that change what a process has once: its clock, a built-in module, its identity endpoint, the global Response. */
export const alone = [
  'test/unit/fetch-cached.test.ts',
  'test/api/{compression,identity-tokens,tokens}.test.ts',
  'test/security/{authentication,canaries,canaries-key,sent-credentials,sent-credentials-microsoft}.test.ts',
  'test/fuzz/requests.test.ts',
  'test/resilience/{shutdown,subset}.test.ts',
  'test/dev/{host-*,managed-identity,start,token}.test.ts',
];

// A poll waits for another process, which a busy machine slows down.
const common = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
/** Tests that wait for real time. CI's report names what failed first: it is mended, not lived with. */
const overHttp = { ...common, retry: process.env.CI ? 1 : 0 };
const shared = { pool: 'threads', isolate: false } as const;

export default defineConfig({
  test: {
    // On two cores: some wait for a time limit or a pause while the others run.
    maxWorkers: 4,
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'reports/vitest.json' }]] : ['default'],
    projects: [
      { test: { ...common, ...shared, name: 'values', include: values } },
      { test: { ...common, ...shared, name: 'repository', include: repository } },
      {
        test: {
          ...overHttp,
          name: 'http',
          include: ['test/**/*.test.ts'],
          exclude: [...values, ...repository, ...alone, 'test/browser/**'],
          pool: 'forks',
          isolate: false,
          globalSetup: 'test/support/shared-tables.ts',
        },
      },
      {
        test: {
          ...overHttp,
          name: 'alone',
          include: alone,
          pool: 'forks',
          globalSetup: 'test/support/shared-tables.ts',
        },
      },
    ],
  },
});
