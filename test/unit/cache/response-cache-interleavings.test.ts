/** Invariants of the response cache in any order of its calls, loads and store responses. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CacheKey, toCacheKey } from '../../../lib/cache/key.ts';
import { type CacheState, ResponseCache } from '../../../lib/cache/response-cache.ts';
import { MemoryStore } from '../../../lib/cache/store.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { type Clock, systemClock } from '../../../lib/time/clock.ts';
import { runs } from '../../support/runs.ts';
import { createSharedStore, unlimitedRows } from '../../support/shared-store.ts';

const policy = { maxAge: 60, staleWhileRevalidate: 60, staleIfError: 300 };
const LEASE_POLL_MS = 200;
const REFUSED_MS = 5_000;

const request = { operation: 'o', profile: 'vendor', upstream: 'http://u', apiVersion: '1', tenant: 't' };
const toKey = (relayed: string) => toCacheKey({ ...request, accessScope: 's', relayed });

type Step =
  | { readonly do: 'get'; readonly instance: number; readonly key: CacheKey; readonly isForced: boolean }
  | { readonly do: 'pass'; readonly seconds: number };

/** A run, except for the order in which everything happens. */
interface Script {
  readonly steps: readonly Step[];
  /** Results of the loads in turn, repeated. */
  readonly loads: readonly ('ok' | 'expires soon' | 'unreachable' | 'refused' | 'gone')[];
  /** Whether the calls of the store in turn fail, before they act or after it, repeated. */
  readonly storeFails: readonly (false | 'before' | 'after')[];
  /** Whether a request that could be served stale waits not at all, or forever. */
  readonly isImpatient: boolean;
}

/** Mostly the first, so that rare events meet more often on one key of one instance. */
const mostly = <T>(first: T, other: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constant(other) });
const get = fc.record({
  do: fc.constant('get' as const),
  instance: mostly(0, 1),
  key: mostly(toKey('one'), toKey('other')),
  isForced: mostly(false, true),
});
const pass = fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(1, 11, 61, 125, 400) });
const fewOf = <const T extends readonly unknown[]>(...values: T) =>
  fc.array(fc.constantFrom<T[number][]>(...values), { minLength: 1, maxLength: 4 });
const script: fc.Arbitrary<Script> = fc.record({
  steps: fc.array(fc.oneof(get, get, pass), { minLength: 2, maxLength: 12 }),
  loads: fewOf('ok', 'ok', 'expires soon', 'unreachable', 'unreachable', 'refused', 'gone'),
  storeFails: fc.oneof(fc.constant([false] as const), fewOf(false, 'before', 'after')),
  isImpatient: fc.boolean(),
});

interface Timed {
  readonly instance: number;
  readonly key: CacheKey;
  readonly begun: number;
  ended: number;
  /** Epoch milliseconds at its end. */
  at: number;
}

interface Load extends Timed {
  error?: Problem;
  /** The calls that were running when it failed. */
  readonly waiting: Set<Call>;
}

interface Call extends Timed {
  result?: CacheState;
  error?: unknown;
}

type Run = Awaited<ReturnType<typeof play>>;

/** Runs a script in the scheduler's order. Moments count the events. */
async function play(scheduler: fc.Scheduler, { steps, loads: outcomes, storeFails, isImpatient }: Script) {
  let now = 1_800_000_000_000;
  let moment = 0;
  let mostLoadsAtOnce = 0;
  const loads: Load[] = [];
  const calls: Call[] = [];
  const isRunning = (at: Pick<Timed, 'instance' | 'key'>) => (each: Timed) =>
    each.ended === 0 && each.instance === at.instance && each.key === at.key;
  const clock: Clock = {
    ...systemClock,
    monotonicNow: () => now,
    wallNow: () => now,
    setTimer(callback, ms) {
      // A look whether another instance has loaded meanwhile.
      if (ms === LEASE_POLL_MS) {
        void scheduler.schedule(Promise.resolve(), 'poll').then(() => {
          now += ms;
          callback();
        });
      }
      return setTimeout(ms === LEASE_POLL_MS ? () => {} : callback, isImpatient ? 0 : 1_000_000);
    },
  };
  const store = createStore(scheduler, clock, storeFails);
  const instances = [0, 1].map(
    () => new ResponseCache({ store, memory: new MemoryStore(1_000_000), rows: unlimitedRows, clock, alert: () => {} }),
  );

  async function load(instance: number, key: CacheKey) {
    mostLoadsAtOnce = Math.max(mostLoadsAtOnce, loads.filter(isRunning({ instance, key })).length + 1);
    const number = loads.length;
    const own: Load = { instance, key, begun: ++moment, ended: 0, at: 0, waiting: new Set() };
    loads.push(own);
    await scheduler.schedule(Promise.resolve(), `load ${number}`);
    Object.assign(own, { ended: ++moment, at: now });
    const outcome = outcomes[number % outcomes.length];
    const body = Buffer.from(JSON.stringify({ key, number }));
    if (outcome === 'ok') return { body };
    if (outcome === 'expires soon') return { body, expiresAt: now + 30_000 };
    for (const call of calls.filter(isRunning(own))) own.waiting.add(call);
    own.error = toProblem(outcome);
    throw own.error;
  }

  function call(instance: number, key: CacheKey, isForced: boolean): void {
    const own: Call = { instance, key, begun: ++moment, ended: 0, at: 0 };
    calls.push(own);
    const end = (result: Partial<Call>) => Object.assign(own, result, { ended: ++moment, at: now });
    const cache = instances[instance] as ResponseCache;
    const request = { key, tenant: 't', owner: 'caller', policy, noCache: isForced, mayRefresh: () => true };
    const result = cache.get({ ...request, load: () => load(instance, key) });
    result.then((result) => end({ result })).catch((error: unknown) => end({ error }));
  }

  scheduler.scheduleSequence(
    steps.map((each) => async () => {
      if (each.do === 'pass') now += each.seconds * 1000;
      else call(each.instance, each.key, each.isForced);
    }),
  );
  // Everything that follows from one event happens before the next one.
  await scheduler.waitIdle(async (act) => {
    await act();
    await new Promise(setImmediate);
  });
  return { loads, calls, mostLoadsAtOnce };
}

