import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../lib/time/clock.ts';
import { Admission } from '../../../lib/upstream/admission.ts';
import { MIN_ATTEMPT_MS } from '../../../lib/upstream/failure.ts';
import type { Quota } from '../../../lib/upstream/scope.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Records whether a place was given, once that is decided. */
function watch(entering: ReturnType<typeof enter>) {
  const state: { place?: 'given' | 'rejected'; leave?: () => void } = {};
  void entering.then((place) => Object.assign(state, place, { place: place ? 'given' : 'rejected' }));
  return state;
}

const names = { operation: 'get', scope: 's1', counter: 's1', resource: 'r1', voter: 'r1' };
let callers = 0;

/** Enters, as a new person of one tenant by default; the first letter of `a:name` is the tenant. */
async function enter(places: Admission, waitMs: number, caller = `caller ${++callers}`) {
  const quota: Quota = { kind: 'read', ...names, tenant: caller.split(':').at(-2) ?? 'one', caller };
  const permit = await places.admit(quota, { remainingMs: () => waitMs + MIN_ATTEMPT_MS }).catch(() => {});
  return permit && { leave: () => permit.cancel() };
}

const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
/** The size may be changed. */
const create = (parallel: number, queue = 100, size = { parallel, queue }) =>
  new Admission('read', () => ({ bulkhead: { read: size, write: size }, rate: {} }), systemClock);
/** Several calls of one caller that wait a second. */
const enterAll = (places: Admission, count: number, caller: string, waitMs = 1_000) =>
  Array.from({ length: count }, () => watch(enter(places, waitMs, caller)));
const countGiven = (calls: readonly ReturnType<typeof watch>[]) => calls.filter(({ leave }) => leave).length;

it('rejects at once if the queue is full or the call may not wait', async () => {
  const places = create(1, 1);
  const calls = [1_000, 0, -1, 1, 1].map((waitMs) => watch(enter(places, waitMs)));
  await tick();
  expect(calls.map(({ place }) => place)).toEqual(['given', 'rejected', 'rejected', undefined, 'rejected']);
});

it('waits no longer than its limit, then leaves the queue', async () => {
  const places = create(1, 2);
  const holder = watch(enter(places, 1_000));
  const [short, long] = [watch(enter(places, 100)), watch(enter(places, 1_000))];
  await tick(99);
  expect(short.place).toBeUndefined();
  await tick(1);
  expect([short.place, long.place]).toEqual(['rejected', undefined]);
  const later = watch(enter(places, 1_000));
  holder.leave?.();
  await tick();
  expect([long.place, later.place]).toEqual(['given', undefined]);
});

describe('fairness (P-11)', () => {
  it.each([
    [1, 1],
    [2, 1],
    [5, 4],
    [8, 7],
    [40, 39],
  ])('of %i places one caller gets %i, so that others find one (A83, F29)', async (parallel, own) => {
    const places = create(parallel);
    const greedy = enterAll(places, 50, 'greedy');
    await tick();
    expect(countGiven(greedy)).toBe(own);
    const other = watch(enter(places, 1_000, 'other'));
    await tick();
    expect(other.place).toBe(parallel === 1 ? undefined : 'given');
  });

  it('three greedy callers leave a fourth his share, and a place for another', async () => {
    const places = create(12);
    const calls = ['a', 'b', 'c'].map((name) => enterAll(places, 20, name));
    await tick();
    expect(calls.map(countGiven)).toEqual([11, 1, 0]);
    const fourth = enterAll(places, 3, 'd');
    for (const call of calls[0]?.slice(0, 8) ?? []) {
      call.leave?.();
      delete call.leave;
      await tick();
    }
    expect([...calls, fourth].map(countGiven)).toEqual([3, 3, 3, 2]);
  });

  it('a place goes to the caller with the fewest calls in progress, in turns if they have the same', async () => {
    const places = create(1);
    const order: string[] = [];
    const call = (caller: string) =>
      void enter(places, 1_000, caller).then((place) => {
        order.push(caller);
        setTimeout(() => place?.leave(), 1);
      });
    for (let count = 0; count < 4; count++) call('greedy');
    call('other');
    call('third');
    await tick(20);
    expect(order).toEqual(['greedy', 'other', 'third', 'greedy', 'greedy', 'greedy']);
  });

  it('shares are of those who called in the last ten seconds', async () => {
    const places = create(13);
    const countPlaces = async () => {
      const calls = enterAll(places, 20, 'greedy', 0);
      await tick();
      const given = calls.filter(({ leave }) => leave);
      for (const { leave } of given) leave?.();
      return given.length;
    };
    const alone = await countPlaces();
    for (const caller of ['b', 'c']) (await enter(places, 0, caller))?.leave();
    const among = await countPlaces();
    await tick(10_000);
    expect([alone, among, await countPlaces()]).toEqual([12, 7, 12]);
  });

  it('a full queue makes room for a caller who has fewer waiting: the newest of the longest line is rejected', async () => {
    const places = create(1, 3);
    await enter(places, 0, 'holder');
    const greedy = enterAll(places, 4, 'greedy');
    const other = watch(enter(places, 1_000, 'other'));
    await tick();
    expect(greedy.map(({ place }) => place)).toEqual([undefined, undefined, 'rejected', 'rejected']);
    expect([other.place, places.collectStats().waiting]).toEqual([undefined, 3]);
  });

  it('turns go by tenant, then by person: forty people of one get half of the places', async () => {
    const places = create(5);
    const many = Array.from({ length: 40 }, (_, at) => watch(enter(places, 8_000, `a:${at}`)));
    await tick();
    // One place is kept only for tenants that called.
    expect(countGiven(many)).toBe(5);
    const own = enterAll(places, 10, 'b:1', 8_000);
    for (let round = 0; round < 5; round++) {
      await tick(1_500);
      for (const call of [...many, ...own]) {
        call.leave?.();
        delete call.leave;
      }
    }
    await tick();
    expect(own.filter(({ place }) => place === 'given')).toHaveLength(10);
  });

  it('a place is kept for another tenant that called in the last seconds', async () => {
    const places = create(5);
    (await enter(places, 0, 'b:1'))?.leave();
    const many = Array.from({ length: 40 }, (_, at) => watch(enter(places, 8_000, `a:${at}`)));
    await tick();
    expect(countGiven(many)).toBe(4);
    expect(await enter(places, 0, 'b:1')).toBeDefined();
  });

  it('in a full line the tenant with the most makes room, then the person', async () => {
    const places = create(1, 4);
    await enter(places, 0, 'holder:1');
    const many = ['a:1', 'a:1', 'a:2', 'a:3'].map((caller) => watch(enter(places, 8_000, caller)));
    const other = watch(enter(places, 8_000, 'b:1'));
    const fourth = watch(enter(places, 8_000, 'a:4'));
    await tick();
    expect([...many, other, fourth].map(({ place }) => place)).toEqual([
      ...[undefined, 'rejected', undefined, undefined],
      ...[undefined, 'rejected'],
    ]);
  });
});

it('a changed size ends no call and no wait: those who wait go in as soon as there is a place', async () => {
  const size = { parallel: 1, queue: 2 };
  const places = create(1, 2, size);
  const first = await enter(places, 0);
  const waiting = enter(places, 60_000);
  Object.assign(size, { parallel: 3, queue: 0 });
  await enter(places, 0);
  expect(await waiting).toBeDefined();
  Object.assign(size, { parallel: 1, queue: 0 });
  expect(places.collectStats().inside).toBe(3);
  expect(await enter(places, 60_000)).toBeUndefined();
  first?.leave();
  expect(await enter(places, 60_000)).toBeUndefined();
});
