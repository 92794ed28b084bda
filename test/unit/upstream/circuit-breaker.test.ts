import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CircuitBreaker, type Generation } from '../../../lib/upstream/circuit-breaker.ts';

const START = 1_000_000;

/** Without jitter unless a test sets another value. */
beforeEach(() => setRandom(0.5));

afterEach(() => {
  vi.restoreAllMocks();
});

function setRandom(value: number): void {
  vi.spyOn(Math, 'random').mockReturnValue(value);
}

function admit(breaker: CircuitBreaker, now: number): Generation {
  const generation = breaker.admit(now);
  if (generation === undefined) throw new Error('rejected');
  return generation;
}

function failTimes(breaker: CircuitBreaker, times: number, now: number, isConsecutive = true): void {
  for (let time = 0; time < times; time++) breaker.fail(admit(breaker, now), now, isConsecutive);
}

/** Returns a breaker that opened at START. */
function createOpen(): CircuitBreaker {
  const breaker = new CircuitBreaker();
  failTimes(breaker, 5, START);
  return breaker;
}

it('admits calls until five consecutive ones had no response (G4)', () => {
  const breaker = new CircuitBreaker();
  failTimes(breaker, 4, START);
  expect(breaker.isClosed).toBe(true);
  failTimes(breaker, 1, START);
  expect(breaker.isClosed).toBe(false);
  expect(breaker.admit(START)).toBeUndefined();
});

it.each<[string, (breaker: CircuitBreaker) => void]>([
  ['a success', (breaker) => breaker.succeed(admit(breaker, START), START)],
  ['a response that is a failure', (breaker) => breaker.fail(admit(breaker, START), START, false)],
])('%s in between resets the consecutive failures', (_, interrupt) => {
  const breaker = new CircuitBreaker();
  failTimes(breaker, 4, START);
  interrupt(breaker);
  failTimes(breaker, 4, START);
  expect(breaker.isClosed).toBe(true);
  failTimes(breaker, 1, START);
  expect(breaker.isClosed).toBe(false);
});

it('a cancelled call does not reset them', () => {
  const breaker = new CircuitBreaker();
  failTimes(breaker, 4, START);
  breaker.cancel(admit(breaker, START));
  failTimes(breaker, 1, START);
  expect(breaker.isClosed).toBe(false);
});

it.each([
  [10, 9, true],
  [10, 10, false],
  [9, 10, true],
  [11, 10, true],
  [0, 19, true],
  [0, 20, false],
])(
  'after %i successes and %i failed responses isClosed is %s (half of at least twenty calls opens it)',
  (good, bad, isClosed) => {
    const breaker = new CircuitBreaker();
    for (let count = 0; count < good; count++) breaker.succeed(admit(breaker, START), START);
    failTimes(breaker, bad, START, false);
    expect(breaker.isClosed).toBe(isClosed);
  },
);

it('calls older than ten seconds do not count', () => {
  const breaker = new CircuitBreaker();
  failTimes(breaker, 19, START, false);
  failTimes(breaker, 1, START + 10_000, false);
  expect(breaker.isClosed).toBe(true);
  failTimes(breaker, 18, START + 10_000, false);
  expect(breaker.isClosed).toBe(true);
  failTimes(breaker, 1, START + 10_000, false);
  expect(breaker.isClosed).toBe(false);
});

it.each([
  [0, 4_000],
  [0.5, 5_000],
  [0.75, 5_500],
])('open, it rejects for five seconds ± 20 % (random value %d)', (random, openMs) => {
  setRandom(random);
  const breaker = createOpen();
  expect(breaker.reopensInMs(START)).toBe(openMs);
  expect(breaker.admit(START + openMs - 1)).toBeUndefined();
  expect(breaker.isRefusing(START + openMs - 1)).toBe(true);
  expect(breaker.isRefusing(START + openMs)).toBe(false);
  expect(breaker.admit(START + openMs)).toBeDefined();
});

it('a failing probe opens it for only a second, so that a recovery is noticed soon (F27)', () => {
  const breaker = createOpen();
  let now = START;
  for (const [openMs, isConsecutive] of [
    [5_000, true],
    [1_000, false],
    [1_000, true],
    [1_000, true],
  ] as const) {
    expect(breaker.admit(now + openMs - 1)).toBeUndefined();
    now += openMs;
    breaker.fail(admit(breaker, now), now, isConsecutive);
    expect(breaker.isClosed).toBe(false);
  }
});

it('half-open, it admits one probe at a time, and one a second (P-09; G4)', () => {
  const breaker = createOpen();
  const now = START + 5_000;
  const probe = admit(breaker, now);
  expect(breaker.isRefusing(now + 60_000)).toBe(true);
  expect(breaker.admit(now + 60_000)).toBeUndefined();
  breaker.succeed(probe, now + 100);
  expect(breaker.admit(now + 999)).toBeUndefined();
  expect(breaker.reopensInMs(now + 100)).toBe(1_000);
  expect(breaker.admit(now + 1_000)).toBeDefined();
});

it('after a cancelled probe it admits another, a second later', () => {
  const breaker = createOpen();
  const now = START + 5_000;
  breaker.cancel(admit(breaker, now));
  expect(breaker.isClosed).toBe(false);
  expect(breaker.admit(now + 999)).toBeUndefined();
  expect(breaker.admit(now + 1_000)).toBeDefined();
});

