import { expect, it } from 'vitest';
import type { CacheKey } from '../../../lib/cache/key.ts';
import { createMemoryStore } from '../../../lib/cache/memory-store.ts';
import type { StoredResponse } from '../../../lib/cache/store.ts';

const toKey = (name: string) => name as CacheKey;

function replyOf(bytes: number, fetchedAt = 1): StoredResponse {
  return { body: Buffer.alloc(bytes), digest: 'digest', fetchedAt, expiresAt: 10 };
}

it('keeps what it is given until it is deleted', () => {
  const tier = createMemoryStore(10_000);
  const reply = replyOf(1);
  expect(tier.get(toKey('a'))).toBeUndefined();
  tier.set(toKey('a'), reply);
  expect(tier.get(toKey('a'))).toBe(reply);
  expect(tier.get(toKey('b'))).toBeUndefined();
  tier.delete(toKey('a'));
  expect(tier.get(toKey('a'))).toBeUndefined();
});

it('of two replies the newer stays, of two of the same time the later', () => {
  const tier = createMemoryStore(10_000);
  const newer = replyOf(1, 2);
  tier.set(toKey('a'), newer);
  tier.set(toKey('a'), replyOf(1, 1));
  expect(tier.get(toKey('a'))).toBe(newer);
  const same = replyOf(1, 2);
  tier.set(toKey('a'), same);
  expect(tier.get(toKey('a'))).toBe(same);
});

it('is bounded in bytes, 512 for each entry beside its body; the longest unused go first (DESIGN 4, 6)', () => {
  // Room for three entries of 1024 bytes, and not a byte more.
  const tier = createMemoryStore(3 * 1024);
  const kept = () => ['a', 'b', 'c', 'd'].filter((name) => tier.get(toKey(name)) !== undefined);
  for (const name of ['a', 'b', 'c']) tier.set(toKey(name), replyOf(512));
  expect(kept()).toEqual(['a', 'b', 'c']);
  tier.get(toKey('a'));
  tier.set(toKey('d'), replyOf(512));
  expect(kept()).toEqual(['a', 'c', 'd']);
  tier.set(toKey('a'), replyOf(513));
  expect(kept()).toEqual(['a', 'd']);
});

it('what is larger than all of it is not kept', () => {
  const tier = createMemoryStore(1_024);
  tier.set(toKey('a'), replyOf(513));
  expect(tier.get(toKey('a'))).toBeUndefined();
  tier.set(toKey('a'), replyOf(512));
  expect(tier.get(toKey('a'))).toBeDefined();
});
