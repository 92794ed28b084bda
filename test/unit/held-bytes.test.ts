/** I6: what is kept has a bound in bytes. In a process of its own: a collection visits all that the process keeps. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createVerifiedTokens, toTokenDigest } from '../../lib/auth/authenticate.ts';
import { createCaller } from '../../lib/auth/caller.ts';
import { createFailures } from '../../lib/cache/failures.ts';
import { type CacheKey, toCacheKey, toDigest } from '../../lib/cache/key.ts';
import { MemoryStore } from '../../lib/cache/store.ts';
import { Problem } from '../../lib/http/problem.ts';
import { Cooldowns } from '../../lib/time/cooldowns.ts';
import { TokenBuckets } from '../../lib/time/token-bucket.ts';
import { ScopeLimits } from '../../lib/upstream/scope-limits.ts';
import { createManualClock } from '../support/clocks.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function readBytes(): number {
  // Buffers are freed by the collection after the one that finds them.
  for (let count = 0; count < 2; count++) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * Returns how many bytes what `create` returns keeps alive, `least` and `most`: the median and the mean of three measurements.
 * The engine itself allocates and frees meanwhile: once by megabytes, which the median leaves out, or from one measurement to
 * the next, which the mean evens out.
 */
function measure<T>(create: () => T) {
  // All of them stay alive, so that one reading ends a measurement and begins the next.
  const created: T[] = [];
  const readings = [readBytes()];
  for (let count = 0; count < 3; count++) {
    created.push(create());
    readings.push(readBytes());
  }
  const differences = readings.slice(1).map((after, index) => after - (readings[index] as number));
  const [low, median, high] = differences.sort((one, other) => one - other) as [number, number, number];
  const mean = (low + median + high) / 3;
  return { held: created.at(-1) as T, least: Math.min(median, mean), most: Math.max(median, mean) };
}

const MIB = 1024 * 1024;
const pad = (n: number) => `${n}`.padStart(64, '0');

type Keeps<T> = (held: T) => readonly [first: boolean, last: boolean];

/** `create` fills what it returns with more than the bound has room for: the last stays, the first does not. A bound that is never used is no bound. */
const bounded = <T>(what: string, [atLeast, atMost]: readonly [number, number], create: () => T, keeps: Keeps<T>) => ({
  what,
  test() {
    const { held, least, most } = measure(create);
    expect(keeps(held)).toEqual([false, true]);
    expect(least).toBeLessThanOrEqual(atMost);
    expect(most).toBeGreaterThan(atLeast);
  },
});

const fill = <T>(count: number, held: T, add: (held: T, n: number) => void): T => {
  for (let n = 0; n < count; n++) add(held, n);
  return held;
};

function addToken(kept: ReturnType<typeof createVerifiedTokens>, n: number, names: number): void {
  const list = Array.from({ length: names }, (_, index) => `r${n}-${index}`);
  const ids = { tenant: `tenant-${n}`.padEnd(36, 'x'), subject: `subject-${n}`.padEnd(36, 'x'), client: undefined };
  const caller = createCaller({ ...ids, scopes: list, roles: list.map((name) => `${name}r`) });
  kept.set(toTokenDigest(String(n)), { caller, expiresAt: 10, keysVersion: 1 });
}
const tokens = (what: string, count: number, names: number) =>
  bounded(
    `${what} tokens`,
    [MIB / 2, 2 * MIB],
    () => fill(count, createVerifiedTokens(2 * MIB), (kept, n) => addToken(kept, n, names)),
    (kept) => [kept.has(toTokenDigest('0')), kept.has(toTokenDigest(`${count - 1}`))],
  );

const toKey = (relayed: number): CacheKey => {
  const request = { operation: 'o', profile: 'vendor', upstream: 'http://u', apiVersion: '1', tenant: 't' };
  return toCacheKey({ ...request, accessScope: '*', relayed });
};
function addResponse(memory: MemoryStore, n: number, bytes: number): void {
  const body = Buffer.alloc(bytes, n);
  const packed = Buffer.from(body.subarray(0, bytes / 2));
  const times = { fetchedAt: n + 0.1, expiresAt: n + 0.2, date: n + 0.3 };
  memory.set('t', toKey(n), { body, packed, digest: toDigest(toKey(n), body), ...times });
}
const responses = (what: string, toBytes: (n: number) => number) =>
  bounded(
    `${what} responses`,
    [MIB / 2, 2 * MIB],
    () => fill(3_000, new MemoryStore(2 * MIB), (memory, n) => addResponse(memory, n, toBytes(n))),
    (memory) => [memory.get('t', toKey(0)) !== undefined, memory.get('t', toKey(2_999)) !== undefined],
  );

const details = [{ code: 'a', message: 'b' }];
const refuse = (n: number) =>
  new Problem('upstream_refused', { status: 404, message: `No ${n}.`, details, cause: new Error('the response') });
const refusalKey = (n: number) => pad(n) as CacheKey;

it.each([
  tokens('usual', 8_000, 2),
  tokens('large', 60, 1_500),
  responses('small', () => 60),
  responses('small and large', (n) => (n % 50 === 0 ? 60_000 : 60)),
  bounded(
    'refusals',
    [MIB / 4, 2 * MIB],
    () => fill(5_000, createFailures(createManualClock(0)), (refusals, n) => refusals.add(refusalKey(n), refuse(n))),
    (refusals) => [refusals.get(refusalKey(0)) !== undefined, refusals.get(refusalKey(4_999)) !== undefined],
  ),
  bounded(
    'ten thousand cooldowns of twenty',
    [0, 6_000_000],
    () => fill(20_000, new Cooldowns<string>(createManualClock(0), 10_000), (cooldowns, n) => cooldowns.mark(pad(n))),
    (cooldowns) => [cooldowns.isActive(pad(0), 1), cooldowns.isActive(pad(19_999), 1)],
  ),
  bounded(
    'the buckets of ten seconds, and ten more at most, of about 150 bytes each',
    [0, 20_000 * 250],
    () => {
      const buckets = new TokenBuckets(() => ({ perSecond: 2, burst: 20 }));
      return fill(50_000, buckets, (_, n) => buckets.take(`caller ${n}`, n));
    },
    (buckets) => [false, buckets.take('caller 49999', 49_999) === 0],
  ),
  bounded(
    'ten thousand gates of twenty',
    [0, 10_000_000],
    () => {
      const names = { operation: 'o', scope: 's', counter: 's', voter: 'v', tenant: 't', caller: 'c' };
      const close = (limits: ScopeLimits, n: number) =>
        limits.close({ kind: 'read', ...names, resource: pad(n) }, 'resource', 1_000);
      return fill(20_000, new ScopeLimits(createManualClock(0)), close);
    },
    (limits) => [limits.count().throttled > 10_000, limits.count().throttled === 10_000],
  ),
])('$what: no more bytes than the bound (I6)', ({ test }) => test());