function isRemembered(error: unknown): boolean {
  return error instanceof Problem && error.headers['cache-status']?.includes('refused') === true;
}

function toProblem(outcome: Script['loads'][number] | undefined): Problem {
  if (outcome === 'gone') return new Problem('upstream_refused', { status: 404 });
  return outcome === 'refused' ? new Problem('upstream_refused', { status: 400 }) : new Problem('upstream_unreachable');
}

/** A store for both instances; the scheduler decides when each call takes effect. */
function createStore(scheduler: fc.Scheduler, clock: Clock, fails: Script['storeFails']) {
  let count = 0;
  return createSharedStore(clock, async (call, change) => {
    const failing = fails[count++ % fails.length];
    await scheduler.schedule(Promise.resolve(), call);
    if (failing === 'before') throw new Error('The store failed.');
    const result = change();
    if (failing === 'after') throw new Error('The response of the store was lost.');
    return result;
  }).store;
}

const resultsOf = ({ calls }: Run) =>
  calls.flatMap((call) => {
    if (!call.result) return [];
    const { key, number } = JSON.parse(call.result.response.body.toString()) as { key: CacheKey; number: number };
    return [{ call, ...call.result, key, number }];
  });

/** Whether the call began after the other one had ended, at the same instance and key. */
const isLater = (call: Call, than: Call) =>
  call.begun > than.ended && call.instance === than.instance && call.key === than.key;

/** What holds in every run. */
const INVARIANTS: Readonly<Record<string, (run: Run) => void>> = {
  'every call ends': ({ calls }) => expect(calls.every(({ ended }) => ended > 0)).toBe(true),

  'a key is served only its own body'(run) {
    for (const { call, key } of resultsOf(run)) expect(key).toBe(call.key);
  },

  'one load per key and instance runs at a time': ({ mostLoadsAtOnce }) =>
    expect(mostLoadsAtOnce).toBeLessThanOrEqual(1),

  'a failure is shared only with the requests that waited for it, a refusal with those of the next seconds'({
    calls,
    loads,
  }) {
    for (const call of calls) {
      if (call.error === undefined) continue;
      const isOf = ({ instance, key, error, at }: Load) =>
        instance === call.instance && key === call.key && error !== undefined && call.at - at <= REFUSED_MS;
      if (isRemembered(call.error)) expect(loads.some(isOf)).toBe(true);
      else expect(loads.find(({ error }) => error === call.error)?.waiting.has(call)).toBe(true);
    }
  },

  'no stored response is served after it has expired, or too stale; stale ones are marked'(run) {
    for (const { call, ...state } of resultsOf(run)) {
      if (!state.hit) continue;
      const { response } = state;
      expect(call.at).toBeLessThan(response.expiresAt);
      const staleSeconds = (call.at - response.fetchedAt) / 1000 - policy.maxAge;
      expect(staleSeconds >= 0).toBe(state.stale !== undefined);
      if (state.stale === 'while-revalidating') expect(staleSeconds).toBeLessThan(policy.staleWhileRevalidate);
      expect(staleSeconds).toBeLessThan(policy.staleIfError);
    }
  },

  'it never goes back to an older response'(run) {
    const results = resultsOf(run);
    for (const earlier of results) {
      for (const later of results.filter(({ call }) => isLater(call, earlier.call)))
        expect(later.response.fetchedAt).toBeGreaterThanOrEqual(earlier.response.fetchedAt);
    }
  },

  'nothing is served that was loaded before the resource was found gone'(run) {
    const results = resultsOf(run).map(({ call, number }) => ({ call, loaded: run.loads[number]?.ended ?? 0 }));
    for (const gone of run.calls.filter(({ error }) => error instanceof Problem && error.status === 404)) {
      const foundGone = run.loads.find(({ error }) => error === gone.error)?.ended ?? 0;
      const later = results.filter(({ call }) => isLater(call, gone));
      for (const { loaded } of later) expect(loaded).toBeGreaterThan(foundGone);
    }
  },
};

it('in any order of calls, loads and rows, the invariants hold', async () => {
  const property = fc.asyncProperty(fc.scheduler(), script, async (scheduler, given) => {
    const run = await play(scheduler, given);
    for (const check of Object.values(INVARIANTS)) check(run);
  });
  await fc.assert(property, { numRuns: runs(300) });
});
