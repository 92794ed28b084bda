/**
 * Simulates many instances on one table: Frontdesk's cache and table client on the emulated table. The clock jumps from one event to
 * the next, so an hour takes only as long as its table calls, and the load of the machine does not change the result.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CacheKey, toCacheKey } from '../../lib/cache/key.ts';
import { ResponseCache } from '../../lib/cache/response-cache.ts';
import { createMemoryStore, type Store } from '../../lib/cache/store.ts';
import { openTable, type TableClient } from '../../lib/cache/table-client.ts';
import { TableStore } from '../../lib/cache/table-store.ts';
import { SharedTime } from '../../lib/time/shared-time.ts';
import type { KeyLoad, Traffic } from './cache-traffic.ts';

export interface Scenario extends KeyLoad {
  /** Number of responses, with the same rate each. */
  readonly keys: number;
  readonly seconds: number;
  /** Not counted, because the cache is cold. */
  readonly warmUpSeconds: number;
  readonly seed: number;
}

type Counts = Record<keyof Traffic, number>;

interface Event {
  readonly at: number;
  run(): void;
}

const SAME = {
  operation: 'o',
  profile: 'vendor',
  upstream: 'http://u',
  apiVersion: '1',
  tenant: 't',
  accessScope: 's',
};
const ZERO: Counts = { upstream: 0, gets: 0, merges: 0, puts: 0, waiting: 0 };

/** Returns the mean traffic of one response. `name` is the name of a new table. */
export async function simulate(scenario: Scenario, connectionString: string, name: string): Promise<Traffic> {
  const simulation = new Simulation(scenario, connectionString, name);
  const traffic = await simulation.run();
  const divisor = scenario.keys * (scenario.seconds - scenario.warmUpSeconds);
  for (const of of Object.keys(traffic) as (keyof Traffic)[]) traffic[of] /= divisor;
  return traffic;
}

class Simulation {
  readonly #scenario: Scenario;
  // A timer is an event too. A cleared one still fires, and ends a wait that has already ended.
  readonly #clock = {
    time: Date.UTC(2026, 0),
    wallNow: () => this.#clock.time,
    monotonicNow: () => this.#clock.time,
    setTimer: (run: () => void, ms: number) => {
      insert(this.#events, { at: this.#clock.time + ms, run });
      return setTimeout(() => {}, 0);
    },
  };
  readonly #counts: Counts = { ...ZERO };
  readonly #pending = new Set<Promise<unknown>>();
  readonly #failures: unknown[] = [];
  readonly #events: Event[] = [];
  readonly #table: TableClient;
  readonly #caches: readonly ResponseCache[];

  constructor(scenario: Scenario, connectionString: string, name: string) {
    this.#scenario = scenario;
    // Azurite's own time is not the simulation's.
    const table = { ...openTable({ connectionString, name }, this.#clock), time: new SharedTime(this.#clock) };
    this.#table = countCalls(table, this.#counts);
    this.#caches = Array.from({ length: scenario.instances }, () => this.#createCache());
  }

  async run(): Promise<Counts> {
    const start = this.#clock.time;
    const random = createRandom(this.#scenario.seed);
    for (const call of drawCalls(this.#scenario, random)) {
      const key = toCacheKey({ ...SAME, relayed: call.key });
      const cache = this.#caches[Math.floor(random() * this.#caches.length)] as ResponseCache;
      const run = () => void this.#request(cache, key).catch((error) => this.#failures.push(error));
      insert(this.#events, { at: start + call.seconds * 1_000, run });
    }
    const resetCounts = () => void Object.assign(this.#counts, ZERO);
    insert(this.#events, { at: start + this.#scenario.warmUpSeconds * 1_000, run: resetCounts });
    for (let event = this.#events.pop(); event; event = this.#events.pop()) {
      this.#clock.time = event.at;
      event.run();
      await settle(this.#pending);
    }
    await this.#table.close();
    if (this.#failures.length > 0) throw this.#failures[0];
    return this.#counts;
  }

  #createCache(): ResponseCache {
    return new ResponseCache({
      store: watch(new TableStore(this.#table), this.#pending),
      memory: createMemoryStore(64 * 2 ** 20),
      takeRow: () => true,
      clock: this.#clock,
      onError: (error) => this.#failures.push(error),
    });
  }

  #load(): Promise<{ readonly body: Buffer }> {
    this.#counts.upstream++;
    return new Promise((resolve) => {
      const at = this.#clock.time + this.#scenario.upstreamSeconds * 1_000;
      insert(this.#events, { at, run: () => resolve({ body: Buffer.from('{}') }) });
    });
  }

  async #request(cache: ResponseCache, key: CacheKey): Promise<void> {
    const { policy } = this.#scenario;
    const { time } = this.#clock;
    await cache.get({ key, owner: 'caller', policy, noCache: false, load: () => this.#load() });
    if (this.#clock.time > time) this.#counts.waiting++;
  }
}

/** Sorted latest first: the next event is the last element. */
function insert(events: Event[], event: Event): void {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle] as Event).at > event.at) low = middle + 1;
    else high = middle;
  }
  events.splice(low, 0, event);
}

/** Returns independent random calls for each key. */
function drawCalls({ keys, callsPerSecond, seconds }: Scenario, random: () => number) {
  return Array.from({ length: keys }, (_, key) => {
    const calls: { readonly key: number; readonly seconds: number }[] = [];
    for (let at = draw(); at < seconds; at += draw()) calls.push({ key, seconds: at });
    return calls;
  }).flat();

  function draw(): number {
    return -Math.log(1 - random()) / callsPerSecond;
  }
}

/** Runs everything that needs no time of the clock. */
async function settle(pending: ReadonlySet<Promise<unknown>>): Promise<void> {
  do {
    await Promise.allSettled(pending);
    await nextTurn();
  } while (pending.size > 0);
}

/** Counts the table's calls. */
function countCalls(table: TableClient, counts: Counts): TableClient {
  const writes = { insert: 'puts', replace: 'puts', merge: 'merges' } as const;
  const kinds: Readonly<Record<string, keyof Counts>> = { get: 'gets', ...writes };
  return new Proxy(table, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const kind = kinds[String(name)];
      return (...args: unknown[]) => {
        if (kind) counts[kind]++;
        return Reflect.apply(member, target, args);
      };
    },
  });
}

/** Tracks every call of the store until it ends, decompression included. */
function watch(store: Store, pending: Set<Promise<unknown>>): Store {
  const track = <T>(promise: Promise<T>): Promise<T> => {
    const tracked: Promise<unknown> = promise.catch(() => {}).finally(() => pending.delete(tracked));
    pending.add(tracked);
    return promise;
  };
  return {
    get: (key) => track(store.get(key)),
    set: (key, response) => track(store.set(key, response)),
    lease: (key, since) => track(store.lease(key, since)),
    remove: (key) => track(store.remove(key)),
  };
}

/** Returns the same numbers between 0 and 1 in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
