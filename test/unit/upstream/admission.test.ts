import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Problem } from '../../../lib/http/problem.ts';
import { type Clock, type Deadline, sleep, startDeadline, systemClock } from '../../../lib/time/clock.ts';
import { Admission } from '../../../lib/upstream/admission.ts';
import type { Failure } from '../../../lib/upstream/failure.ts';
import type { Quota } from '../../../lib/upstream/scope.ts';
import { UPSTREAMS, type UpstreamLimits } from '../../../lib/upstream/upstreams.ts';
import { createManualClock } from '../../support/clocks.ts';

const clock = createManualClock(1_000_000, 100);

const ROOM = { parallel: 100, queue: 100 };
const NO_LIMITS: UpstreamLimits = { bulkhead: { read: ROOM, write: ROOM }, rate: {} };

interface Size {
  readonly places?: typeof ROOM;
  readonly rate?: { readonly perSecond: number; readonly burst: number };
}

/** Returns the admission of reads, with these places and rate. */
const create = ({ places = ROOM, rate }: Size = {}, at: Clock = clock) =>
  new Admission('read', () => ({ bulkhead: { read: places, write: ROOM }, rate: rate ? { read: rate } : {} }), at);

const names = { operation: 'get', scope: 's1', counter: 's1', tenant: 't1', caller: 'c1' };
const quota: Quota = { kind: 'read', ...names, resource: 'r1', voter: 'r1' };
const list: Quota = { ...quota, operation: 'list' };
const elsewhere: Quota = { ...quota, scope: 's2', counter: 's2' };
const ofResource = (resource: string): Quota => ({ ...quota, resource, voter: resource });
const createDeadline = (ms: number): Deadline => ({ remainingMs: () => ms });
const deadline = createDeadline(8_000);

const broken: Failure = { kind: 'reset', cause: undefined };
const failed = (kind: 'connect' | 'tls' | 'invalid'): Failure => ({ kind, cause: undefined });
const timedOut = (waitedMs: number): Failure => ({ kind: 'timeout', cause: undefined, waitedMs });
const responded = (status: number, retryAfterMs?: number): Failure => {
  const held = { 429: 'operation', 503: 'resource' } as const;
  if (retryAfterMs === undefined) return { kind: 'status', status };
  return { kind: 'status', status, retryAfterMs, ...(status in held && { held: held[status as 429] }) };
};

/** Sends a call with this result. */
async function call(admission: Admission, of: Quota, failure?: Failure): Promise<void> {
  (await admission.admit(of, deadline)).recordResult(failure);
}

/** Returns 'admitted', or the refusal with its Retry-After in seconds. */
async function admit(admission: Admission, of = quota, within = deadline): Promise<string> {
  try {
    await admission.admit(of, within);
    return 'admitted';
  } catch (error) {
    const problem = error as Problem;
    expect(problem.outcome).toBe('not-sent');
    return `${problem.type} ${problem.status} ${problem.headers['retry-after']}`;
  }
}

async function openBreaker(admission: Admission, failure = broken): Promise<void> {
  for (const resource of ['r1', 'r2', 'r3']) await call(admission, ofResource(resource), failure);
}

describe('the breaker (P-08, P-09)', () => {
  it.each<[string, Failure, isSick: boolean]>([
    ['no connection', failed('connect'), true],
    ['an invalid certificate', failed('tls'), true],
    ['a broken connection', broken, true],
    ['500', responded(500), true],
    ['504', responded(504), true],
    ['no response in five seconds', timedOut(5_000), true],
    ['no response in the rest of a deadline', timedOut(4_999), false],
    ['an invalid response', failed('invalid'), false],
    ['429', responded(429), false],
  ])('after %s of three resources, whether it is open', async (_, failure, isSick) => {
    const admission = create();
    await openBreaker(admission, failure);
    expect([admission.isHealthy(quota), admission.isHealthy(list)]).toEqual([!isSick, true]);
    expect(await admit(admission)).toBe(isSick ? 'circuit_open 503 1' : 'admitted');
    for (const other of [list, elsewhere]) expect(await admit(admission, other)).toBe('admitted');
  });

  it('no call waits for a place while it is open, and those who waited are refused at once', async () => {
    const admission = create({ places: { parallel: 2, queue: 2 } });
    for (const resource of ['r1', 'r2']) await call(admission, ofResource(resource), broken);
    const holder = await admission.admit(ofResource('r3'), deadline);
    await admission.admit({ ...list, caller: 'c2' }, deadline);
    const waiting = admit(admission);
    holder.recordResult(broken);
    expect(await waiting).toBe('circuit_open 503 1');
    expect(await admit(admission)).toBe('circuit_open 503 1');
  });
});

