/** Step by step: what the cache serves at each age of a response, and how it uses upstream and store. */
import { expect, it } from 'vitest';
import type { CacheKey } from '../../../lib/cache/key.ts';
import type { CacheRequest } from '../../../lib/cache/loader.ts';
import { ResponseCache } from '../../../lib/cache/response-cache.ts';
import { MemoryStore, type StoredResponse } from '../../../lib/cache/store.ts';
import { Problem, type ProblemType } from '../../../lib/http/problem.ts';
import { createManualClock } from '../../support/clocks.ts';
import { oddCalls, spoilCall } from '../../support/odd-calls.ts';
import { createSharedStore } from '../../support/shared-store.ts';

const POLICY = { maxAge: 60, staleWhileRevalidate: 240, staleIfError: 3_600 };
const NO_REVALIDATION = { maxAge: 60, staleWhileRevalidate: 0, staleIfError: 300 };

const key = 'k' as CacheKey;

/** A shared store whose failures the test sets. */
function startStore() {
  const clock = createManualClock(1_800_000_000_000, 20);
  const state = {
    calls: [] as string[],
    fails: undefined as Error | undefined,
    refusesLeases: false,
    run: async <T>(call: () => T): Promise<T> => call(),
  };
  const shared = createSharedStore(clock, async (call, change) => {
    state.calls.push(call);
    if (state.fails) throw state.fails;
    if (state.refusesLeases && call === 'takeLease') return undefined as never;
    return state.run(change);
  });
  return { ...shared, state, clock };
}

/** Starts an instance over a shared store; `loads` counts its loads. */
function start({ state, store, rows, clock } = startStore()) {
  const errors: unknown[] = [];
  const unwritten: unknown[] = [];
  const quota = { mayTake: true, taken: [] as string[] };
  const waitMs = () => (quota.mayTake ? 0 : 1);
  const cache = new ResponseCache({
    store,
    memory: new MemoryStore(1_000_000),
    rows: { waitMs, take: (owner) => quota.taken.push(owner) && waitMs() },
    clock,
    alert: (name, error) => (name === 'refresh_failed' ? errors : unwritten).push(error),
  });
  const upstream = {
    loads: 0,
    respond: async (): Promise<{ body: Buffer; expiresAt?: number }> => ({ body: Buffer.from(`${upstream.loads}`) }),
  };
  /** Sends a request; returns its result as text. */
  const get = async (over: Partial<CacheRequest> = {}): Promise<string> => {
    const load = () => {
      upstream.loads++;
      return upstream.respond();
    };
    try {
      const request = {
        key,
        tenant: 't',
        owner: 'ann',
        policy: POLICY,
        load,
        mayRefresh: () => true,
        noCache: false,
        ...over,
      };
      const served = cache.find(request) ?? (await cache.get(request));
      const words = served.hit
        ? ['hit', Math.round(served.ttl * 1_000) / 1_000, served.stale]
        : [served.fwd, served.stored && 'stored', served.collapsed && 'collapsed'];
      return [`load ${served.response.body}:`, ...words.filter((word) => word || word === 0)].join(' ');
    } catch (error) {
      return (error as Problem).type ?? String(error);
    }
  };
  /** Lets loads wait until the returned function gets their body. */
  const hold = () => {
    let finish = (_: { body: Buffer }): void => {};
    upstream.respond = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    return (body: string) => finish({ body: Buffer.from(body) });
  };
  const fail = (type: ProblemType, status?: number) => {
    upstream.respond = () => Promise.reject(new Problem(type, status === undefined ? {} : { status }));
  };
  const pass = async (seconds: number) => {
    await cache.settle();
    clock.time += seconds * 1_000;
  };
  const after = async (seconds: number, over: Partial<CacheRequest> = {}) => {
    await pass(seconds);
    return get(over);
  };
  return { cache, clock, errors, unwritten, quota, upstream, get, hold, fail, pass, after, store: state, rows };
}

/** Starts an instance with a response of this age, in seconds. */
async function startAged(seconds: number, policy = POLICY) {
  const instance = start();
  await instance.get({ policy });
  await instance.pass(seconds);
  return instance;
}

/** Starts two instances over one store; both have a response of this age unless it is undefined. */
async function startTwo(age?: number) {
  const shared = startStore();
  const [one, other] = [start(shared), start(shared)] as const;
  if (age === undefined) return [one, other] as const;
  await one.get();
  await other.after(0);
  await one.pass(age);
  return [one, other] as const;
}

/** Starts a request of the instance and waits until it is loading. */
async function load({ get, upstream: { loads }, upstream }: ReturnType<typeof start>) {
  const sent = get();
  while (upstream.loads === loads) await new Promise(setImmediate);
  return { sent };
}

