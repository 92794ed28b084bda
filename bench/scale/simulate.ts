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

/** Returns the mean traffic of one response. `name` is the name of a new table. */
export async function simulate(scenario: Scenario, connectionString: string, name: string): Promise<Traffic> {
  const { keys, instances, policy, upstreamSeconds, seconds, warmUpSeconds } = scenario;
  // Timers practically never fire: events end every wait.
  const clock = {
    time: Date.UTC(2026, 0),
    now: () => clock.time,
    monotonicNow: () => performance.now() / 1_000,
    setTimer: (callback: () => void, ms: number) => setTimeout(callback, ms * 1_000),
  };
  const counts: Counts = { upstream: 0, gets: 0, merges: 0, puts: 0, waiting: 0 };
  const pending = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  const events: Event[] = [];
  const table = countCalls(openTable({ connectionString, name }, clock), counts);
  const caches = Array.from({ length: instances }, () => {
    const store = watch(new TableStore(table, clock), pending);
    return new ResponseCache({
      store,
      memory: createMemoryStore(64 * 2 ** 20),
      takeRow: () => true,
      clock,
      onError: (error) => failures.push(error),
    });
  });
  const load = () => {
    counts.upstream++;
    return new Promise<{ readonly body: Buffer }>((resolve) => {
      insert(events, { at: clock.time + upstreamSeconds * 1_000, run: () => resolve({ body: Buffer.from('{}') }) });
    });
  };
  const request = async (cache: ResponseCache, key: CacheKey) => {
    const { state } = await cache.get({ key, owner: 'caller', policy, noCache: false, load });
    if (!state.hit) counts.waiting++;
  };

  const start = clock.time;
  const random = createRandom(scenario.seed);
  for (const call of drawCalls(scenario, random)) {
    const key = toCacheKey({ ...SAME, relayed: call.key });
    const cache = caches[Math.floor(random() * instances)] as ResponseCache;
    insert(events, {
      at: start + call.seconds * 1_000,
      run: () => void request(cache, key).catch((error) => failures.push(error)),
    });
  }
  insert(events, { at: start + warmUpSeconds * 1_000, run: () => Object.assign(counts, ZERO) });

  for (let event = events.pop(); event; event = events.pop()) {
    clock.time = event.at;
    event.run();
    await settle(pending);
  }
  await table.close();
  if (failures.length > 0) throw failures[0];
  const each = (count: number) => count / keys / (seconds - warmUpSeconds);
  return {
    upstream: each(counts.upstream),
    gets: each(counts.gets),
    merges: each(counts.merges),
    puts: each(counts.puts),
    waiting: each(counts.waiting),
  };
}

const SAME = { operation: 'o', profile: 'vendor', apiVersion: '1', tenant: 't', accessScope: 's' };
const ZERO: Counts = { upstream: 0, gets: 0, merges: 0, puts: 0, waiting: 0 };

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
  const kinds: Readonly<Record<string, keyof Counts>> = { get: 'gets', put: 'puts', merge: 'merges' };
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
    sweep: () => track(store.sweep()),
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