describe('Retry-After (P-10)', () => {
  it.each([
    [responded(429, 7_000), 'throttled 429 7'],
    [responded(503, 7_000), 'throttled 429 7'],
    [responded(429, 100), 'throttled 429 1'],
    [responded(429, 86_400_000), 'throttled 429 300'],
    [responded(500, 7_000), 'admitted'],
    [responded(503), 'admitted'],
    [broken, 'admitted'],
  ])('after %j the next call is %s: callers are told what the gate does', async (failure, outcome) => {
    const admission = create();
    await call(admission, quota, failure);
    expect(await admit(admission, quota, createDeadline(1_100))).toBe(outcome);
  });

  it('nothing is sent before, and a call whose deadline has the time waits for it', async () => {
    const admission = create();
    await call(admission, quota, responded(429, 4_000));
    expect(await admit(admission, quota, createDeadline(4_199))).toBe('throttled 429 4');
    const waiting = admission.admit(quota, createDeadline(60_000));
    clock.time += 3_990;
    expect(await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 0))])).toBeUndefined();
    clock.time += 10;
    await waiting;
  });

  it('of two that waited until their deadlines, one is let out; the other was throttled too, though the gate is open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const admission = create({}, systemClock);
    await call(admission, quota, responded(429, 4_000));
    const waiting = [admit(admission, quota, createDeadline(4_300)), admit(admission, quota, createDeadline(4_300))];
    await vi.advanceTimersByTimeAsync(4_100);
    expect(await Promise.all(waiting)).toEqual(['admitted', 'throttled 429 1']);
  });

  it.each([
    [70_000, 'throttled 429 70', 1],
    [1_000, undefined, 1],
  ])('who waits for a place leaves its line when a gate closes for %i ms', async (ms, refusal, inside) => {
    const admission = create({ places: { parallel: 2, queue: 2 } });
    const holders = [
      await admission.admit(quota, deadline),
      await admission.admit({ ...quota, caller: 'c2' }, deadline),
    ];
    let outcome: string | undefined;
    void admit(admission, quota).then((admitted) => {
      outcome = admitted;
    });
    holders[0]?.recordResult(responded(429, ms));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect([outcome, admission.collectStats().inside]).toEqual([refusal, inside]);
  });

  it('who waits for a gate takes no room from those who wait for a place', async () => {
    const admission = create({ places: { parallel: 1, queue: 1 } });
    await call(admission, quota, responded(429, 4_000));
    const held = [admit(admission, quota, createDeadline(5_000)), admit(admission, quota, createDeadline(5_000))];
    const holder = await admission.admit(list, deadline);
    const waiting = admission.admit(list, deadline);
    expect(admission.collectStats()).toMatchObject({ inside: 1, waiting: 2 });
    holder.recordResult(undefined);
    await waiting;
    expect(await held[1]).toBe('throttled 429 4');
    clock.time += 4_000;
  });
});

