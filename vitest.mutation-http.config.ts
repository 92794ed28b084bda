import { defineConfig } from 'vitest/config';

/** The tests of the three files of a request's way, over HTTP: each file has its own stack. */
export default defineConfig({
  test: {
    include: ['test/unit/{pipeline,fetch-cached,fetch-upstream,page-links}.test.ts', 'test/api/compression.test.ts'],
    globalSetup: 'test/support/shared-tables.ts',
    testTimeout: 10_000,
  },
});
