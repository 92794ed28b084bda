import { defineConfig } from 'vitest/config';

/** The tests on pure values: a host is one a process, and a mutation run keeps its process. */
export default defineConfig({
  test: {
    include: [
      'test/unit/{auth,cache,http,observability,policy,time,upstream}/*.test.ts',
      'test/unit/contracts/secret-names.test.ts',
    ],
    // A change that makes a test wait for ever is found out when this is over.
    testTimeout: 5_000,
  },
});