it('the first response is loaded and stored, the next requests are served from memory until it is stale (RFC 9111 4.2)', async () => {
  const { get, pass, after, store, rows } = start();
  expect(await get()).toBe('load 1: uri-miss stored');
  await pass(0);
  expect([...rows.values()].map(({ response }) => String(response?.body))).toEqual(['1']);
  expect(await get()).toBe('load 1: hit 60');
  expect(await after(59)).toBe('load 1: hit 1');
  expect(store.calls).toEqual(['insertLease', 'save']);
});

it('what is in memory is found without waiting, unless it is expired, served only after a failure, or a new one is asked for', async () => {
  const { get, cache, pass, upstream } = start();
  const request = { key, tenant: 't', owner: 'ann', policy: POLICY, load: upstream.respond, mayRefresh: () => true };
  const find = (noCache = false) => {
    const { response: _, ...status } = cache.find({ ...request, noCache }) ?? {};
    return status;
  };
  expect(find()).toEqual({});
  await get();
  expect([find(), find(true)]).toEqual([{ hit: true, ttl: 60 }, {}]);
  await pass(61);
  expect(find()).toEqual({ hit: true, ttl: -1, stale: 'while-revalidating' });
  for (const age of [360, 3_600]) {
    await pass(age);
    expect(find()).toEqual({});
  }
});

it('concurrent requests share one load and one lease (P-13)', async () => {
  const { get, upstream, store } = start();
  const loaded = 'load 1: uri-miss stored';
  const results = await Promise.all([get(), get(), get()]);
  expect(results).toEqual([loaded, `${loaded} collapsed`, `${loaded} collapsed`]);
  expect([upstream.loads, store.calls]).toEqual([1, ['insertLease', 'save']]);
});

it('who joins a load shortly before it times out loads again; who joined at its start has no time left (P-13)', async () => {
  const instance = start();
  let timeOut = () => {};
  instance.upstream.respond = () =>
    new Promise((_, reject) => {
      timeOut = () => reject(new Problem('upstream_timeout'));
    });
  const { sent: first } = await load(instance);
  const early = instance.get();
  instance.clock.time += 1_000;
  const late = instance.get();
  timeOut();
  instance.upstream.respond = async () => ({ body: Buffer.from('2') });
  const timedOut = 'upstream_timeout';
  expect(await Promise.all([first, early, late])).toEqual([timedOut, timedOut, 'load 2: uri-miss stored']);
});

it('a store that fails is a miss and nothing more; a row that cannot be written is reported (I10)', async () => {
  const { get, pass, after, unwritten, upstream, store } = start();
  store.fails = new Error('down');
  expect(await get()).toBe('load 1: uri-miss stored');
  expect(await after(0)).toBe('load 1: hit 60');
  expect(unwritten).toEqual([]);
  store.fails = undefined;
  upstream.respond = async () => {
    store.fails = new Error('down since');
    return { body: Buffer.from('x') };
  };
  await after(61);
  await pass(0);
  expect(unwritten).toEqual([store.fails]);
  expect(await get()).toBe('load x: hit 60');
});

it('no-cache is granted once in ten seconds (P-19, A69)', async () => {
  const { get, after } = start();
  await get();
  expect(await get({ noCache: true })).toBe('load 2: request stored');
  expect(await after(9.999, { noCache: true })).toBe('load 2: hit 50.001');
  expect(await after(0.001, { noCache: true })).toBe('load 3: request stored');
});

it('a stale response is served at once while a new one is loaded in the background (RFC 5861 3)', async () => {
  const { get, after, upstream, store } = await startAged(61);
  store.calls.length = 0;
  expect(await get()).toBe('load 1: hit -1 while-revalidating');
  expect(await after(0)).toBe('load 2: hit 60');
  // What the instance knows of the row is its tag.
  expect([upstream.loads, store.calls]).toEqual([2, ['takeLease', 'save']]);
});

it.each<[ProblemType, number?]>([['upstream_unreachable'], ['upstream_refused', 400]])(
  'a refresh is tried once a second, and once in five seconds after it failed, which is reported: %s (F52)',
  async (type, status) => {
    const { get, fail, pass, after, errors, upstream } = await startAged(61);
    fail(type, status);
    await Promise.all([get(), get()]);
    expect([await after(4.999), upstream.loads]).toEqual(['load 1: hit -5.999 while-revalidating', 2]);
    await after(0.001);
    await pass(0);
    expect(upstream.loads).toBe(3);
    expect(errors).toEqual([expect.any(Problem), expect.any(Problem)]);
  },
);

