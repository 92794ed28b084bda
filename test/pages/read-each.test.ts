import { expect, it } from 'vitest';
import { readEach } from '../../pages/console/logic/read-each.ts';

const read = async (key: string) => {
  if (key.startsWith('bad')) throw new Error(key);
  return key.toUpperCase();
};

it('Values are in the order of their keys, and what could not be read is named', async () => {
  expect(await readEach(['a', 'bad', 'b'], read)).toEqual({ values: ['A', 'B'], failed: ['bad'] });
});

it('Nothing to read is no failure', async () => {
  expect(await readEach([], read)).toEqual({ values: [], failed: [] });
});

it('If nothing could be read the first error is thrown', async () => {
  await expect(readEach(['bad 1', 'bad 2'], read)).rejects.toThrow('bad 1');
});
