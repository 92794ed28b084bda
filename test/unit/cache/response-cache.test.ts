/** What holds of the read-through cache however its calls, its loads and its store's answers follow each other. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CacheKey, toCacheKey } from '../../../lib/cache/key.ts';
import { createMemoryStore } from '../../../lib/cache/memory-store.ts';
import { type CacheResult, ResponseCache } from '../../../lib/cache/response-cache.ts';
import type { Store, StoredResponse } from '../../../lib/cache/store.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { type Clock, systemClock } from '../../../lib/time/clock.ts';

const policy = { maxAge: 60, staleWhileRevalidate: 60, staleIfError: 300 };
const LEASE_MS = 10_000;

const keys = ['one', 'other'].map((relayed) =>
  toCacheKey({ operation: 'o', profile: 'vendor', apiVersion: '1', tenant: 't', accessScope: 's', relayed }),
) as [CacheKey, CacheKey];

type Step =
  | { readonly do: 'get'; readonly instance: number; readonly key: CacheKey; readonly isForced: boolean }
  | { readonly do: 'pass'; readonly seconds: number };

/** What a run is made of, beside the order in which everything happens. */
interface Script {
  readonly steps: readonly Step[];
  /** Of one load after the other, again and again. */
  readonly loads: readonly ('well' | 'void soon' | 'unreachable' | 'refused' | 'gone')[];
  /** Whether one call of the store after the other fails, again and again. */
  readonly storeFails: readonly boolean[];
  /** Who could have a stand-in does not wait at all, or for ever. */
  readonly isImpatient: boolean;
}

/** Mostly the first: what is rare meets more often on one key of one instance. */
const mostly = <T>(first: T, other: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constant(other) });
const get = fc.record({
  do: fc.constant('get' as const),
  instance: mostly(0, 1),
  key: mostly(...keys),
  isForced: mostly(false, true),
});
const pass = fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(1, 11, 61, 125, 400) });
const script: fc.Arbitrary<Script> = fc.record({
  steps: fc.array(fc.oneof({ weight: 2, arbitrary: get }, { weight: 1, arbitrary: pass }), {
    minLength: 2,
    maxLength: 12,
  }),
  loads: fc.array(fc.constantFrom('well', 'well', 'void soon', 'unreachable', 'unreachable', 'refused', 'gone'), {
    minLength: 1,
    maxLength: 4,
  }),
  storeFails: fc.oneof(fc.constant([false]), fc.array(fc.boolean(), { minLength: 1, maxLength: 4 })),
  isImpatient: fc.boolean(),
});

interface Load {
  readonly instance: number;
  readonly key: CacheKey;
  readonly begun: number;
  ended: number;
  error?: Problem;
  /** The calls that were under way when it failed. */
  readonly waiting: Set<Call>;
}

interface Call {
  readonly instance: number;
  readonly key: CacheKey;
  readonly begun: number;
  ended: number;
  /** Epoch milliseconds at its end. */
  at: number;
  answer?: CacheResult;
  error?: unknown;
}

interface Run {
  readonly loads: readonly Load[];
  readonly calls: readonly Call[];
  readonly mostLoadsAtOnce: number;
}

/** Plays a script in the scheduler's order. Moments are numbers in the order in which things happen. */
async function play(
  scheduler: fc.Scheduler,
  { steps, loads: outcomes, storeFails, isImpatient }: Script,
): Promise<Run> {
  let now = 1_800_000_000_000;
  let moment = 0;
  let mostLoadsAtOnce = 0;
  const loads: Load[] = [];
  const calls: Call[] = [];
  const clock: Clock = {
    ...systemClock,
    now: () => now,
    setTimer: (callback) => setTimeout(callback, isImpatient ? 0 : 1_000_000),
  };
  const store = createStore(scheduler, clock.now, storeFails);
  const instances = [0, 1].map(() => new ResponseCache(store, createMemoryStore(1_000_000), () => true, clock));

  async function load(instance: number, key: CacheKey) {
    const under = loads.filter((each) => each.ended === 0 && each.instance === instance && each.key === key);
    mostLoadsAtOnce = Math.max(mostLoadsAtOnce, under.length + 1);
    const number = loads.length;
    const own: Load = { instance, key, begun: ++moment, ended: 0, waiting: new Set() };
    loads.push(own);
    await scheduler.schedule(Promise.resolve(), `load ${number}`);
    own.ended = ++moment;
    const outcome = outcomes[number % outcomes.length];
    const body = Buffer.from(JSON.stringify({ key, number }));
    if (outcome === 'well') return { body };
    if (outcome === 'void soon') return { body, expiresAt: now + 30_000 };
    for (const call of calls)
      if (call.ended === 0 && call.instance === instance && call.key === key) own.waiting.add(call);
    own.error = toProblem(outcome);
    throw own.error;
  }

  function call(instance: number, key: CacheKey, isForced: boolean): void {
    const own: Call = { instance, key, begun: ++moment, ended: 0, at: 0 };
    calls.push(own);
    const end = (result: Partial<Call>) => Object.assign(own, result, { ended: ++moment, at: now });
    const cache = instances[instance] as ResponseCache;
    const asked = cache.get({ key, owner: 'caller', policy, noCache: isForced, load: () => load(instance, key) });
    Promise.resolve(asked).then(
      (answer) => end({ answer }),
      (error: unknown) => end({ error }),
    );
  }

  scheduler.scheduleSequence(
    steps.map((each) => async () => {
      if (each.do === 'pass') now += each.seconds * 1000;
      else call(each.instance, each.key, each.isForced);
    }),
  );
  // Whatever follows from one thing has happened before the next one does.
  await scheduler.waitIdle(async (act) => {
    await act();
    await new Promise(setImmediate);
  });
  return { loads, calls, mostLoadsAtOnce };
}

