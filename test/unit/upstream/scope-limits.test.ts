import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Problem } from '../../../lib/http/problem.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import type { CallResult, PendingCall } from '../../../lib/upstream/limit.ts';
import type { Quota } from '../../../lib/upstream/scope.ts';
import { ScopeLimits } from '../../../lib/upstream/scope-limits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());
const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

const names = { operation: 'get', scope: 's1', counter: 's1', tenant: 't1', caller: 'c1' };
const quota: Quota = { kind: 'read', ...names, resource: 'r1', voter: 'r1' };
const of = (change: Partial<Quota> = {}, waitMs = 7_800): PendingCall => {
  const startedAt = performance.now();
  return { quota: { ...quota, ...change }, startedAt, endsAt: startedAt + waitMs };
};

const create = () => new ScopeLimits(systemClock);

/** Passes one limit after the other, again if it is sent back; records what comes of it. */
function pass(limits: ScopeLimits, call = of(), queue = 10) {
  const leaves: ((result: CallResult) => void)[] = [];
  const leave = (result: CallResult) => {
    for (const leaveOne of leaves.splice(0)) leaveOne(result);
  };
  const state: { result?: string; leave: typeof leave } = { leave };
  const passAll = async (): Promise<string> => {
    for (const limit of limits.find(call, performance.now())) {
      const outcome = await limit.pass(call, queue);
      if (typeof outcome === 'function') leaves.push(outcome);
      else {
        leave('not sent');
        if (outcome) throw outcome;
        return passAll();
      }
    }
    return 'passed';
  };
  const describe = ({ type, headers, reason }: Problem) => `${type} ${headers['retry-after']} ${reason}`;
  void passAll()
    .catch(describe)
    .then((result) => Object.assign(state, { result }));
  return state;
}

/** Lets so many calls pass, and returns those that did. */
async function passMany(limits: ScopeLimits, count: number, change: Partial<Quota> = {}) {
  const calls = Array.from({ length: count }, () => pass(limits, of(change)));
  await tick();
  return calls.filter(({ result }) => result === 'passed');
}

/** Returns what comes of a call at once. */
async function tryPass(limits: ScopeLimits, change: Partial<Quota> = {}): Promise<string | undefined> {
  const call = pass(limits, of(change, 100));
  await tick();
  return call.result;
}

const sibling = { operation: 'list' };
const another = { resource: 'r2' };
const elsewhere = { scope: 's2', counter: 's2' };
const deletes = { operation: 'delete', counter: 's1/deletes' };

it.each([
  ['resource', [another, sibling, elsewhere, deletes]],
  ['operation', [sibling, elsewhere, deletes]],
  ['scope', [elsewhere, deletes]],
] as const)('P-10 a Retry-After of %s holds back nothing else', async (held, others) => {
  const limits = create();
  const isConcerned = limits.close(quota, held, 60_000);
  expect([await tryPass(limits), isConcerned(of())]).toEqual(['throttled 60 retry_after', true]);
  for (const other of others) expect([await tryPass(limits, other), isConcerned(of(other))]).toEqual(['passed', false]);
  expect(limits.count()).toEqual({ throttled: 1, waiting: 0 });
});

it('P-10 without a gate every call passes', async () => {
  const limits = create();
  expect(await passMany(limits, 100)).toHaveLength(100);
});

it('P-10 the longer of two times counts, less the inaccuracy of a timer', async () => {
  const limits = create();
  limits.close(quota, 'operation', 6_000);
  limits.close(quota, 'operation', 1_000);
  await tick(5_994);
  expect([limits.isClosed(of(), performance.now()), await tryPass(limits)]).toEqual([true, undefined]);
  await tick(1);
  expect(limits.isClosed(of(), performance.now())).toBe(false);
});

it.each([
  [5_000, undefined, 'passed'],
  [5_001, 'throttled 6 retry_after', 'throttled 6 retry_after'],
])('P-10 a call waits for a Retry-After of %i ms, or is told what is left', async (ms, atOnce, later) => {
  const limits = create();
  limits.close(quota, 'operation', ms);
  const call = pass(limits);
  await tick(1);
  expect(call.result).toBe(atOnce);
  await tick(ms);
  expect(call.result).toBe(later);
});

it('P-10 nobody waits five seconds twice: who waits is refused when the gate closes for longer', async () => {
  const limits = create();
  limits.close(quota, 'operation', 3_000);
  const [call, other] = [pass(limits), pass(limits)];
  await tick(3_000);
  limits.close(quota, 'operation', 3_000);
  await tick();
  expect([call.result, other.result]).toEqual(['passed', 'throttled 3 retry_after']);
});

/** Returns limits with a gate that opens now. */
async function open(): Promise<ScopeLimits> {
  const limits = create();
  limits.close(quota, 'operation', 1_000);
  await tick(1_000);
  return limits;
}

it('P-10 calls leave one after the other: one, one more after each success, twice as many after 250 ms', async () => {
  const limits = await open();
  const calls = Array.from({ length: 20 }, () => pass(limits, of(), 100));
  const countPassed = async (ms = 0) => {
    await tick(ms);
    return calls.filter(({ result }) => result === 'passed').length;
  };
  const counts = [await countPassed()];
  calls[0]?.leave('success');
  counts.push(await countPassed());
  for (const call of calls.slice(1, 3)) call.leave('success');
  counts.push(await countPassed());
  // The four are slow.
  counts.push(await countPassed(250));
  expect(counts).toEqual([1, 3, 7, 11]);
});

