import { expect, it } from 'vitest';
import { fuzzPaths } from './engine/fuzz-paths.ts';

const runs = 20_000;

it(`${runs} generated paths keep host, prefix and number of segments, or are rejected`, async () => {
  const { failure, seen } = await fuzzPaths({ runs, seed: 20_261_121 });
  expect(failure).toBeUndefined();
  expect(seen['composed, odd values']).toBeGreaterThan(800);
  expect(seen['rejected']).toBeGreaterThan(5_000);
});
