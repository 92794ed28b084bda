/** A separate file, and so a separate process: the identity library keeps the first endpoint that it finds. */
import { expect, it } from 'vitest';
import { fuzzParts } from './engine/fuzz-parts.ts';

it('generated requests get as parts of a batch what they get alone, among hostile parts (A75 to A78)', async () => {
  const { failure, seen } = await fuzzParts({ runs: 100, seed: 20_261_122 });
  expect(failure).toBeUndefined();
  const happened = [
    'batch',
    'batch 401',
    'part 200',
    'part 400',
    'part 403',
    'part 404',
    'part 502',
    'part with copies',
  ];
  expect(happened.filter((what) => !(what in seen))).toEqual([]);
  for (const kind of ['hostile: ', 'batch with flaw: '])
    expect(Object.keys(seen).filter((what) => what.startsWith(kind)).length).toBeGreaterThan(6);
}, 120_000);
