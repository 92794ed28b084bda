import { defineConfig } from 'vitest/config';
import { FaultReporter } from './test/resilience/harness/fault-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/resilience/**/*.faults.ts'],
    // One process a file: the managed-identity library and the functions library keep process-wide state.
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 100,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    reporters: ['default', new FaultReporter()],
  },
});