it('P-10 a call that fails lets out the next one, no more', async () => {
  const limits = await open();
  const [first, ...others] = Array.from({ length: 3 }, () => pass(limits));
  await tick();
  first?.leave('failure');
  await tick();
  expect(others.map(({ result }) => result)).toEqual(['passed', undefined]);
});

it.each([2, 8, 16])(
  'P-10 of %i calls that left before the gate closed again, successes let out no more',
  async (count) => {
    const limits = await open();
    await tick(1_000);
    const before = await passMany(limits, count);
    expect(before).toHaveLength(count);
    limits.close(quota, 'operation', 1_000);
    for (const call of before.slice(1)) call.leave('success');
    await tick(1_000);
    expect(await passMany(limits, 20)).toHaveLength(1);
  },
);

it('P-10 an open gate is gone after a second and a half, however slow the calls are', async () => {
  const limits = await open();
  await tick(1_500);
  expect(await passMany(limits, 100)).toHaveLength(100);
});

it('P-12 who waits for the rate waits in its line: another scope’s has its own, and room', async () => {
  const limits = create();
  limits.rate = { perSecond: 10, burst: 2 };
  const calls = Array.from({ length: 40 }, () => pass(limits));
  await tick();
  const countOf = (result: string | undefined) => calls.filter((call) => call.result === result).length;
  // The line of ten is full; an eleventh would have to wait for 1.1 seconds.
  expect([countOf('passed'), countOf(undefined), countOf('throttled 2 upstream_rate')]).toEqual([2, 10, 28]);
  expect([await tryPass(limits, elsewhere), limits.count().waiting]).toEqual(['passed', 10]);
  await tick(500);
  expect(countOf('passed')).toBe(7);
});

it('P-12 a call that was not sent gives its part of the rate back', async () => {
  const limits = create();
  limits.rate = { perSecond: 0.001, burst: 1 };
  (await passMany(limits, 1))[0]?.leave('not sent');
  expect(await tryPass(limits)).toBe('passed');
  expect(await tryPass(limits)).toBe(undefined);
});

it('P-11 in the line of a limit turns go by tenant, then by person', async () => {
  const limits = create();
  limits.rate = { perSecond: 100, burst: 1 };
  await passMany(limits, 1);
  const order: string[] = [];
  for (const caller of ['a1', 'a1', 'a2', 'a1', 'b1', 'b1']) {
    const [rate] = limits.find(of(), performance.now());
    const passing = rate?.pass(of({ tenant: caller.charAt(0), caller }), 10) as Promise<unknown>;
    void passing.then(() => order.push(caller));
  }
  await tick(100);
  expect(order).toEqual(['a1', 'b1', 'a2', 'b1', 'a1', 'a1']);
});

it('P-10 who passes a gate and has to wait for the rate goes to its line', async () => {
  const limits = await open();
  limits.rate = { perSecond: 10, burst: 1 };
  const calls = Array.from({ length: 5 }, () => pass(limits));
  await tick(1_000);
  expect(calls.map(({ result }) => result)).toEqual(Array(5).fill('passed'));
});

/** Returns limits of ten calls a second. */
function createRate(): ScopeLimits {
  const limits = create();
  limits.rate = { perSecond: 10, burst: 20 };
  return limits;
}

/** Returns how many calls of the scope pass in ten seconds, tried every ten milliseconds; none waits. */
function countPassed(limits: ScopeLimits, scope = 's1'): number {
  let calls = 0;
  for (let ms = 0; ms < 10_000; ms += 10, vi.advanceTimersByTime(10)) {
    const call = of({ scope, counter: scope }, 0);
    const rate = limits.find(call, performance.now()).at(-1);
    if (typeof rate?.pass(call, 0) === 'function') calls++;
  }
  return calls;
}

/** The upstream refuses a call for its quota, so often at these intervals. */
function refuse(limits: ScopeLimits, times: number, everyMs: number): void {
  for (let count = 0; count < times; count++, vi.advanceTimersByTime(everyMs)) limits.close(quota, 'scope', 0);
}

it('P-12 is the configured rate and burst, of each counter', () => {
  const limits = createRate();
  expect([countPassed(limits), countPassed(limits, 's2')]).toEqual([119, 119]);
});

it('P-12 a refusal leaves seven tenths, without a burst, of its counter only; others within a second count as one', () => {
  const limits = createRate();
  refuse(limits, 10, 100);
  // 7 a second, and a tenth more with each: 70 + 5.
  expect(countPassed(limits)).toBeGreaterThan(70);
  expect(countPassed(limits, 's2')).toBe(119);
  const again = createRate();
  refuse(again, 2, 1_000);
  expect(countPassed(again)).toBeLessThan(60);
});

it('P-12 however many refusals there were, it is the whole rate again two minutes later', () => {
  const limits = createRate();
  refuse(limits, 60, 1_000);
  expect(countPassed(limits)).toBeGreaterThanOrEqual(1);
  vi.advanceTimersByTime(100_000);
  countPassed(limits);
  expect(countPassed(limits)).toBeGreaterThanOrEqual(99);
});