it('only one of all instances refreshes; the others take its response when it is there (P-14)', async () => {
  const [one, other] = await startTwo(61);
  const finish = one.hold();
  await load(one);
  expect(await other.get()).toBe('load 1: hit -1 while-revalidating');
  await other.pass(1);
  finish('new');
  await one.cache.settle();
  await other.get();
  expect(await other.after(0)).toBe('load new: hit 60');
  expect([one.upstream.loads, other.upstream.loads]).toEqual([2, 0]);
});

it('an instance takes no row of its own response for a newer one, however young a wrong clock makes it (P-14)', async () => {
  const { get, fail, after, rows } = await startAged(70);
  const own = rows.get(key)?.response as StoredResponse;
  // Another instance has had the lease, so this one reads the row.
  rows.set(key, { tag: 'other', leasedUntil: 0, response: { ...own, fetchedAt: own.fetchedAt + 65_000 } });
  fail('upstream_unreachable');
  expect(await get()).toBe('load 1: hit -10 while-revalidating');
  expect(await after(0)).toBe('load 1: hit -10 while-revalidating');
});

it('a stale response is served when a new one cannot be loaded (F27; RFC 5861 4)', async () => {
  const { get, fail, after, upstream } = await startAged(301);
  fail('upstream_unreachable');
  expect(await get()).toBe('load 1: hit -241 if-error');
  expect([await after(4.999), upstream.loads]).toEqual(['load 1: hit -245.999 if-error', 2]);
  expect([await after(0.001), upstream.loads]).toEqual(['load 1: hit -246 if-error', 3]);
});

it.each([undefined, 301])(
  'of all instances one loads what is missing, or %s s old; the others wait for its response (P-14)',
  async (age) => {
    const [one, other] = await startTwo(age);
    const finish = one.hold();
    const { sent } = await load(one);
    const waiting = Promise.all([other.get(), other.get()]);
    await new Promise(setImmediate);
    finish('one');
    expect(await sent).toMatch(/^load one: (?:uri-miss|stale) stored$/);
    expect(await waiting).toEqual(['load one: hit 60', 'load one: hit 60']);
    expect(other.upstream.loads).toBe(0);
  },
);

it('an instance that waits for another’s load in vain loads by itself after a second, and keeps its response', async () => {
  const [one, other] = await startTwo();
  one.hold();
  await load(one);
  const late = other.get();
  await new Promise(setImmediate);
  expect(other.upstream.loads).toBe(0);
  other.clock.time += 1_000;
  expect(await late).toBe('load 1: uri-miss stored');
  expect(await other.get()).toBe('load 1: hit 60');
});

it('a stale response that expires during the wait is not served', async () => {
  const { get, clock, upstream } = await startAged(359, NO_REVALIDATION);
  upstream.respond = () => new Promise((resolve) => setTimeout(resolve, 120, { body: Buffer.from('late') }));
  const pending = get({ policy: NO_REVALIDATION });
  clock.time += 2_000;
  expect(await pending).toBe('load late: stale stored');
});

it('after a second the stale response is served; the late one is for the next request (P-18)', async () => {
  const { get, after, hold } = await startAged(301);
  const finish = hold();
  expect(await get()).toBe('load 1: hit -241 if-error');
  finish('late');
  expect(await after(0)).toBe('load late: hit 60');
});

it.each<[ProblemType, number | undefined, string]>([
  ['upstream_error', undefined, 'load 1: hit -10 if-error'],
  ['throttled', undefined, 'load 1: hit -10 if-error'],
  ['upstream_refused', 400, 'upstream_refused'],
])('%s (%s) leads to %s: a stored response hides an outage, not a refusal', async (type, status, result) => {
  const { get, fail } = await startAged(70);
  fail(type, status);
  expect(await get({ policy: NO_REVALIDATION })).toBe(result);
});

it('when the managed identity is refused, stale responses are served for a minute, then dropped', async () => {
  const { get, cache, fail, after, rows } = await startAged(119, NO_REVALIDATION);
  fail('upstream_auth');
  expect([await get({ policy: NO_REVALIDATION }), rows.size]).toEqual(['load 1: hit -59 if-error', 1]);
  expect(await after(6, { policy: NO_REVALIDATION })).toBe('upstream_auth');
  await cache.settle();
  expect(rows.size).toBe(0);
  fail('upstream_unreachable');
  expect(await get({ policy: NO_REVALIDATION })).toBe('upstream_unreachable');
});

it('a response whose resource is gone is dropped from memory and store', async () => {
  const { get, cache, fail, after, upstream, rows } = await startAged(1);
  fail('upstream_refused', 404);
  expect(await get({ noCache: true })).toBe('upstream_refused');
  await cache.settle();
  expect(rows.size).toBe(0);
  expect(await after(5)).toBe('upstream_refused');
  expect(upstream.loads).toBe(3);
});

