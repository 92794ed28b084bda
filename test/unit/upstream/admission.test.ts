import { expect, it } from 'vitest';
import type { Problem } from '../../../lib/http/problem.ts';
import type { Deadline } from '../../../lib/time/deadline.ts';
import { type AdmissionControl, createAdmissionControl, type Quota } from '../../../lib/upstream/admission.ts';
import type { Failure } from '../../../lib/upstream/failure.ts';
import type { UpstreamLimits } from '../../../lib/upstream/limits.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_000_000, 100);

const ROOM = { parallel: 100, queue: 100 };
const limits: UpstreamLimits = { bulkhead: { read: ROOM, write: ROOM }, rate: {} };

const read: Quota = { kind: 'read', subscriptionId: 's1' };
const write: Quota = { kind: 'write', subscriptionId: 's1' };

/** A deadline with so much left. */
const within = (ms: number): Deadline => ({ remainingMs: () => ms });

const deadline = within(8_000);

const local: Failure = { kind: 'reset', cause: undefined };
const answered = (status: number, retryAfterMs?: number): Failure => ({
  kind: 'status',
  status,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

/** Sends a call that ends so. */
async function call(guard: AdmissionControl, quota: Quota, failure?: Failure): Promise<void> {
  (await guard.admit(quota, deadline)).leave(failure);
}

/** Answers `entered`, or the refusal with the seconds after which to come again. */
async function enter(guard: AdmissionControl, quota: Quota = read, by: Deadline = deadline): Promise<string> {
  try {
    await guard.admit(quota, by);
    return 'entered';
  } catch (error) {
    const problem = error as Problem;
    expect(problem.outcome).toBe('not-sent');
    return `${problem.type} ${problem.status} ${problem.headers['retry-after']}`;
  }
}

async function openBreaker(guard: AdmissionControl, quota: Quota): Promise<void> {
  for (let count = 0; count < 5; count++) await call(guard, quota, local);
}

it.each([
  ['no connection', { kind: 'connect', cause: undefined }],
  ['a wrong certificate', { kind: 'tls', cause: undefined }],
  ['a broken connection', local],
  ['no answer in time', { kind: 'timeout', cause: undefined }],
] as const)(
  'five calls with %s open the circuit: 503 and the time of the next probe (reliability 4.2)',
  async (_, failure) => {
    const guard = createAdmissionControl(limits, clock);
    for (let count = 0; count < 4; count++) await call(guard, read, failure);
    expect(guard.isHealthy('read')).toBe(true);
    await call(guard, read, failure);
    expect(guard.isHealthy('read')).toBe(false);
    expect(await enter(guard)).toMatch(/^circuit_open 503 [456]$/);
  },
);

it.each([
  ['an invalid answer', { kind: 'invalid', cause: undefined }],
  ['429', answered(429)],
  ['499', answered(499)],
] as const)('calls with %s say nothing of health: 4xx and 429 do not count', async (_, failure) => {
  const guard = createAdmissionControl(limits, clock);
  for (let count = 0; count < 40; count++) await call(guard, read, failure);
  expect(guard.isHealthy('read')).toBe(true);
});

it.each([500, 502, 503, 504])('twenty answers of %i open the circuit, nineteen do not', async (status) => {
  const guard = createAdmissionControl(limits, clock);
  for (let count = 0; count < 19; count++) await call(guard, read, answered(status));
  expect(guard.isHealthy('read')).toBe(true);
  await call(guard, read, answered(status));
  expect(guard.isHealthy('read')).toBe(false);
});

it('an answer in between starts the row of failures anew', async () => {
  const guard = createAdmissionControl(limits, clock);
  for (const failure of [local, local, local, local, undefined, local, local, local, local]) {
    await call(guard, read, failure);
  }
  expect(guard.isHealthy('read')).toBe(true);
});

it('reads and writes have circuits and gates of their own', async () => {
  const guard = createAdmissionControl(limits, clock);
  await openBreaker(guard, write);
  await call(guard, { kind: 'read', subscriptionId: 's2' }, answered(429, 60_000));
  expect(guard.isHealthy('read')).toBe(true);
  expect(guard.isHealthy('write')).toBe(false);
  expect(await enter(guard, read)).toBe('entered');
  expect(await enter(guard, { kind: 'read', subscriptionId: 's2' })).toBe('throttled 429 60');
});

it('the circuit closes after two good probes, a second apart', async () => {
  const guard = createAdmissionControl(limits, clock);
  await openBreaker(guard, read);
  clock.time += 6_000;
  await call(guard, read);
  expect(guard.isHealthy('read')).toBe(false);
  expect(await enter(guard)).toBe('circuit_open 503 1');
  clock.time += 1_000;
  await call(guard, read);
  expect(guard.isHealthy('read')).toBe(true);
});

it('a call that was cancelled gives its place back and says nothing of health', async () => {
  const guard = createAdmissionControl(
    { ...limits, bulkhead: { read: { parallel: 1, queue: 0 }, write: ROOM } },
    clock,
  );
  for (let count = 0; count < 4; count++) await call(guard, read, local);
  (await guard.admit(read, deadline)).cancel();
  await call(guard, read, local);
  expect(guard.isHealthy('read')).toBe(false);
  clock.time += 6_000;
  (await guard.admit(read, deadline)).cancel();
  clock.time += 1_000;
  expect(await enter(guard)).toBe('entered');
});

it('while the circuit is open nobody waits for a place to be refused there (G4)', async () => {
  const guard = createAdmissionControl(
    { ...limits, bulkhead: { read: { parallel: 1, queue: 5 }, write: ROOM } },
    clock,
  );
  await openBreaker(guard, read);
  clock.time += 6_000;
  const probe = await guard.admit(read, deadline);
  expect(await enter(guard)).toBe('circuit_open 503 1');
  probe.leave(undefined);
});

it.each([
  [answered(429, 7_000), 'throttled 429 7'],
  [answered(503, 7_000), 'throttled 429 7'],
  [answered(429, 100), 'throttled 429 1'],
  [answered(429, 86_400_000), 'throttled 429 300'],
  [answered(500, 7_000), 'entered'],
  [answered(429), 'entered'],
  [answered(503), 'entered'],
  [local, 'entered'],
])('after %j the next call is %s: who asks for time gets it (G22, F10, F12)', async (failure, outcome) => {
  const guard = createAdmissionControl(limits, clock);
  await call(guard, read, failure);
  expect(await enter(guard)).toBe(outcome);
});

it('a gate is closed for the upstream’s whole time, but for the inaccuracy of a timer (G22)', async () => {
  const guard = createAdmissionControl(limits, clock);
  await call(guard, read, answered(429, 7_000));
  clock.time += 6_994;
  expect(await enter(guard)).toBe('throttled 429 1');
  clock.time += 1;
  expect(await enter(guard)).toBe('entered');
});

it('a gate is of one subscription and kind', async () => {
  const guard = createAdmissionControl(limits, clock);
  await call(guard, read, answered(429, 7_000));
  expect(await enter(guard, { kind: 'read', subscriptionId: 's2' })).toBe('entered');
  expect(await enter(guard, write)).toBe('entered');
  expect(await enter(guard, read)).toBe('throttled 429 7');
});

it('a shorter time does not open a gate that is closed for longer (G22)', async () => {
  const guard = createAdmissionControl(limits, clock);
  const slow = await guard.admit(read, deadline);
  await call(guard, read, answered(429, 60_000));
  slow.leave(answered(429, 1_000));
  clock.time += 2_000;
  expect(await enter(guard)).toBe('throttled 429 58');
});

it('who waited for a place is asked again: a gate or circuit that closed meanwhile refuses', async () => {
  const guard = createAdmissionControl(
    { ...limits, bulkhead: { read: { parallel: 1, queue: 2 }, write: ROOM } },
    clock,
  );
  const holder = await guard.admit(read, deadline);
  const waiting = enter(guard);
  holder.leave(answered(429, 7_000));
  expect(await waiting).toBe('throttled 429 7');
  clock.time += 7_000;
  expect(await enter(guard)).toBe('entered');
});

it('who waited while the circuit opened is refused, and gives the place back', async () => {
  const guard = createAdmissionControl(
    { ...limits, bulkhead: { read: { parallel: 1, queue: 2 }, write: ROOM } },
    clock,
  );
  for (let count = 0; count < 4; count++) await call(guard, read, local);
  const holder = await guard.admit(read, deadline);
  const waiting = [enter(guard), enter(guard)];
  holder.leave(local);
  for (const outcome of await Promise.all(waiting)) expect(outcome).toMatch(/^circuit_open 503 [456]$/);
  clock.time += 6_000;
  expect(await enter(guard)).toBe('entered');
});

it('a full house is 503: nobody waits longer than a quarter of the time left, nor in a full queue (reliability 4.2)', async () => {
  const guard = createAdmissionControl(
    { ...limits, bulkhead: { read: { parallel: 1, queue: 1 }, write: ROOM } },
    clock,
  );
  await guard.admit(read, deadline);
  const startedAt = performance.now();
  let hasWaited = false;
  const waiting = enter(guard, read, within(40_000)).finally(() => {
    hasWaited = true;
  });
  expect(await enter(guard)).toBe('overloaded 503 1');
  expect(hasWaited).toBe(false);
  expect(await waiting).toBe('overloaded 503 1');
  // A quarter of 40 s, by a clock that runs a hundred times as fast.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(95);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});

it('reads and writes have places of their own', async () => {
  const one = { parallel: 1, queue: 0 };
  const guard = createAdmissionControl({ ...limits, bulkhead: { read: one, write: { parallel: 2, queue: 0 } } }, clock);
  expect(await enter(guard, read)).toBe('entered');
  expect(await enter(guard, read)).toBe('overloaded 503 1');
  expect(await enter(guard, write)).toBe('entered');
  expect(await enter(guard, write)).toBe('entered');
  expect(await enter(guard, write)).toBe('overloaded 503 1');
});

it('a rate counts for each subscription and kind; who is over it gives the place back', async () => {
  const one = { parallel: 1, queue: 0 };
  const rate = { read: { perSecond: 0.5, burst: 2 }, write: { perSecond: 0.1, burst: 1 } };
  const guard = createAdmissionControl({ bulkhead: { read: one, write: one }, rate }, clock);
  await call(guard, read);
  await call(guard, read);
  expect(await enter(guard, read)).toBe('throttled 429 2');
  await call(guard, { kind: 'read', subscriptionId: 's2' });
  await call(guard, write);
  expect(await enter(guard, write)).toBe('throttled 429 10');
  clock.time += 2_000;
  await call(guard, read);
  expect(await enter(guard, read)).toBe('throttled 429 2');
});

it('who is over the rate is no probe', async () => {
  const guard = createAdmissionControl({ ...limits, rate: { read: { perSecond: 0.1, burst: 5 } } }, clock);
  await openBreaker(guard, read);
  clock.time += 6_000;
  expect(await enter(guard)).toBe('throttled 429 4');
  clock.time += 4_000;
  expect(await enter(guard)).toBe('entered');
});

it('without a rate nobody is counted', async () => {
  const guard = createAdmissionControl(limits, clock);
  for (let count = 0; count < 500; count++) await call(guard, write);
});

it('each guard has a budget of retries', () => {
  const { budget } = createAdmissionControl(limits, clock);
  expect([1, 2, 3, 4].map(() => budget.take(clock.now()))).toEqual([true, true, true, false]);
});
