import { expect, it } from 'vitest';
import type { CacheKey } from '../../../lib/cache/key.ts';
import { MemoryStore, type StoredResponse } from '../../../lib/cache/store.ts';

/** What an entry counts without its bodies. */
const ENTRY = 1_536;

const toKey = (name: string) => name as CacheKey;
const key = toKey('a');

const responseOf = (bytes: number, fetchedAt = 1): StoredResponse => {
  return { body: Buffer.alloc(bytes), digest: 'digest', fetchedAt, expiresAt: 10, date: fetchedAt };
};

it('keeps a response until it is deleted', () => {
  const memory = new MemoryStore(10_000);
  const response = responseOf(1);
  expect(memory.get('t', key)).toBeUndefined();
  memory.set('t', key, response);
  expect([memory.get('t', key), memory.get('t', toKey('b'))]).toEqual([response, undefined]);
  memory.delete('t', key);
  expect(memory.get('t', key)).toBeUndefined();
});

it('keeps the newer of two responses, and the later of two with the same time', () => {
  const memory = new MemoryStore(10_000);
  const [newer, older, same] = [responseOf(1, 2), responseOf(1, 1), responseOf(1, 2)];
  for (const response of [newer, older]) memory.set('t', key, response);
  expect(memory.get('t', key)?.body).toBe(newer.body);
  memory.set('t', key, same);
  expect(memory.get('t', key)?.body).toBe(same.body);
});

it('counts the gzip form of a body too', () => {
  const memory = new MemoryStore(2 * (ENTRY + 512));
  for (const name of ['a', 'b']) memory.set('t', toKey(name), { ...responseOf(512), packed: Buffer.alloc(1) });
  expect([memory.get('t', toKey('a')), memory.get('t', toKey('b'))]).toEqual([undefined, expect.anything()]);
});

it('is bounded in bytes, counting 1,536 per entry plus its body; the least recently used are dropped first (I6)', () => {
  // Room for three entries, and not a byte more.
  const memory = new MemoryStore(3 * (ENTRY + 512));
  const kept = () => ['a', 'b', 'c', 'd'].filter((name) => memory.get('t', toKey(name)) !== undefined);
  for (const name of ['a', 'b', 'c']) memory.set('t', toKey(name), responseOf(512));
  expect(kept()).toEqual(['a', 'b', 'c']);
  memory.get('t', toKey('a'));
  memory.set('t', toKey('d'), responseOf(512));
  expect(kept()).toEqual(['a', 'c', 'd']);
  memory.set('t', toKey('a'), responseOf(513));
  expect(kept()).toEqual(['a', 'd']);
});

it('does not keep a response larger than the whole store', () => {
  const memory = new MemoryStore(ENTRY + 512);
  for (const bytes of [513, 512]) {
    memory.set('t', key, responseOf(bytes));
    expect(memory.get('t', key) !== undefined).toBe(bytes === 512);
  }
});

it('keeps the bytes of a response alone, not the buffers that they are slices of (I6)', () => {
  const memory = new MemoryStore(10_000);
  const slice = Buffer.alloc(16 * 1024).subarray(5, 105);
  memory.set('t', toKey('a'), { ...responseOf(1), body: slice, packed: slice });
  const { body, packed } = memory.get('t', toKey('a')) ?? {};
  expect([body, packed]).toEqual([slice, slice]);
  expect([body?.buffer.byteLength, packed?.buffer.byteLength]).toEqual([100, 100]);
});

it('shares memory equally by tenant: only the tenant that has most loses an entry (P-17)', () => {
  const memory = new MemoryStore(4 * (ENTRY + 512));
  const kept = (tenant: string) => ['a', 'b', 'c', 'd'].filter((name) => memory.get(tenant, toKey(name)) !== undefined);
  memory.set('small', toKey('a'), responseOf(512));
  for (let round = 0; round < 10; round++)
    for (const name of ['a', 'b', 'c', 'd']) memory.set('large', toKey(name), responseOf(512));
  expect([kept('small'), kept('large')]).toEqual([['a'], ['b', 'c', 'd']]);
  for (const name of ['b', 'c', 'd']) memory.set('small', toKey(name), responseOf(512));
  expect([kept('small').length, kept('large').length]).toEqual([2, 2]);
});
