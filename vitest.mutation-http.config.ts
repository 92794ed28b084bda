import { defineConfig } from 'vitest/config';

/** The tests of the files of a request's way, over HTTP: each file has its own stack. */
export default defineConfig({
  test: {
    include: [
      'test/unit/{pipeline,handle-request,batch,fetch-cached,fetch-upstream,long-running,mark-write,page-links,services}.test.ts',
      'test/api/{cache,compression,without-table}.test.ts',
    ],
    globalSetup: 'test/support/shared-tables.ts',
    testTimeout: 10_000,
  },
});
