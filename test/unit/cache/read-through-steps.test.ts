/** One step after the other: what the cache answers at each age of a reply, and what it asks of upstream and store for it. */
import { expect, it } from 'vitest';
import { toCacheKey } from '../../../lib/cache/key.ts';
import { createMemoryStore } from '../../../lib/cache/memory-store.ts';
import { type CacheRequest, ResponseCache } from '../../../lib/cache/response-cache.ts';
import type { Store, StoredResponse } from '../../../lib/cache/store.ts';
import { Problem, type ProblemType } from '../../../lib/http/problem.ts';
import { createManualClock } from '../../support/clocks.ts';

const POLICY = { maxAge: 60, staleWhileRevalidate: 240, staleIfError: 3_600 };
const NO_REVALIDATION = { maxAge: 60, staleWhileRevalidate: 0, staleIfError: 300 };

const key = toCacheKey({
  operation: 'o',
  profile: 'vendor',
  apiVersion: '1',
  tenant: 't',
  accessScope: '*',
  relayed: 'r',
});

/** A shared store that keeps what it is given, and does as it is told. */
function startStore() {
  const state = {
    rows: new Map<string, StoredResponse>(),
    calls: [] as string[],
    fails: undefined as Error | undefined,
    /** What is waited for before a call acts. */
    wait: undefined as Promise<void> | undefined,
    lease: 'taken' as 'taken' | 'busy' | StoredResponse,
  };
  const act = async <T>(call: string, change: () => T): Promise<T> => {
    state.calls.push(call);
    if (state.fails) throw state.fails;
    await state.wait;
    return change();
  };
  const store: Store = {
    get: (of) => act('get', () => state.rows.get(of)),
    set: (of, reply) => act('set', () => void state.rows.set(of, reply)),
    remove: (of) => act('remove', () => void state.rows.delete(of)),
    lease: () => act('lease', () => state.lease),
    sweep: () => act('sweep', () => 0),
  };
  return { state, store };
}

/** An instance of its own over a shared store; `loads` counts what it fetched. */
function start({ state, store } = startStore()) {
  const clock = createManualClock(1_800_000_000_000, 20);
  const faults: unknown[] = [];
  const quota = { mayTake: true, taken: [] as string[] };
  const takeRow = (owner: string) => {
    quota.taken.push(owner);
    return quota.mayTake;
  };
  const cache = new ResponseCache(store, createMemoryStore(1_000_000), takeRow, clock, (error) => faults.push(error));
  const upstream = {
    loads: 0,
    answer: async (): Promise<{ body: Buffer; expiresAt?: number }> => ({
      body: Buffer.from(`${upstream.loads}`),
    }),
  };
  /** Asks, and answers what came in words. */
  const get = async (over: Partial<CacheRequest> = {}): Promise<string> => {
    const load = () => {
      upstream.loads++;
      return upstream.answer();
    };
    try {
      const { response: reply, state: told } = await cache.get({
        key,
        owner: 'ann',
        policy: POLICY,
        load,
        noCache: false,
        ...over,
      });
      const words = told.hit
        ? ['hit', Math.round(told.ttl * 1_000) / 1_000, told.stale]
        : [told.fwd, told.stored && 'stored', told.collapsed && 'collapsed'];
      return [`load ${reply.body}:`, ...words.filter((word) => word || word === 0)].join(' ');
    } catch (error) {
      return (error as Problem).type ?? String(error);
    }
  };
  const fail = (type: ProblemType, status?: number) => {
    upstream.answer = () => Promise.reject(new Problem(type, status === undefined ? {} : { status }));
  };
  const pass = async (seconds: number) => {
    await cache.settle();
    clock.time += seconds * 1_000;
  };
  return { cache, clock, faults, quota, upstream, get, fail, pass, store: state };
}

it('the first reply is loaded and stored, the next answers come from memory until it is stale (RFC 9111 4.2)', async () => {
  const { get, pass, store } = start();
  expect(await get()).toBe('load 1: uri-miss stored');
  await pass(0);
  expect([...store.rows.values()].map(({ body }) => String(body))).toEqual(['1']);
  expect(await get()).toBe('load 1: hit 60');
  await pass(59);
  expect(await get()).toBe('load 1: hit 1');
  expect(store.calls).toEqual(['get', 'set']);
});

