import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../../lib/time/clock.ts';
import { createBulkhead } from '../../../lib/upstream/bulkhead.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

type Leave = (() => void) | undefined;

/** Says whether a place came, once something did. */
function watch(entering: Promise<Leave>): { place?: 'given' | 'refused'; leave?: () => void } {
  const state: { place?: 'given' | 'refused'; leave?: () => void } = {};
  void entering.then((leave) => {
    state.place = leave ? 'given' : 'refused';
    if (leave) state.leave = leave;
  });
  return state;
}

const tick = () => vi.advanceTimersByTimeAsync(0);

it('gives as many places as there are at once, then makes wait', async () => {
  const bulkhead = createBulkhead({ parallel: 2, queue: 1 }, systemClock);
  const asked = [1, 2, 3].map(() => watch(bulkhead.enter(1_000)));
  await tick();
  expect(asked.map(({ place }) => place)).toEqual(['given', 'given', undefined]);
});

it('refuses at once when the queue is full, and whoever will not wait', async () => {
  const bulkhead = createBulkhead({ parallel: 1, queue: 1 }, systemClock);
  const asked = [1_000, 0, -1, 1, 1].map((waitMs) => watch(bulkhead.enter(waitMs)));
  await tick();
  expect(asked.map(({ place }) => place)).toEqual(['given', 'refused', 'refused', undefined, 'refused']);
});

it('who will not wait is given a place where there is one', async () => {
  expect(await createBulkhead({ parallel: 1, queue: 0 }, systemClock).enter(0)).toBeTypeOf('function');
});

it('gives a place at once where one is free, and none past those who wait', async () => {
  const bulkhead = createBulkhead({ parallel: 1, queue: 1 }, systemClock);
  const leave = bulkhead.tryEnter();
  expect([bulkhead.tryEnter(), bulkhead.inside]).toEqual([undefined, 1]);
  const next = watch(bulkhead.enter(1_000));
  leave?.();
  expect(bulkhead.tryEnter()).toBeUndefined();
  await tick();
  expect(next.place).toBe('given');
});

it('hands a place over in the order of asking', async () => {
  const bulkhead = createBulkhead({ parallel: 1, queue: 3 }, systemClock);
  const asked = [1, 2, 3].map(() => watch(bulkhead.enter(1_000)));
  await tick();
  asked[0]?.leave?.();
  await tick();
  expect(asked.map(({ place }) => place)).toEqual(['given', 'given', undefined]);
  asked[1]?.leave?.();
  await tick();
  expect(asked.map(({ place }) => place)).toEqual(['given', 'given', 'given']);
});

it('a place that nobody waits for is free again', async () => {
  const bulkhead = createBulkhead({ parallel: 1, queue: 0 }, systemClock);
  const leave = await bulkhead.enter(0);
  expect(await bulkhead.enter(0)).toBeUndefined();
  leave?.();
  expect(await bulkhead.enter(0)).toBeTypeOf('function');
});

it('a place is given back once, however often its holder leaves', async () => {
  const bulkhead = createBulkhead({ parallel: 1, queue: 0 }, systemClock);
  const leave = await bulkhead.enter(0);
  leave?.();
  leave?.();
  expect(await bulkhead.enter(0)).toBeTypeOf('function');
  leave?.();
  expect(await bulkhead.enter(0)).toBeUndefined();
});

it('waits no longer than it is told, and then is no longer in the queue', async () => {
  const bulkhead = createBulkhead({ parallel: 1, queue: 2 }, systemClock);
  const holder = watch(bulkhead.enter(1_000));
  const [short, long] = [watch(bulkhead.enter(100)), watch(bulkhead.enter(1_000))];
  await vi.advanceTimersByTimeAsync(99);
  expect(short.place).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(short.place).toBe('refused');
  expect(long.place).toBeUndefined();
  const later = watch(bulkhead.enter(1_000));
  holder.leave?.();
  await tick();
  expect([long.place, later.place]).toEqual(['given', undefined]);
});

it('leaves no timer behind', async () => {
  const bulkhead = createBulkhead({ parallel: 1, queue: 2 }, systemClock);
  const holder = watch(bulkhead.enter(1_000));
  const waiting = watch(bulkhead.enter(1_000));
  await tick();
  holder.leave?.();
  await tick();
  expect(waiting.place).toBe('given');
  expect(vi.getTimerCount()).toBe(0);
});

it('whatever comes, never holds more than it has places, nor refuses one that is free, and keeps the order', async () => {
  const step = fc.record({
    act: fc.constantFrom('enter', 'enter', 'leave', 'wait'),
    which: fc.nat(),
    ms: fc.nat({ max: 60 }),
  });
  const sizes = fc.record({ parallel: fc.integer({ min: 1, max: 4 }), queue: fc.nat({ max: 4 }) });
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(step, { maxLength: 60 }), async (size, steps) => {
      const bulkhead = createBulkhead(size, systemClock);
      const inside: (() => void)[] = [];
      const admitted: number[] = [];
      const gone = new Set<number>();
      let asked = 0;
      for (const { act, which, ms } of steps) {
        if (act === 'enter') {
          const number = asked++;
          const hadRoom = inside.length < size.parallel;
          let isRefused = false;
          void bulkhead.enter(ms).then((leave) => {
            if (leave === undefined) {
              isRefused = true;
              gone.add(number);
            } else {
              admitted.push(number);
              inside.push(leave);
            }
          });
          await tick();
          if (hadRoom) expect(isRefused).toBe(false);
        } else if (act === 'leave') {
          inside.splice(which % Math.max(1, inside.length), 1)[0]?.();
          await tick();
        } else await vi.advanceTimersByTimeAsync(ms);
        expect(inside.length).toBeLessThanOrEqual(size.parallel);
        const waiting = asked - admitted.length - gone.size;
        expect(waiting).toBeLessThanOrEqual(size.queue);
        if (waiting > 0) expect(inside.length).toBe(size.parallel);
      }
      expect(admitted).toEqual(admitted.toSorted((one, other) => one - other));
      vi.clearAllTimers();
    }),
    { numRuns: 100 },
  );
});