function toProblem(outcome: Script['loads'][number] | undefined): Problem {
  if (outcome === 'gone') return new Problem('upstream_refused', { status: 404 });
  return outcome === 'refused' ? new Problem('upstream_refused', { status: 400 }) : new Problem('upstream_unreachable');
}

/** A store for both instances; each call takes effect when the scheduler says so. */
function createStore(scheduler: fc.Scheduler, now: () => number, fails: readonly boolean[]): Store {
  const rows = new Map<CacheKey, { readonly reply: StoredResponse; leasedUntil: number }>();
  let count = 0;
  async function act<T>(label: string, effect: () => T): Promise<T> {
    const isFailing = fails[count++ % fails.length];
    await scheduler.schedule(Promise.resolve(), label);
    if (isFailing) throw new Error('The store failed.');
    return effect();
  }
  return {
    get: (key) => act('store get', () => rows.get(key)?.reply),
    set: (key, reply) => act('store set', () => void rows.set(key, { reply, leasedUntil: 0 })),
    remove: (key) => act('store remove', () => void rows.delete(key)),
    sweep: async () => 0,
    lease: (key, since) =>
      act('store lease', () => {
        const row = rows.get(key);
        if (row === undefined) return 'taken';
        if (row.reply.fetchedAt > since) return row.reply;
        if (row.leasedUntil > now()) return 'busy';
        row.leasedUntil = now() + LEASE_MS;
        return 'taken';
      }),
  };
}

/** Expects something of every run. */
function always(check: (run: Run, script: Script) => void): Promise<void> {
  const property = fc.asyncProperty(fc.scheduler(), script, async (scheduler, given) => {
    const run = await play(scheduler, given);
    expect(run.calls.every(({ ended }) => ended > 0)).toBe(true);
    check(run, given);
  });
  return fc.assert(property, { numRuns: 500 });
}

const answersOf = ({ calls }: Run) =>
  calls.flatMap((call) => {
    if (!call.answer) return [];
    const { key, number } = JSON.parse(call.answer.response.body.toString()) as { key: CacheKey; number: number };
    return [{ call, ...call.answer, key, number }];
  });

it('answers a key with its own content', () =>
  always((run) => {
    for (const { call, key } of answersOf(run)) expect(key).toBe(call.key);
  }));

it('loads a key once at a time in an instance', () =>
  always(({ mostLoadsAtOnce }) => {
    expect(mostLoadsAtOnce).toBeLessThanOrEqual(1);
  }));

it('shares a failure with those who waited for it, and nobody else', () =>
  always(({ calls, loads }) => {
    for (const call of calls) {
      if (call.error === undefined) continue;
      const load = loads.find(({ error }) => error === call.error);
      expect(load?.waiting.has(call)).toBe(true);
    }
  }));

it('uses nothing that is stored beyond its end', () =>
  always((run) => {
    for (const { call, response: reply, state } of answersOf(run)) {
      if (state.hit) expect(call.at).toBeLessThan(reply.expiresAt);
    }
  }));

it('says of a reply that is stale that it is, and serves none that is too stale', () =>
  always((run) => {
    for (const { call, response: reply, state } of answersOf(run)) {
      if (!state.hit) continue;
      const staleSeconds = (call.at - reply.fetchedAt) / 1000 - policy.maxAge;
      expect(staleSeconds >= 0).toBe(state.stale !== undefined);
      if (state.stale === 'while-revalidating') expect(staleSeconds).toBeLessThan(policy.staleWhileRevalidate);
      expect(staleSeconds).toBeLessThan(policy.staleIfError);
    }
  }));

it('never goes back to an older reply', () =>
  always((run) => {
    const answers = answersOf(run);
    for (const earlier of answers) {
      for (const later of answers) {
        const follows = later.call.begun > earlier.call.ended && later.call.instance === earlier.call.instance;
        if (!follows || later.key !== earlier.key) continue;
        expect(later.response.fetchedAt).toBeGreaterThanOrEqual(earlier.response.fetchedAt);
      }
    }
  }));

it('serves nothing from before the answer that the resource is gone', () =>
  always((run, { storeFails }) => {
    // A row that cannot be removed may come back.
    if (storeFails.includes(true)) return;
    const answers = answersOf(run).map(({ call, number }) => ({ call, loaded: run.loads[number]?.ended ?? 0 }));
    for (const gone of run.calls.filter(({ error }) => error instanceof Problem && error.status === 404)) {
      const told = run.loads.find(({ error }) => error === gone.error)?.ended ?? 0;
      const later = answers.filter(
        ({ call }) => call.begun > gone.ended && call.instance === gone.instance && call.key === gone.key,
      );
      for (const { loaded } of later) expect(loaded).toBeGreaterThan(told);
    }
  }));
