import { defineConfig } from 'vitest/config';

/** The pages in a real Chromium, over the stack that `npm start` starts. */
export default defineConfig({
  test: {
    include: ['test/browser/*.test.ts'],
    pool: 'forks',
    // A browser and a stack a file: one file at a time.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 20_000 } },
    // The report names what failed first: it is mended, not lived with.
    retry: process.env.CI ? 1 : 0,
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'reports/browser.json' }]] : ['default'],
  },
});
