import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CircuitBreaker, createCircuitBreaker, type Generation } from '../../../lib/upstream/circuit-breaker.ts';

const START = 1_000_000;

/** In the middle of the jitter: an open breaker probes after exactly its time. */
const half = () => 0.5;

function letThrough(breaker: CircuitBreaker, now: number): Generation {
  const phase = breaker.admit(now);
  if (phase === undefined) throw new Error('refused');
  return phase;
}

function failTimes(breaker: CircuitBreaker, times: number, now: number, local = true): void {
  for (let time = 0; time < times; time++) breaker.fail(letThrough(breaker, now), now, local);
}

/** Answers a breaker that has opened at `now`. */
function createOpen(now = START, random = half): CircuitBreaker {
  const breaker = createCircuitBreaker(random);
  failTimes(breaker, 5, now);
  return breaker;
}

it('lets calls through until five in a row had no answer (G4)', () => {
  const breaker = createCircuitBreaker(half);
  failTimes(breaker, 4, START);
  expect(breaker.isClosed).toBe(true);
  failTimes(breaker, 1, START);
  expect(breaker.isClosed).toBe(false);
  expect(breaker.admit(START)).toBeUndefined();
});

it.each<[string, (breaker: CircuitBreaker) => void]>([
  ['a success', (breaker) => breaker.succeed(letThrough(breaker, START), START)],
  ['an answer that is a failure', (breaker) => breaker.fail(letThrough(breaker, START), START, false)],
])('%s in between starts the row anew', (_, interrupt) => {
  const breaker = createCircuitBreaker(half);
  failTimes(breaker, 4, START);
  interrupt(breaker);
  failTimes(breaker, 4, START);
  expect(breaker.isClosed).toBe(true);
  failTimes(breaker, 1, START);
  expect(breaker.isClosed).toBe(false);
});

