import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../lib/http/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Deadline } from '../../../lib/time/deadline.ts';
import { AdmissionControl } from '../../../lib/upstream/admission.ts';
import type { Failure } from '../../../lib/upstream/failure.ts';
import type { Quota } from '../../../lib/upstream/kind-admission.ts';
import type { UpstreamLimits } from '../../../lib/upstream/limits.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_000_000, 100);

const ROOM = { parallel: 100, queue: 100 };
const limits: UpstreamLimits = { bulkhead: { read: ROOM, write: ROOM }, rate: {} };

const read: Quota = { kind: 'read', operation: 'get', counter: 's1', caller: 'c1' };
const write: Quota = { ...read, kind: 'write', operation: 'put' };

/** Returns a deadline with `ms` milliseconds left. */
const createDeadline = (ms: number): Deadline => ({ remainingMs: () => ms });

const deadline = createDeadline(8_000);

const broken: Failure = { kind: 'reset', cause: undefined };
const responded = (status: number, retryAfterMs?: number): Failure => ({
  kind: 'status',
  status,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

/** Sends a call with this result. */
async function call(admission: AdmissionControl, quota: Quota, failure?: Failure): Promise<void> {
  (await admission.admit(quota, deadline)).recordResult(failure);
}

/** Returns 'admitted', or the rejection with its Retry-After in seconds. */
async function admit(admission: AdmissionControl, quota: Quota = read, within: Deadline = deadline): Promise<string> {
  try {
    await admission.admit(quota, within);
    return 'admitted';
  } catch (error) {
    const problem = error as Problem;
    expect(problem.outcome).toBe('not-sent');
    return `${problem.type} ${problem.status} ${problem.headers['retry-after']}`;
  }
}

async function openBreaker(admission: AdmissionControl, quota: Quota): Promise<void> {
  for (let count = 0; count < 5; count++) await call(admission, quota, broken);
}

it.each([
  ['no connection', { kind: 'connect', cause: undefined }],
  ['an invalid certificate', { kind: 'tls', cause: undefined }],
  ['a broken connection', broken],
  ['no response in time', { kind: 'timeout', cause: undefined }],
] as const)(
  'five calls with %s open the circuit: 503 with the time until the next probe (P-08, P-09)',
  async (_, failure) => {
    const admission = new AdmissionControl(() => limits, clock);
    for (let count = 0; count < 4; count++) await call(admission, read, failure);
    expect(admission.isHealthy(read)).toBe(true);
    await call(admission, read, failure);
    expect(admission.isHealthy(read)).toBe(false);
    expect(await admit(admission)).toMatch(/^circuit_open 503 [456]$/);
  },
);

it.each([
  ['an invalid response', { kind: 'invalid', cause: undefined }],
  ['429', responded(429)],
  ['499', responded(499)],
] as const)('calls with %s do not count as unhealthy', async (_, failure) => {
  const admission = new AdmissionControl(() => limits, clock);
  for (let count = 0; count < 40; count++) await call(admission, read, failure);
  expect(admission.isHealthy(read)).toBe(true);
});

it.each([500, 502, 503, 504])('twenty responses of %i open the circuit, nineteen do not', async (status) => {
  const admission = new AdmissionControl(() => limits, clock);
  for (let count = 0; count < 19; count++) await call(admission, read, responded(status));
  expect(admission.isHealthy(read)).toBe(true);
  await call(admission, read, responded(status));
  expect(admission.isHealthy(read)).toBe(false);
});

it('a response in between resets the consecutive failures', async () => {
  const admission = new AdmissionControl(() => limits, clock);
  for (const failure of [broken, broken, broken, broken, undefined, broken, broken, broken, broken]) {
    await call(admission, read, failure);
  }
  expect(admission.isHealthy(read)).toBe(true);
});

it('reads and writes have separate circuits and Retry-After times', async () => {
  const admission = new AdmissionControl(() => limits, clock);
  await openBreaker(admission, write);
  await call(admission, { ...read, counter: 's2' }, responded(429, 60_000));
  expect(admission.isHealthy(read)).toBe(true);
  expect(admission.isHealthy(write)).toBe(false);
  expect(await admit(admission, read)).toBe('admitted');
  expect(await admit(admission, { ...read, counter: 's2' })).toBe('throttled 429 60');
});

it('the circuit closes after two successful probes, a second apart', async () => {
  const admission = new AdmissionControl(() => limits, clock);
  await openBreaker(admission, read);
  clock.time += 6_000;
  await call(admission, read);
  expect(admission.isHealthy(read)).toBe(false);
  expect(await admit(admission)).toBe('circuit_open 503 1');
  clock.time += 1_000;
  await call(admission, read);
  expect(admission.isHealthy(read)).toBe(true);
});

it('a cancelled call frees its place and does not count for health', async () => {
  const admission = new AdmissionControl(
    () => ({ ...limits, bulkhead: { read: { parallel: 1, queue: 0 }, write: ROOM } }),
    clock,
  );
  for (let count = 0; count < 4; count++) await call(admission, read, broken);
  (await admission.admit(read, deadline)).cancel();
  await call(admission, read, broken);
  expect(admission.isHealthy(read)).toBe(false);
  clock.time += 6_000;
  (await admission.admit(read, deadline)).cancel();
  clock.time += 1_000;
  expect(await admit(admission)).toBe('admitted');
});

it('no call waits for a place while the circuit is open (G4)', async () => {
  const admission = new AdmissionControl(
    () => ({ ...limits, bulkhead: { read: { parallel: 1, queue: 5 }, write: ROOM } }),
    clock,
  );
  await openBreaker(admission, read);
  clock.time += 6_000;
  const probe = await admission.admit(read, deadline);
  expect(await admit(admission)).toBe('circuit_open 503 1');
  probe.recordResult(undefined);
});

it.each([
  [responded(429, 7_000), 'throttled 429 7'],
  [responded(503, 7_000), 'throttled 429 7'],
  [responded(429, 100), 'throttled 429 1'],
  [responded(429, 86_400_000), 'throttled 429 300'],
  [responded(500, 7_000), 'admitted'],
  [responded(503), 'admitted'],
  [broken, 'admitted'],
])('after %j the next call is %s: Retry-After is respected (G22, F10, F12)', async (failure, outcome) => {
  const admission = new AdmissionControl(() => limits, clock);
  await call(admission, read, failure);
  expect(await admit(admission)).toBe(outcome);
});

it('calls are throttled until Retry-After has passed, less the inaccuracy of a timer (G22)', async () => {
  const admission = new AdmissionControl(() => limits, clock);
  await call(admission, read, responded(429, 7_000));
  clock.time += 6_994;
  expect(await admit(admission)).toBe('throttled 429 1');
  clock.time += 1;
  expect(await admit(admission)).toBe('admitted');
});

it('Retry-After applies to one subscription and kind of call', async () => {
  const admission = new AdmissionControl(() => limits, clock);
  await call(admission, read, responded(429, 7_000));
  expect(await admit(admission, { ...read, counter: 's2' })).toBe('admitted');
  expect(await admit(admission, write)).toBe('admitted');
  expect(await admit(admission, read)).toBe('throttled 429 7');
});

it('a shorter Retry-After does not replace a longer one (G22)', async () => {
  const admission = new AdmissionControl(() => limits, clock);
  const slow = await admission.admit(read, deadline);
  await call(admission, read, responded(429, 60_000));
  slow.recordResult(responded(429, 1_000));
  clock.time += 2_000;
  expect(await admit(admission)).toBe('throttled 429 58');
});

it('a call that waited is checked again: it is throttled if a Retry-After came meanwhile', async () => {
  const admission = new AdmissionControl(
    () => ({ ...limits, bulkhead: { read: { parallel: 1, queue: 2 }, write: ROOM } }),
    clock,
  );
  const holder = await admission.admit(read, deadline);
  const waiting = admit(admission);
  holder.recordResult(responded(429, 7_000));
  expect(await waiting).toBe('throttled 429 7');
  clock.time += 7_000;
  expect(await admit(admission)).toBe('admitted');
});

it('a call that waited while the circuit opened is rejected, and frees its place', async () => {
  const admission = new AdmissionControl(
    () => ({ ...limits, bulkhead: { read: { parallel: 1, queue: 2 }, write: ROOM } }),
    clock,
  );
  for (let count = 0; count < 4; count++) await call(admission, read, broken);
  const holder = await admission.admit(read, deadline);
  const waiting = [admit(admission), admit(admission)];
  holder.recordResult(broken);
  for (const outcome of await Promise.all(waiting)) expect(outcome).toMatch(/^circuit_open 503 [456]$/);
  clock.time += 6_000;
  expect(await admit(admission)).toBe('admitted');
});

it('503 when full: nobody waits longer than a quarter of the time left, nor in a full queue (P-11)', async () => {
  const waits: number[] = [];
  const recording: Clock = {
    ...clock,
    setTimer(callback, ms) {
      waits.push(ms);
      return clock.setTimer(callback, ms);
    },
  };
  const admission = new AdmissionControl(
    () => ({ ...limits, bulkhead: { read: { parallel: 1, queue: 1 }, write: ROOM } }),
    recording,
  );
  await admission.admit(read, deadline);
  let hasWaited = false;
  const waiting = admit(admission, read, createDeadline(40_000)).finally(() => {
    hasWaited = true;
  });
  expect(await admit(admission)).toBe('overloaded 503 1');
  expect(hasWaited).toBe(false);
  expect(await waiting).toBe('overloaded 503 1');
  // A quarter of what is left of 40 s on a clock that runs a hundred times as fast.
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThan(5_000);
  expect(waits[0]).toBeLessThanOrEqual(10_000);
});

it('reads and writes have separate places', async () => {
  const one = { parallel: 1, queue: 0 };
  const admission = new AdmissionControl(
    () => ({ ...limits, bulkhead: { read: one, write: { parallel: 2, queue: 0 } } }),
    clock,
  );
  expect(await admit(admission, read)).toBe('admitted');
  expect(await admit(admission, read)).toBe('overloaded 503 1');
  expect(await admit(admission, write)).toBe('admitted');
  expect(await admit(admission, { ...write, caller: 'c2' })).toBe('admitted');
  expect(await admit(admission, { ...write, caller: 'c3' })).toBe('overloaded 503 1');
});

it('a rate applies per subscription and kind; a call above it frees its place', async () => {
  const one = { parallel: 1, queue: 0 };
  const rate = { read: { perSecond: 0.5, burst: 3 }, write: { perSecond: 0.075, burst: 1 } };
  const other = { ...read, caller: 'c2' };
  const admission = new AdmissionControl(() => ({ bulkhead: { read: one, write: one }, rate }), clock);
  await call(admission, read);
  await call(admission, read);
  await call(admission, other);
  expect(await admit(admission, other)).toBe('throttled 429 2');
  await call(admission, { ...read, counter: 's2' });
  await call(admission, write);
  expect(await admit(admission, write)).toBe('throttled 429 18');
  clock.time += 2_000;
  await call(admission, { ...read, caller: 'c3' });
  expect(await admit(admission, { ...read, caller: 'c4' })).toBe('throttled 429 2');
});

it('G21 of a rate one caller leaves a quarter for others', async () => {
  const admission = new AdmissionControl(() => ({ ...limits, rate: { write: { perSecond: 4, burst: 5 } } }), clock);
  for (let count = 0; count < 3; count++) await call(admission, write);
  expect(await admit(admission, write)).toBe('throttled 429 1');
  const other = { ...write, caller: 'c2' };
  for (let count = 0; count < 2; count++) await call(admission, other);
  expect(await admit(admission, other)).toBe('throttled 429 1');
});

it('a call above the rate is not a probe', async () => {
  const admission = new AdmissionControl(() => ({ ...limits, rate: { read: { perSecond: 0.1, burst: 7 } } }), clock);
  await openBreaker(admission, read);
  clock.time += 6_000;
  expect(await admit(admission)).toMatch(/^throttled 429 [78]$/);
  clock.time += 8_000;
  expect(await admit(admission)).toBe('admitted');
});

it('without a rate no call is throttled', async () => {
  const admission = new AdmissionControl(() => limits, clock);
  for (let count = 0; count < 500; count++) await call(admission, write);
});

it('each upstream has a budget of retries', () => {
  const { retryBudget } = new AdmissionControl(() => limits, clock);
  expect([1, 2, 3, 4].map(() => retryBudget.take(clock.monotonicNow()))).toEqual([true, true, true, false]);
});

describe('collectStats', () => {
  it('returns the state of reads and of writes', async () => {
    const admission = new AdmissionControl(
      () => ({ ...limits, bulkhead: { read: { parallel: 1, queue: 1 }, write: ROOM } }),
      clock,
    );
    await openBreaker(admission, write);
    const holder = await admission.admit(read, deadline);
    const waiting = admit(admission, read);
    expect(admission.collectStats()).toEqual([
      { kind: 'read', isOpen: false, throttled: 0, inside: 1, waiting: 1, quotaLeft: undefined },
      { kind: 'write', isOpen: true, throttled: 0, inside: 0, waiting: 0, quotaLeft: undefined },
    ]);
    holder.recordResult(undefined);
    expect(await waiting).toBe('admitted');
  });

  it('counts the subscriptions whose Retry-After has not passed', async () => {
    const admission = new AdmissionControl(() => limits, clock);
    await call(admission, read, responded(429, 7_000));
    await call(admission, { ...read, counter: 's2' }, responded(429, 9_000));
    const throttled = () => admission.collectStats().map((stats) => stats.throttled);
    expect(throttled()).toEqual([2, 0]);
    clock.time += 7_000;
    expect(throttled()).toEqual([1, 0]);
  });

  it('returns the lowest remaining quota since the last call', async () => {
    const admission = new AdmissionControl(() => limits, clock);
    const respond = async (quota: Quota, name: string, left: string) =>
      (await admission.admit(quota, deadline)).recordResult(undefined, { [`x-ms-ratelimit-remaining-${name}`]: left });
    for (const left of ['30', '20', '25', 'many']) await respond(read, 'subscription-reads', left);
    await respond(read, 'subscription-writes', '1');
    await respond(write, 'subscription-writes', '7');
    const quotaLeft = () => admission.collectStats().map((stats) => stats.quotaLeft);
    expect(quotaLeft()).toEqual([20, 7]);
    expect(quotaLeft()).toEqual([undefined, undefined]);
    await respond(read, 'subscription-reads', '40');
    expect(quotaLeft()).toEqual([40, undefined]);
  });
});

it.each([-3_600_000, 3_600_000])(
  'F58: setting the system time by %d ms neither opens a gate or a circuit early nor keeps them shut',
  async (ms) => {
    const admission = new AdmissionControl(() => limits, clock);
    await call(admission, read, responded(429, 20_000));
    await openBreaker(admission, write);
    clock.jump(ms);
    expect(await admit(admission, read)).toBe('throttled 429 20');
    expect(await admit(admission, write)).toMatch(/^circuit_open/);
    clock.time += 20_000;
    expect(await admit(admission, read)).toBe('admitted');
    expect(await admit(admission, write)).toBe('admitted');
  },
);

it('P-30 changed limits take effect at once and open no gate', async () => {
  let current: UpstreamLimits = { ...limits, rate: {} };
  const admission = new AdmissionControl(() => current, clock);
  await call(admission, read, responded(429, 7_000));
  current = { ...limits, rate: { read: { perSecond: 1, burst: 1 }, write: { perSecond: 1, burst: 1 } } };
  expect(await admit(admission)).toBe('throttled 429 7');
  expect([await admit(admission, write), await admit(admission, write)]).toEqual(['admitted', 'throttled 429 2']);
  current = { ...limits, rate: {} };
  expect(await admit(admission, write)).toBe('admitted');
});
