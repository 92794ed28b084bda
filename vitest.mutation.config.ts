import { defineConfig } from 'vitest/config';

/** The tests on pure values: a host is one a process, and a mutation run keeps its process. */
export default defineConfig({
  test: {
    include: ['test/{auth,cache,http,telemetry,time,upstream}/*.test.ts', 'test/contracts/secret-names.test.ts'],
    testTimeout: 15_000,
  },
});