it('who asks meanwhile shares the flight, and the look into the store (reliability 4.3)', async () => {
  const { get, upstream, store } = start();
  expect(await Promise.all([get(), get(), get()])).toEqual([
    'load 1: uri-miss stored',
    'load 1: uri-miss stored collapsed',
    'load 1: uri-miss stored collapsed',
  ]);
  expect([upstream.loads, store.calls]).toEqual([1, ['get', 'set']]);
});

it('a reply of another instance is found in the store, and then in memory', async () => {
  const shared = startStore();
  const [one, other] = [start(shared), start(shared)];
  await one.get();
  await one.cache.settle();
  shared.state.calls.length = 0;
  expect(await other.get()).toBe('load 1: hit 60');
  expect(await other.get()).toBe('load 1: hit 60');
  expect([other.upstream.loads, shared.state.calls]).toEqual([0, ['get']]);
});

it('a store that fails is a miss and costs nothing else; what fails beside the request is told (DESIGN 4, 10)', async () => {
  const { get, cache, faults, store } = start();
  store.fails = new Error('down');
  expect(await get()).toBe('load 1: uri-miss stored');
  await cache.settle();
  expect(faults).toEqual([store.fails]);
  expect(await get()).toBe('load 1: hit 60');
});

it('no-cache is granted once in ten seconds (reliability 4.4)', async () => {
  const { get, pass } = start();
  await get();
  expect(await get({ noCache: true })).toBe('load 2: request stored');
  await pass(9.999);
  expect(await get({ noCache: true })).toBe('load 2: hit 50.001');
  await pass(0.001);
  expect(await get({ noCache: true })).toBe('load 3: request stored');
});

it('a stale reply answers at once while a new one is fetched beside it (RFC 5861 3)', async () => {
  const { get, pass, upstream } = start();
  await get();
  await pass(61);
  expect(await get()).toBe('load 1: hit -1 while-revalidating');
  await pass(0);
  expect(await get()).toBe('load 2: hit 60');
  expect(upstream.loads).toBe(2);
});

it('a refresh is tried once a second, and once in five after it failed', async () => {
  const { get, fail, pass, upstream, faults } = start();
  await get();
  await pass(61);
  fail('upstream_unreachable');
  await Promise.all([get(), get()]);
  await pass(4.999);
  expect(await get()).toBe('load 1: hit -5.999 while-revalidating');
  expect(upstream.loads).toBe(2);
  await pass(0.001);
  await get();
  await pass(0);
  expect(upstream.loads).toBe(3);
  expect(faults).toEqual([expect.any(Problem), expect.any(Problem)]);
});

it('after a refusal, which is no outage, a refresh is tried a second later', async () => {
  const { get, fail, pass, upstream } = start();
  await get();
  await pass(61);
  fail('upstream_refused', 400);
  await get();
  await pass(0.999);
  await get();
  await pass(0.001);
  expect(upstream.loads).toBe(2);
  await get();
  await pass(0);
  expect(upstream.loads).toBe(3);
});

it('one instance of all refreshes: another’s lease is respected, another’s newer reply is taken (reliability 4.3)', async () => {
  const { get, clock, pass, upstream, store } = start();
  await get();
  await pass(61);
  store.lease = 'busy';
  await get();
  await pass(2);
  expect(upstream.loads).toBe(1);
  store.lease = { body: Buffer.from('other'), digest: 'd', fetchedAt: clock.now(), expiresAt: clock.now() + 1e6 };
  await get();
  await pass(0);
  expect(await get()).toBe('load other: hit 60');
  expect(upstream.loads).toBe(1);
});

it('where the store cannot tell, an instance refreshes', async () => {
  const { get, cache, pass, upstream, store } = start();
  await get();
  await pass(61);
  store.fails = new Error('down');
  await get();
  await cache.settle();
  expect(upstream.loads).toBe(2);
});

