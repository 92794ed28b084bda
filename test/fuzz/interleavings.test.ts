import { expect, it } from 'vitest';
import { runs as scaled } from '../support/runs.ts';
import { fuzzInterleavings } from './engine/fuzz-interleavings.ts';

/** `npx tsx test/fuzz/run.ts --interleavings N` runs as many as asked. */
const runs = scaled(400);

it(`${runs} interleavings of two tenants over two instances and one store never mix`, async () => {
  const { failure, seen } = await fuzzInterleavings({ runs, seed: 20_261_121 });
  expect(failure).toBeUndefined();
  // The cases include hits and collapsed loads.
  for (const what of ['hit fresh', 'hit while-revalidating', 'hit if-error', 'collapsed', 'loaded']) {
    expect({ what, count: seen[what] ?? 0 }).toEqual({ what, count: expect.toSatisfy((count) => count > 0) });
  }
});