it('a call that says nothing of health does not', () => {
  const breaker = createCircuitBreaker(half);
  failTimes(breaker, 4, START);
  breaker.cancel(letThrough(breaker, START));
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
  'after %i successes and %i failed answers it is closed: %s (half of twenty calls or more)',
  (good, bad, isClosed) => {
    const breaker = createCircuitBreaker(half);
    for (let count = 0; count < good; count++) breaker.succeed(letThrough(breaker, START), START);
    failTimes(breaker, bad, START, false);
    expect(breaker.isClosed).toBe(isClosed);
  },
);

it('calls of more than ten seconds ago no longer count', () => {
  const breaker = createCircuitBreaker(half);
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
])('open, it refuses for five seconds, a fifth less or more by chance (%d)', (random, openMs) => {
  const breaker = createOpen(START, () => random);
  expect(breaker.reopensInMs(START)).toBe(openMs);
  expect(breaker.admit(START + openMs - 1)).toBeUndefined();
  expect(breaker.isRefusing(START + openMs - 1)).toBe(true);
  expect(breaker.isRefusing(START + openMs)).toBe(false);
  expect(breaker.admit(START + openMs)).toBeDefined();
});

it('a failing probe, answered or not, opens it for a second: the first good answer comes soon after the upstream is well (F27)', () => {
  const breaker = createOpen();
  let now = START;
  for (const [openMs, local] of [
    [5_000, true],
    [1_000, false],
    [1_000, true],
    [1_000, true],
  ] as const) {
    expect(breaker.admit(now + openMs - 1)).toBeUndefined();
    now += openMs;
    breaker.fail(letThrough(breaker, now), now, local);
    expect(breaker.isClosed).toBe(false);
  }
});

it('half-open, one probe is out at a time, and one a second (reliability 4.2; G4)', () => {
  const breaker = createOpen();
  const now = START + 5_000;
  const probe = letThrough(breaker, now);
  expect(breaker.isRefusing(now + 60_000)).toBe(true);
  expect(breaker.admit(now + 60_000)).toBeUndefined();
  breaker.succeed(probe, now + 100);
  expect(breaker.admit(now + 999)).toBeUndefined();
  expect(breaker.reopensInMs(now + 100)).toBe(1_000);
  expect(breaker.admit(now + 1_000)).toBeDefined();
});

it('a probe that says nothing of health gives its place to another, a second later', () => {
  const breaker = createOpen();
  const now = START + 5_000;
  breaker.cancel(letThrough(breaker, now));
  expect(breaker.isClosed).toBe(false);
  expect(breaker.admit(now + 999)).toBeUndefined();
  expect(breaker.admit(now + 1_000)).toBeDefined();
});

/** Lets two probes succeed. */
function close(breaker: CircuitBreaker, now: number): void {
  for (const at of [now, now + 1_000]) breaker.succeed(letThrough(breaker, at), at);
}

it('two good probes close it', () => {
  const breaker = createOpen();
  const now = START + 5_000;
  breaker.succeed(letThrough(breaker, now), now);
  expect(breaker.isClosed).toBe(false);
  breaker.succeed(letThrough(breaker, now + 1_000), now + 1_000);
  expect(breaker.isClosed).toBe(true);
  expect(breaker.isRefusing(now + 1_000)).toBe(false);
  expect([breaker.admit(now + 1_000), breaker.admit(now + 1_000)]).not.toContain(undefined);
});

it('two good probes are two of one opening', () => {
  const breaker = createOpen();
  breaker.succeed(letThrough(breaker, START + 5_000), START + 5_000);
  breaker.fail(letThrough(breaker, START + 6_000), START + 6_000, true);
  breaker.succeed(letThrough(breaker, START + 16_000), START + 16_000);
  expect(breaker.isClosed).toBe(false);
});

it('closed again, it starts from nothing: rows, shares and times', () => {
  const breaker = createCircuitBreaker(half);
  failTimes(breaker, 20, START, false);
  close(breaker, START + 5_000);
  failTimes(breaker, 4, START + 6_000);
  expect(breaker.isClosed).toBe(true);
  failTimes(breaker, 1, START + 6_000);
  expect(breaker.reopensInMs(START + 6_000)).toBe(5_000);
});

it('what was let through before it opened or closed is no news', () => {
  const breaker = createCircuitBreaker(half);
  const [slow, slower, slowest] = [letThrough(breaker, START), letThrough(breaker, START), letThrough(breaker, START)];
  failTimes(breaker, 5, START);
  const probe = letThrough(breaker, START + 5_000);
  breaker.cancel(slow);
  breaker.succeed(slower, START + 5_000);
  breaker.fail(slowest, START + 5_000, true);
  expect(breaker.isRefusing(START + 6_000)).toBe(true);
  breaker.succeed(probe, START + 5_000);
  breaker.succeed(letThrough(breaker, START + 6_000), START + 6_000);
  expect(breaker.isClosed).toBe(true);
  for (let count = 0; count < 5; count++) breaker.fail(slow, START + 6_000, true);
  for (let count = 0; count < 5; count++) breaker.fail(probe, START + 6_000, true);
  expect(breaker.isClosed).toBe(true);
});

it('a late success of before does not mend a row of failures', () => {
  const breaker = createCircuitBreaker(half);
  const slow = letThrough(breaker, START);
  failTimes(breaker, 5, START);
  close(breaker, START + 5_000);
  failTimes(breaker, 4, START + 7_000);
  breaker.succeed(slow, START + 7_000);
  failTimes(breaker, 1, START + 7_000);
  expect(breaker.isClosed).toBe(false);
});

interface Call {
  readonly phase: Generation;
  readonly isProbe: boolean;
}

/** Asks whether a call may go out: a closed breaker lets it, an open one does what it announced. */
function ask(breaker: CircuitBreaker, now: number): Call | undefined {
  const isProbe = !breaker.isClosed;
  const isRefusing = breaker.isRefusing(now);
  const phase = breaker.admit(now);
  expect(phase === undefined).toBe(isRefusing);
  expect(isRefusing && !isProbe).toBe(false);
  return phase === undefined ? undefined : { phase, isProbe };
}

const REPORTS = {
  succeed: (breaker: CircuitBreaker, phase: Generation, now: number) => breaker.succeed(phase, now),
  fail: (breaker: CircuitBreaker, phase: Generation, now: number) => breaker.fail(phase, now, true),
  failAnswered: (breaker: CircuitBreaker, phase: Generation, now: number) => breaker.fail(phase, now, false),
  cancel: (breaker: CircuitBreaker, phase: Generation) => breaker.cancel(phase),
};

const someStep = fc.record({
  waitMs: fc.oneof(fc.constant(0), fc.nat({ max: 500 }), fc.nat({ max: 8_000 })),
  report: fc.constantFrom(undefined, undefined, ...(['succeed', 'fail', 'fail', 'failAnswered', 'cancel'] as const)),
  which: fc.nat({ max: 3 }),
});

it('whatever comes, a breaker that is not closed has one probe out at most, and lets one through in a second', () => {
  const someSteps = fc.array(someStep, { minLength: 20, maxLength: 150 });
  fc.assert(
    fc.property(someSteps, fc.double({ min: 0, max: 0.999, noNaN: true }), (steps, random) => {
      const breaker = createOpen(START, () => random);
      const out: Call[] = [];
      const probedAt: number[] = [];
      let now = START;
      for (const { waitMs, report, which } of steps) {
        now += waitMs;
        if (report) {
          for (const { phase } of out.splice(which, 1)) REPORTS[report](breaker, phase, now);
          continue;
        }
        const call = ask(breaker, now);
        if (call?.isProbe) {
          expect(out.filter(({ phase, isProbe }) => isProbe && phase === call.phase)).toEqual([]);
          probedAt.push(now);
        }
        if (call) out.push(call);
      }
      const spans = probedAt.slice(1).map((at, index) => at - (probedAt[index] ?? 0));
      expect(Math.min(1_000, ...spans)).toBe(1_000);
    }),
    { numRuns: 300 },
  );
});