it.each(oddCalls)(
  'call $n of the store $mishap: a resource found gone is not served again, a new response soon',
  async ({ n, mishap }) => {
    for (const outcome of ['gone', 'changed']) {
      const { clock, fail, get, after, store, cache, upstream } = await startAged(61);
      const odd = spoilCall(n, mishap, { limitMs: 3, lateMs: 3 });
      Object.assign(store, { run: odd });
      // Time passes for who waits for a lease that nobody ends.
      const pass = (callback: () => void, ms: number) => {
        const end = () => {
          clock.time += ms;
          callback();
        };
        return setTimeout(end, 1);
      };
      Object.assign(clock, { setTimer: pass });
      odd.start();
      if (outcome === 'gone') fail('upstream_refused', 404);
      else upstream.respond = async () => ({ body: Buffer.from('changed') });
      // The stale response once more, while it is revalidated.
      await get();
      await cache.settle();
      const served = new Set<string>();
      for (let second = 1; second <= 35; second += 3) served.add((await after(3)).split(':')[0] ?? '');
      expect([...served]).toEqual([outcome === 'gone' ? 'upstream_refused' : 'load changed']);
    }
  },
);

it.each([
  ['a share of the caller who loads', new Problem('throttled', { outcome: 'not-sent', reason: 'caller_limit' })],
  ['a place', new Problem('overloaded', { outcome: 'not-sent', reason: 'queue' })],
])(
  'where %s was missing, nothing is known: the next caller loads, also with no-cache (P-13, P-19)',
  async (_, missing) => {
    for (const noCache of [true, false]) {
      const { get, after, upstream } = await startAged(noCache ? 1 : 301);
      const respond = upstream.respond;
      upstream.respond = () => Promise.reject(missing);
      await get({ noCache });
      upstream.respond = respond;
      expect(await after(0, { noCache, owner: 'bob' })).toBe(`load 3: ${noCache ? 'request' : 'stale'} stored`);
    }
  },
);

it('a table that gives nobody a lease stops no refresh (P-14, F45)', async () => {
  const { store, upstream, get, after, cache } = await startAged(61);
  // What is asked with the tag of a lease is refused, as with a 412.
  Object.assign(store, { refusesLeases: true });
  expect(await get()).toBe('load 1: hit -1 while-revalidating');
  await cache.settle();
  expect([upstream.loads, await after(1)]).toEqual([2, 'load 2: hit 59']);
});

it('a refusal is remembered for five seconds: fifty requests are one call', async () => {
  const { get, fail, after, upstream, store } = start();
  fail('upstream_refused', 404);
  for (let count = 0; count < 50; count++) expect(await get()).toBe('upstream_refused');
  expect([upstream.loads, store.calls]).toEqual([1, ['insertLease', 'endLease']]);
  expect([await after(4.999), upstream.loads]).toEqual(['upstream_refused', 1]);
  upstream.respond = async () => ({ body: Buffer.from('created') });
  expect(await after(0.001)).toBe('load created: uri-miss stored');
});

it('a caller that asks for a new response gets past a remembered refusal, once in ten seconds', async () => {
  const { get, fail, upstream } = start();
  fail('upstream_refused', 404);
  await get();
  for (let count = 0; count < 2; count++) expect(await get({ noCache: true })).toBe('upstream_refused');
  expect(upstream.loads).toBe(2);
});

it('a response whose body expires is not used after that, and not stored if it has expired already (P-15)', async () => {
  const { get, clock, pass, after, upstream, store } = start();
  upstream.respond = async () => ({ body: Buffer.from('x'), expiresAt: clock.wallNow() + 1 });
  expect(await get()).toBe('load x: uri-miss stored');
  expect(await after(0.001)).toBe('load x: stale stored');
  upstream.respond = async () => ({ body: Buffer.from('y'), expiresAt: clock.wallNow() });
  await pass(0.001);
  store.calls.length = 0;
  expect(await get()).toBe('load y: stale');
  await pass(0);
  expect(store.calls).not.toContain('save');
});

it('a caller that has used its quota is still served, but nothing is stored (A72)', async () => {
  const { get, pass, quota, rows } = start();
  quota.mayTake = false;
  expect(await get()).toBe('load 1: uri-miss');
  expect(await get({ owner: 'bob' })).toBe('load 2: uri-miss');
  await pass(0);
  expect([quota.taken, rows.size]).toEqual([['ann', 'bob'], 0]);
});

it('a response that replaces a stored one does not count for the quota', async () => {
  const { get, after, quota } = start();
  await get();
  quota.mayTake = false;
  for (const age of [61, 301]) await after(age);
  expect(quota.taken).toEqual(['ann']);
});
