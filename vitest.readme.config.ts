import { defineConfig } from 'vitest/config';

/** The README, pasted into a fresh clone with an installation of its own. */
export default defineConfig({
  test: {
    include: ['test/readme/*.readme.ts'],
    pool: 'forks',
    bail: 1,
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'reports/readme.json' }]] : ['default'],
  },
});