it('an older reply answers where a new one cannot be had (RFC 5861 4)', async () => {
  const { get, fail, pass, upstream } = start();
  await get();
  await pass(301);
  fail('upstream_unreachable');
  expect(await get()).toBe('load 1: hit -241 if-error');
  await pass(4.999);
  expect(await get()).toBe('load 1: hit -245.999 if-error');
  expect(upstream.loads).toBe(2);
  await pass(0.001);
  expect(await get()).toBe('load 1: hit -246 if-error');
  expect(upstream.loads).toBe(3);
});

it('a reply that is being refreshed asks the store for nothing but the lease', async () => {
  const { get, pass, store } = start();
  await get();
  await pass(61);
  store.calls.length = 0;
  await get();
  await pass(0);
  expect(store.calls).toEqual(['lease', 'set']);
});

it('before an old reply is fetched anew the store is asked: another instance may have a newer', async () => {
  const shared = startStore();
  const [one, other] = [start(shared), start(shared)];
  await one.get();
  await one.pass(301);
  other.clock.time += 301_000;
  shared.state.rows.clear();
  other.upstream.answer = async () => ({ body: Buffer.from('other') });
  await other.get();
  await other.cache.settle();
  expect(await one.get()).toBe('load other: hit 60');
  expect(one.upstream.loads).toBe(1);
});

it('the store is not asked while the new reply is under way, nor for five seconds after it failed', async () => {
  const { get, cache, fail, pass, upstream, store } = start();
  await get();
  await pass(301);
  store.calls.length = 0;
  upstream.answer = () => new Promise((_, reject) => setTimeout(reject, 20, new Problem('upstream_unreachable')));
  const first = get();
  while (upstream.loads === 1) await Promise.resolve();
  await Promise.all([first, get()]);
  await cache.settle();
  fail('upstream_unreachable');
  await get();
  expect(store.calls).toEqual(['get']);
});

it('a reply that goes out of use while a new one is waited for does not answer any more', async () => {
  const { get, clock, pass, upstream } = start();
  await get({ policy: NO_REVALIDATION });
  await pass(359);
  upstream.answer = () => new Promise((resolve) => setTimeout(resolve, 120, { body: Buffer.from('late') }));
  const asked = get({ policy: NO_REVALIDATION });
  clock.time += 2_000;
  expect(await asked).toBe('load late: stale stored');
});

it('when nothing is loaded or written any more, all has settled', async () => {
  const { get, cache, upstream } = start();
  const ends: string[] = [];
  upstream.answer = () =>
    new Promise((resolve) => {
      setTimeout(() => {
        ends.push('load');
        resolve({ body: Buffer.from('x') });
      }, 20);
    });
  void get();
  await new Promise(setImmediate);
  await cache.settle();
  expect(ends).toEqual(['load']);
});

it('an older reply gives way to a new one that comes in time', async () => {
  const { get, pass } = start();
  await get();
  await pass(301);
  expect(await get()).toBe('load 2: stale stored');
});

it('after a second of waiting an older reply answers; what comes late is for the next (reliability 4.4)', async () => {
  const { get, pass, upstream } = start();
  await get();
  await pass(301);
  let land = (_: { body: Buffer }): void => {};
  upstream.answer = () =>
    new Promise((resolve) => {
      land = resolve;
    });
  expect(await get()).toBe('load 1: hit -241 if-error');
  land({ body: Buffer.from('late') });
  await pass(0);
  expect(await get()).toBe('load late: hit 60');
});

it.each<[ProblemType, number | undefined, string]>([
  ['upstream_error', undefined, 'load 1: hit -10 if-error'],
  ['upstream_refused', 429, 'load 1: hit -10 if-error'],
  ['upstream_refused', 400, 'upstream_refused'],
])(
  'of %s (%s) the answer is %s: an outage hides behind a stored reply, a refusal does not',
  async (type, status, answer) => {
    const { get, fail, pass } = start();
    await get();
    await pass(70);
    fail(type, status);
    expect(await get({ policy: NO_REVALIDATION })).toBe(answer);
  },
);

