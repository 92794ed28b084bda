import { defineConfig } from 'vitest/config';

/** Folders whose tests take values alone: they share one process. */
const pure = ['auth', 'cache', 'contracts', 'http', 'time', 'upstream'].map(
  (folder) => `test/unit/${folder}/**/*.test.ts`,
);

const common = { testTimeout: 15_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'reports/vitest.json' }]] : ['default'],
    projects: [
      { test: { ...common, name: 'values', include: pure, pool: 'threads', isolate: false } },
      {
        test: {
          ...common,
          name: 'http',
          include: ['test/**/*.test.ts'],
          exclude: [...pure, 'test/browser/**'],
          // One process a file: the managed-identity library and the functions library keep process-wide state.
          pool: 'forks',
        },
      },
    ],
  },
});
