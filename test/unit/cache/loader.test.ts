import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Background } from '../../../lib/cache/background.ts';
import { toCacheKey, toDigest } from '../../../lib/cache/key.ts';
import { type CacheRequest, Loader } from '../../../lib/cache/loader.ts';
import { createMemoryStore, type Store, type StoredResponse } from '../../../lib/cache/store.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { createManualClock } from '../../support/clocks.ts';

const policy = { maxAge: 60, staleWhileRevalidate: 240, staleIfError: 3_600 };
const parts = {
  operation: 'o',
  profile: 'vendor',
  upstream: 'http://u',
  apiVersion: '1',
  tenant: 't',
  accessScope: '*',
  relayed: 'r',
};
const key = toCacheKey(parts);
const body = Buffer.from('{}');

function start() {
  const rows = new Map<string, StoredResponse>();
  const store: Store = {
    get: async (of) => rows.get(of),
    set: async (of, response) => void rows.set(of, response),
    remove: async (of) => void rows.delete(of),
    lease: async () => async () => {},
  };
  const clock = createManualClock(1_800_000_000_000);
  const memory = createMemoryStore(1_000_000);
  const background = new Background(
    () => {},
    () => {},
  );
  const loader = new Loader({ store, memory, takeRow: () => true, clock }, background);
  const load = (result: Promise<{ body: Buffer; expiresAt?: number }>, over: Partial<CacheRequest> = {}) =>
    loader.loadOnce({ key, owner: 'ann', policy, noCache: false, load: () => result, ...over }, memory.get(key));
  return { rows, clock, memory, background, loader, load };
}

it('stores what it loads in memory at once and in the store in the background, with digest, times and gzip form', async () => {
  const { rows, clock, memory, background, load } = start();
  const times = { fetchedAt: clock.monotonicNow(), expiresAt: clock.monotonicNow() + 3_660_000 };
  const response = { body, packed: gzipSync(body, { level: 1 }), digest: toDigest(key, body), ...times };
  expect(await load(Promise.resolve({ body }))).toEqual({ response, isStored: true });
  expect(memory.get(key)).toEqual(response);
  await background.settle();
  expect(rows.get(key)).toEqual(response);
});

it('loads a key once for all that ask for it meanwhile', async () => {
  const { loader, load } = start();
  const first = load(Promise.resolve({ body }));
  expect(loader.isLoading(key)).toBe(true);
  expect(await load(Promise.resolve({ body }), { load: () => expect.unreachable() })).toBe(await first);
  expect(loader.isLoading(key)).toBe(false);
});

it('remembers an outage for five seconds; a refusal is none', async () => {
  const { clock, loader, load } = start();
  await expect(load(Promise.reject(new Problem('upstream_refused', { status: 400 })))).rejects.toThrow();
  expect(loader.hasJustFailed(key)).toBe(false);
  clock.time += 5_000;
  await expect(load(Promise.reject(new Problem('upstream_unreachable')))).rejects.toThrow();
  clock.time += 4_999;
  expect(loader.hasJustFailed(key)).toBe(true);
  clock.time += 1;
  expect(loader.hasJustFailed(key)).toBe(false);
});

it('drops a response whose resource is gone, and adopts none that was fetched before that', async () => {
  const { rows, clock, memory, background, loader, load } = start();
  const { response } = await load(Promise.resolve({ body }));
  clock.time += 1_000;
  await expect(load(Promise.reject(new Problem('upstream_refused', { status: 404 })))).rejects.toThrow();
  await background.settle();
  expect([rows.size, memory.get(key)]).toEqual([0, undefined]);
  expect(loader.adopt(key, response)).toBe(false);
  expect(loader.adopt(key, { ...response, fetchedAt: clock.monotonicNow() })).toBe(false);
  expect(memory.get(key)).toBeUndefined();
  expect(loader.adopt(key, { ...response, fetchedAt: clock.monotonicNow() + 1 })).toBe(true);
  expect(memory.get(key)).toBeDefined();
});