it('a managed identity that is refused may have lost its right: old replies are of use for a minute, then forgotten', async () => {
  const { get, cache, fail, pass, store } = start();
  await get({ policy: NO_REVALIDATION });
  await pass(119);
  fail('upstream_auth');
  expect(await get({ policy: NO_REVALIDATION })).toBe('load 1: hit -59 if-error');
  expect(store.rows.size).toBe(1);
  await pass(6);
  expect(await get({ policy: NO_REVALIDATION })).toBe('upstream_auth');
  await cache.settle();
  expect(store.rows.size).toBe(0);
  fail('upstream_unreachable');
  expect(await get({ policy: NO_REVALIDATION })).toBe('upstream_unreachable');
});

it('of a reply that is stale for a minute already nothing is left then', async () => {
  const { get, fail, pass } = start();
  await get({ policy: NO_REVALIDATION });
  await pass(120);
  fail('upstream_auth');
  expect(await get({ policy: NO_REVALIDATION })).toBe('upstream_auth');
});

it('what is gone is forgotten, here and in the store, and a row from before does not bring it back', async () => {
  const { get, cache, fail, pass, upstream, store } = start();
  await get();
  await pass(1);
  const rows = new Map(store.rows);
  fail('upstream_refused', 404);
  expect(await get({ noCache: true })).toBe('upstream_refused');
  await cache.settle();
  expect(store.rows.size).toBe(0);
  store.rows = rows;
  expect(await get()).toBe('upstream_refused');
  expect(upstream.loads).toBe(3);
});

it('nor does what another instance had, where it is told of it while the thing goes', async () => {
  const { get, cache, clock, fail, pass, store } = start();
  await get();
  await pass(61);
  const before = { body: Buffer.from('before'), digest: 'd', fetchedAt: clock.now(), expiresAt: clock.now() + 1e6 };
  let tell = (): void => {};
  store.wait = new Promise((resolve) => {
    tell = resolve;
  });
  store.lease = before;
  await get();
  fail('upstream_refused', 404);
  expect(await get({ noCache: true })).toBe('upstream_refused');
  store.wait = undefined;
  tell();
  await cache.settle();
  expect(await get()).toBe('upstream_refused');
});

it('a reply that is of no more use stands in for nothing', async () => {
  const { get, fail, pass } = start();
  await get();
  await pass(3_660);
  expect(await get()).toBe('load 2: stale stored');
  await pass(3_660);
  fail('upstream_unreachable');
  expect(await get()).toBe('upstream_unreachable');
});

it('content that says when it is void is not used from then on, and not kept where that is now (reliability 4.4)', async () => {
  const { get, clock, pass, upstream, store } = start();
  upstream.answer = async () => ({ body: Buffer.from('x'), expiresAt: clock.now() + 1 });
  expect(await get()).toBe('load x: uri-miss stored');
  await pass(0.001);
  expect(await get()).toBe('load x: stale stored');
  upstream.answer = async () => ({ body: Buffer.from('y'), expiresAt: clock.now() });
  await pass(0.001);
  store.calls.length = 0;
  expect(await get()).toBe('load y: stale');
  await pass(0);
  expect(store.calls).not.toContain('set');
});

it('who has stored as many new replies as are his share is answered all the same, and nothing is kept (A72)', async () => {
  const { get, pass, quota, store } = start();
  quota.mayTake = false;
  expect(await get()).toBe('load 1: uri-miss');
  expect(await get({ owner: 'bob' })).toBe('load 2: uri-miss');
  await pass(0);
  expect([quota.taken, store.rows.size]).toEqual([['ann', 'bob'], 0]);
});

it('a reply that takes the place of one that is stored takes no share', async () => {
  const { get, pass, quota } = start();
  await get();
  quota.mayTake = false;
  await pass(61);
  await get();
  await pass(0);
  expect(await get()).toBe('load 2: hit 60');
  await pass(301);
  expect(await get()).toBe('load 3: stale stored');
  expect(quota.taken).toEqual(['ann']);
});
