import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextPace, type Observation, type Pace } from '../../../lib/upstream/pace.ts';

const limit = { perSecond: 25, burst: 250 };
const FLOOR = 0.025;

const observe = (now: number, more: Partial<Observation> = {}): Observation => ({
  now,
  random: 0.5,
  isRefused: false,
  ...more,
});

type Response = Pick<Observation, 'isRefused' | 'remaining' | 'resetMs'>;
const responses = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 60_000 })),
    random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    what: fc.oneof(
      fc.record({ remaining: fc.nat({ max: 250 }), isRefused: fc.boolean() }),
      fc.record({ remaining: fc.nat({ max: 250 }), resetMs: fc.nat({ max: 10_000 }), isRefused: fc.boolean() }),
      fc.record({ isRefused: fc.boolean() }),
    ),
  }),
  { minLength: 1, maxLength: 40 },
);

/** Returns the pace after each response. */
function follow(
  list: readonly { readonly afterMs: number; readonly random: number; readonly what: Response }[],
): Pace[] {
  let [pace, now] = [undefined as Pace | undefined, 0];
  return list.map(({ afterMs, random, what }) => {
    now += afterMs;
    pace = nextPace(pace, { now, random, ...what }, limit);
    return pace;
  });
}

it('P-32 whatever an upstream tells, the pace is between a thousandth of the limit and the limit', () => {
  fc.assert(
    fc.property(responses, (list) => {
      for (const { perSecond } of follow(list)) {
        expect(perSecond).toBeGreaterThanOrEqual(FLOOR - 1e-12);
        expect(perSecond).toBeLessThanOrEqual(limit.perSecond);
      }
    }),
  );
});

it('P-32 a pace changes at most every 1.5 s, and a refusal never raises it', () => {
  fc.assert(
    fc.property(responses, (list) => {
      const paces = follow(list);
      paces.slice(1).forEach((pace, index) => {
        const before = paces[index] as Pace;
        if (pace.perSecond === before.perSecond) return;
        expect(pace.lookedAt - before.lookedAt).toBeGreaterThanOrEqual(1_500);
        if (list[index + 1]?.what.isRefused) expect(pace.perSecond).toBeLessThan(before.perSecond);
      });
    }),
  );
});

const state = fc
  .record({
    perSecond: fc.double({ min: FLOOR, max: 25, noNaN: true }),
    left: fc.double({ min: 0, max: 10, noNaN: true }),
    windowEndsAt: fc.constantFrom(undefined, 5_000, 8_000),
    ownCalls: fc.nat({ max: 60 }),
  })
  .map((each): Pace => ({ ...each, lookedAt: 0, nextLookAt: 1_000 }));
const look = fc.record({ now: fc.integer({ min: 1_000, max: 40_000 }), remaining: fc.nat({ max: 250 }) });
const toResponse = ({ windowEndsAt }: Pace, { now, remaining }: { now: number; remaining: number }) =>
  observe(now, { remaining, ...(windowEndsAt !== undefined && { resetMs: Math.max(0, windowEndsAt - now) }) });

it('P-32 the more is left, the higher the pace', () => {
  fc.assert(
    fc.property(state, look, fc.nat({ max: 250 }), (pace, one, more) => {
      const other = { ...one, remaining: Math.min(250, one.remaining + more) };
      const [less, greater] = [one, other].map((each) => nextPace(pace, toResponse(pace, each), limit).perSecond);
      expect(greater).toBeGreaterThanOrEqual((less as number) - 1e-9);
    }),
  );
});

it('P-32 instances that are told the same come closer: none gains on a slower one', () => {
  fc.assert(
    fc.property(state, look, fc.double({ min: FLOOR, max: 25, noNaN: true }), (pace, response, perSecond) => {
      // Few calls of its own: neither is alone.
      const [one, other] = [pace.perSecond, perSecond].map((each) => ({ ...pace, ownCalls: 1, perSecond: each }));
      const next = [one, other].map((each) => nextPace(each as Pace, toResponse(pace, response), limit).perSecond);
      const apart = ([a = 1, b = 1]: number[]) => Math.abs(Math.log(a / b));
      expect(apart(next)).toBeLessThanOrEqual(apart([pace.perSecond, perSecond]) + 1e-9);
    }),
  );
});

it.each([
  [250, 25],
  [200, 25],
  [185, 12.5],
  [125, 0.78],
  [50, 0.025],
  [0, 0.025],
])('P-32 with %d of 250 calls left a new instance begins with %d calls per second', (remaining, perSecond) => {
  expect(nextPace(undefined, observe(0, { remaining }), limit).perSecond).toBeCloseTo(perSecond, 2);
});

it('P-32 an instance that made all the calls has the whole limit, whatever is left', () => {
  const pace: Pace = { perSecond: 3, left: 10, windowEndsAt: undefined, lookedAt: 0, nextLookAt: 2_000, ownCalls: 199 };
  // 200 calls in two seconds, in which 50 flowed in.
  expect(nextPace(pace, observe(2_000, { remaining: 100 }), limit).perSecond).toBe(25);
  expect(nextPace({ ...pace, ownCalls: 100 }, observe(2_000, { remaining: 100 }), limit).perSecond).toBeLessThan(3);
});

it('P-32 an upstream that says nothing is called at the limit until it refuses; then the pace rises slowly', () => {
  const paces: Pace[] = [];
  for (const each of [observe(0), observe(3_000, { isRefused: true }), observe(6_000), observe(106_000), observe(9e9)])
    paces.push(nextPace(paces.at(-1), each, limit));
  expect(paces.map(({ perSecond }) => Math.round(perSecond * 10) / 10)).toEqual([25, 17.5, 17.7, 22.7, 25]);
});

it('P-32 a window that is used up a second early slows an instance less than one that is used up at once', () => {
  const pace: Pace = { perSecond: 8, left: 4, windowEndsAt: 10_000, lookedAt: 0, nextLookAt: 0, ownCalls: 0 };
  const refused = (now: number) =>
    nextPace(pace, observe(now, { isRefused: true, remaining: 0, resetMs: 10_000 - now }), limit).perSecond;
  expect(refused(9_000)).toBeCloseTo(7.2);
  expect(refused(1_000)).toBeCloseTo(2);
});

it('P-32 an instance that looks less than once in a window learns what all used since the window began', () => {
  const pace: Pace = { perSecond: 3, left: 4, windowEndsAt: 10_000, lookedAt: 0, nextLookAt: 0, ownCalls: 5 };
  const next = (remaining: number, resetMs: number) =>
    nextPace(pace, observe(30_000 - resetMs, { remaining, resetMs }), limit).perSecond;
  // 125 calls in some 5.5 s are 0.91 of the limit, which eight aim at.
  expect(next(125, 5_000)).toBeCloseTo(3, 1);
  expect(next(10, 5_000)).toBeLessThan(2.1);
  // Just begun: nothing is known.
  expect(next(240, 9_000)).toBe(3);
});