describe('places and queue (P-11)', () => {
  it('a call waits as long as an attempt still fits into its deadline, and no longer', async () => {
    const waits: number[] = [];
    const setTimer = (callback: () => void, ms: number) => {
      waits.push(ms);
      return clock.setTimer(callback, ms);
    };
    const admission = create({ places: { parallel: 1, queue: 1 } }, { ...clock, setTimer });
    await admission.admit(quota, deadline);
    const waiting = admit(admission);
    expect(await admit(admission)).toBe('overloaded 503 1');
    expect(await waiting).toBe('overloaded 503 1');
    expect(waits).toEqual([7_800]);
  });

  it('of 40 reads at once every one has its turn, while there is time left', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const admission = new Admission('read', () => UPSTREAMS.businessData.limits, systemClock);
    const read = async () => {
      const permit = await admission.admit(quota, startDeadline(systemClock, 8_000));
      await sleep(systemClock, 700);
      permit.recordResult(undefined);
    };
    const reads = Promise.allSettled(Array.from({ length: 40 }, read));
    await vi.advanceTimersByTimeAsync(8_000);
    expect((await reads).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('a cancelled call frees its place', async () => {
    const admission = create({ places: { parallel: 1, queue: 0 } });
    (await admission.admit(quota, deadline)).cancel();
    expect(await admit(admission)).toBe('admitted');
  });
});

describe('the rate of an instance (P-12)', () => {
  it('is per subscription, whoever calls; a call above it frees its place', async () => {
    const admission = create({ places: { parallel: 1, queue: 0 }, rate: { perSecond: 0.5, burst: 2 } });
    await call(admission, quota);
    await call(admission, { ...quota, caller: 'c2' });
    expect(await admit(admission)).toBe('throttled 429 2');
    await call(admission, elsewhere);
    clock.time += 2_000;
    await call(admission, quota);
  });

  it('a call above it waits its turn: one caller’s many leave room for another’s', async () => {
    const admission = create({ places: { parallel: 8, queue: 20 }, rate: { perSecond: 1_000, burst: 1 } });
    const order: string[] = [];
    const read = async (caller: string) => {
      (await admission.admit({ ...quota, caller }, createDeadline(600_000))).recordResult(undefined);
      order.push(caller);
    };
    const calls = ['a', 'a', 'a', 'a', 'b'].map(read);
    for (let count = 0; count < 5; count++) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      clock.time += 1;
    }
    await Promise.all(calls);
    expect(order.indexOf('b')).toBeLessThan(3);
  });
});

it('collectStats returns the state, with the lowest remaining quota of each scope since the last call', async () => {
  const admission = create({ places: { parallel: 1, queue: 1 } });
  const respond = async (name: string, left: string, of = list) =>
    (await admission.admit(of, deadline)).recordResult(undefined, { [`x-ms-ratelimit-remaining-${name}`]: left });
  for (const left of ['30', '20', '25', 'many']) await respond('subscription-reads', left);
  await respond('subscription-reads', '7', elsewhere);
  await respond('subscription-writes', '1');
  await openBreaker(admission);
  await call(admission, { ...quota, operation: 'other' }, responded(429, 7_000));
  const holder = await admission.admit(list, deadline);
  const waiting = admit(admission, list);
  const state = { kind: 'read', isOpen: true, throttled: 1, inside: 1, waiting: 1 };
  const quotas = new Map(Object.entries({ s1: 20, s2: 7 }));
  expect(admission.collectStats()).toEqual({ ...state, quotas });
  expect(admission.collectStats()).toEqual({ ...state, quotas: new Map() });
  holder.recordResult(undefined);
  expect(await waiting).toBe('admitted');
});

it('quotas that nobody reads are kept of the last thousand scopes only', async () => {
  const admission = create();
  for (let number = 0; number < 1_001; number++) {
    const permit = await admission.admit({ ...list, scope: `s${number}`, counter: `s${number}` }, deadline);
    permit.recordResult(undefined, { 'x-ms-ratelimit-remaining-subscription-reads': '9' });
  }
  const { quotas } = admission.collectStats();
  expect([quotas.size, quotas.has('s0')]).toEqual([1_000, false]);
});

it('P-30 changed limits take effect at once and open no gate', async () => {
  let limits = NO_LIMITS;
  const admission = new Admission('read', () => limits, clock);
  await call(admission, elsewhere, responded(429, 9_000));
  limits = { ...NO_LIMITS, rate: { read: { perSecond: 1, burst: 1 } } };
  expect(await admit(admission, elsewhere)).toBe('throttled 429 9');
  expect([await admit(admission), await admit(admission)]).toEqual(['admitted', 'throttled 429 1']);
  limits = NO_LIMITS;
  expect(await admit(admission)).toBe('admitted');
});