/** Closes the breaker with two successful probes. */
function close(breaker: CircuitBreaker, now: number): void {
  for (const at of [now, now + 1_000]) breaker.succeed(admit(breaker, at), at);
}

it('two successful probes close it', () => {
  const breaker = createOpen();
  const now = START + 5_000;
  breaker.succeed(admit(breaker, now), now);
  expect(breaker.isClosed).toBe(false);
  breaker.succeed(admit(breaker, now + 1_000), now + 1_000);
  expect(breaker.isClosed).toBe(true);
  expect(breaker.isRefusing(now + 1_000)).toBe(false);
  expect([breaker.admit(now + 1_000), breaker.admit(now + 1_000)]).not.toContain(undefined);
});

it('the two successful probes must be consecutive', () => {
  const breaker = createOpen();
  breaker.succeed(admit(breaker, START + 5_000), START + 5_000);
  breaker.fail(admit(breaker, START + 6_000), START + 6_000, true);
  breaker.succeed(admit(breaker, START + 16_000), START + 16_000);
  expect(breaker.isClosed).toBe(false);
});

it('closed again, its counts and times are reset', () => {
  const breaker = new CircuitBreaker();
  failTimes(breaker, 20, START, false);
  close(breaker, START + 5_000);
  failTimes(breaker, 4, START + 6_000);
  expect(breaker.isClosed).toBe(true);
  failTimes(breaker, 1, START + 6_000);
  expect(breaker.reopensInMs(START + 6_000)).toBe(5_000);
});

it('results of calls admitted before it opened or closed are ignored', () => {
  const breaker = new CircuitBreaker();
  const [slow, slower, slowest] = [admit(breaker, START), admit(breaker, START), admit(breaker, START)];
  failTimes(breaker, 5, START);
  const probe = admit(breaker, START + 5_000);
  breaker.cancel(slow);
  breaker.succeed(slower, START + 5_000);
  breaker.fail(slowest, START + 5_000, true);
  expect(breaker.isRefusing(START + 6_000)).toBe(true);
  breaker.succeed(probe, START + 5_000);
  breaker.succeed(admit(breaker, START + 6_000), START + 6_000);
  expect(breaker.isClosed).toBe(true);
  for (let count = 0; count < 5; count++) breaker.fail(slow, START + 6_000, true);
  for (let count = 0; count < 5; count++) breaker.fail(probe, START + 6_000, true);
  expect(breaker.isClosed).toBe(true);
});

it('a late success of an older generation does not reset the consecutive failures', () => {
  const breaker = new CircuitBreaker();
  const slow = admit(breaker, START);
  failTimes(breaker, 5, START);
  close(breaker, START + 5_000);
  failTimes(breaker, 4, START + 7_000);
  breaker.succeed(slow, START + 7_000);
  failTimes(breaker, 1, START + 7_000);
  expect(breaker.isClosed).toBe(false);
});

interface Call {
  readonly generation: Generation;
  readonly isProbe: boolean;
}

/** Admits a call if the breaker does; `isRefusing` must have announced it. */
function tryAdmit(breaker: CircuitBreaker, now: number): Call | undefined {
  const isProbe = !breaker.isClosed;
  const isRefusing = breaker.isRefusing(now);
  const generation = breaker.admit(now);
  expect(generation === undefined).toBe(isRefusing);
  expect(isRefusing && !isProbe).toBe(false);
  return generation === undefined ? undefined : { generation, isProbe };
}

const REPORTS = {
  succeed: (breaker: CircuitBreaker, generation: Generation, now: number) => breaker.succeed(generation, now),
  fail: (breaker: CircuitBreaker, generation: Generation, now: number) => breaker.fail(generation, now, true),
  failWithResponse: (breaker: CircuitBreaker, generation: Generation, now: number) =>
    breaker.fail(generation, now, false),
  cancel: (breaker: CircuitBreaker, generation: Generation) => breaker.cancel(generation),
};

const someStep = fc.record({
  waitMs: fc.oneof(fc.constant(0), fc.nat({ max: 500 }), fc.nat({ max: 8_000 })),
  report: fc.constantFrom(
    undefined,
    undefined,
    ...(['succeed', 'fail', 'fail', 'failWithResponse', 'cancel'] as const),
  ),
  which: fc.nat({ max: 3 }),
});

it('for any sequence: a breaker that is not closed has at most one probe in progress, and one a second', () => {
  const someSteps = fc.array(someStep, { minLength: 20, maxLength: 150 });
  fc.assert(
    fc.property(someSteps, fc.double({ min: 0, max: 0.999, noNaN: true }), (steps, random) => {
      setRandom(random);
      const breaker = createOpen();
      const inProgress: Call[] = [];
      const probedAt: number[] = [];
      let now = START;
      for (const { waitMs, report, which } of steps) {
        now += waitMs;
        if (report) {
          for (const { generation } of inProgress.splice(which, 1)) REPORTS[report](breaker, generation, now);
          continue;
        }
        const call = tryAdmit(breaker, now);
        if (call?.isProbe) {
          const others = inProgress.filter(({ generation, isProbe }) => isProbe && generation === call.generation);
          expect(others).toEqual([]);
          probedAt.push(now);
        }
        if (call) inProgress.push(call);
      }
      const spans = probedAt.slice(1).map((at, index) => at - (probedAt[index] ?? 0));
      expect(Math.min(1_000, ...spans)).toBe(1_000);
    }),
    { numRuns: 300 },
  );
});
