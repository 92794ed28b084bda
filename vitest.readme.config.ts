import { defineConfig } from 'vitest/config';

/** The README, pasted into a fresh clone with its own installation. */
export default defineConfig({
  test: {
    include: ['test/readme/*.readme.ts'],
    pool: 'forks',
    bail: 1,
    testTimeout: 300_000,
    // Removes the clone's node_modules, minutes on a busy disk.
    hookTimeout: 300_000,
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'reports/readme.json' }]] : ['default'],
  },
});
