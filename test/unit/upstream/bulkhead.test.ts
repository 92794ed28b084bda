import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../lib/time/clock.ts';
import { Bulkhead } from '../../../lib/upstream/bulkhead.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Records whether a place was given, once that is decided. */
function watch(entering: ReturnType<typeof enter>) {
  const state: { place?: 'given' | 'rejected'; leave?: () => void } = {};
  void entering.then((place) => Object.assign(state, place, { place: place ? 'given' : 'rejected' }));
  return state;
}

let callers = 0;

/** Enters, as a caller of its own unless one is given. */
async function enter(bulkhead: Bulkhead, waitMs: number, caller = `caller ${++callers}`, start = () => true) {
  const hasPlace = await bulkhead.enter({ caller, start }, waitMs);
  return hasPlace ? { leave: () => bulkhead.leave(caller) } : undefined;
}

const tick = () => vi.advanceTimersByTimeAsync(0);

it('rejects at once if the queue is full or the call may not wait', async () => {
  const bulkhead = new Bulkhead({ parallel: 1, queue: 1 }, systemClock);
  const calls = [1_000, 0, -1, 1, 1].map((waitMs) => watch(enter(bulkhead, waitMs)));
  await tick();
  expect(calls.map(({ place }) => place)).toEqual(['given', 'rejected', 'rejected', undefined, 'rejected']);
});

it('waits no longer than its limit, then leaves the queue', async () => {
  const bulkhead = new Bulkhead({ parallel: 1, queue: 2 }, systemClock);
  const holder = watch(enter(bulkhead, 1_000));
  const [short, long] = [watch(enter(bulkhead, 100)), watch(enter(bulkhead, 1_000))];
  await vi.advanceTimersByTimeAsync(99);
  expect(short.place).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(short.place).toBe('rejected');
  expect(long.place).toBeUndefined();
  const later = watch(enter(bulkhead, 1_000));
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
  ])('of %i places one caller gets %i, so that others find one', async (parallel, own) => {
    const bulkhead = new Bulkhead({ parallel, queue: 100 }, systemClock);
    const greedy = Array.from({ length: 50 }, () => watch(enter(bulkhead, 1_000, 'greedy')));
    await tick();
    expect(greedy.filter(({ place }) => place === 'given')).toHaveLength(own);
    const other = watch(enter(bulkhead, 1_000, 'other'));
    await tick();
    expect(other.place).toBe(parallel === 1 ? undefined : 'given');
  });

  it('three greedy callers leave a fourth his share, and a place for another', async () => {
    const bulkhead = new Bulkhead({ parallel: 12, queue: 100 }, systemClock);
    const calls = ['a', 'b', 'c'].map((name) => Array.from({ length: 20 }, () => watch(enter(bulkhead, 1_000, name))));
    const inside = () => calls.map((own) => own.filter(({ place, leave }) => place === 'given' && leave).length);
    await tick();
    expect(inside()).toEqual([11, 1, 0]);
    const fourth = Array.from({ length: 3 }, () => watch(enter(bulkhead, 1_000, 'd')));
    for (const call of calls[0]?.slice(0, 8) ?? []) {
      call.leave?.();
      delete call.leave;
      await tick();
    }
    expect([...inside(), fourth.filter(({ place }) => place === 'given').length]).toEqual([3, 3, 3, 2]);
  });

  it('a place goes to the caller with the fewest calls in progress, in turns if they have the same', async () => {
    const bulkhead = new Bulkhead({ parallel: 1, queue: 100 }, systemClock);
    const order: string[] = [];
    const call = (caller: string) =>
      void enter(bulkhead, 1_000, caller).then((place) => {
        order.push(caller);
        setTimeout(() => place?.leave(), 1);
      });
    for (let count = 0; count < 4; count++) call('greedy');
    call('other');
    call('third');
    await vi.advanceTimersByTimeAsync(20);
    expect(order).toEqual(['greedy', 'other', 'third', 'greedy', 'greedy', 'greedy']);
  });

  it('shares are of those who called in the last ten seconds', async () => {
    const bulkhead = new Bulkhead({ parallel: 13, queue: 100 }, systemClock);
    const countPlaces = async () => {
      const calls = Array.from({ length: 20 }, () => watch(enter(bulkhead, 0, 'greedy')));
      await tick();
      const places = calls.filter(({ leave }) => leave);
      for (const { leave } of places) leave?.();
      return places.length;
    };
    const alone = await countPlaces();
    for (const caller of ['b', 'c']) (await enter(bulkhead, 0, caller))?.leave();
    const among = await countPlaces();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([alone, among, await countPlaces()]).toEqual([12, 7, 12]);
  });

  it('a full queue makes room for a caller who has fewer waiting: the newest of the longest line is rejected', async () => {
    const bulkhead = new Bulkhead({ parallel: 1, queue: 3 }, systemClock);
    await enter(bulkhead, 0, 'holder');
    const greedy = Array.from({ length: 4 }, () => watch(enter(bulkhead, 1_000, 'greedy')));
    const other = watch(enter(bulkhead, 1_000, 'other'));
    await tick();
    expect(greedy.map(({ place }) => place)).toEqual([undefined, undefined, 'rejected', 'rejected']);
    expect([other.place, bulkhead.count().waiting]).toEqual([undefined, 3]);
  });

  it('whoever may not go now lets others pass, and goes when pump is called', async () => {
    const bulkhead = new Bulkhead({ parallel: 2, queue: 3 }, systemClock);
    let mayGo = false;
    const held = watch(enter(bulkhead, 1_000, 'a', () => mayGo));
    const free = watch(enter(bulkhead, 1_000, 'a'));
    await tick();
    expect([held.place, free.place]).toEqual([undefined, 'given']);
    free.leave?.();
    mayGo = true;
    bulkhead.pump();
    await tick();
    expect([held.place, bulkhead.count().inside]).toEqual(['given', 1]);
  });
});

it('a changed size ends no call and no wait: those who wait go in as soon as there is a place', async () => {
  const bulkhead = new Bulkhead({ parallel: 1, queue: 2 }, systemClock);
  const first = await enter(bulkhead, 0);
  const waiting = enter(bulkhead, 60_000);
  bulkhead.size = { parallel: 3, queue: 0 };
  bulkhead.pump();
  expect(await waiting).toBeDefined();
  bulkhead.size = { parallel: 1, queue: 0 };
  expect(bulkhead.count().inside).toBe(2);
  expect(await enter(bulkhead, 60_000)).toBeUndefined();
  first?.leave();
  expect(await enter(bulkhead, 60_000)).toBeUndefined();
});
