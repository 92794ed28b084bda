/**
 * Many instances on one table, event by event: the cache and the table's client as they are deployed, on the emulated table.
 * The clock jumps from one event to the next, so that an hour takes as long as its table calls do, and the machine's load changes nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CacheKey, toCacheKey } from '../../lib/cache/key.ts';
import { ResponseCache } from '../../lib/cache/response-cache.ts';
import { createMemoryStore, type Store } from '../../lib/cache/store.ts';
import { openTable, type TableClient } from '../../lib/cache/table-client.ts';
import { TableStore } from '../../lib/cache/table-store.ts';
import type { KeyLoad, Traffic } from './cache-traffic.ts';

export interface Scenario extends KeyLoad {
  /** So many replies, each asked for as often. */
  readonly keys: number;
  readonly seconds: number;
  /** Not counted: everything is cold. */
  readonly warmUpSeconds: number;
  readonly seed: number;
}

type Counts = Record<keyof Traffic, number>;

interface Event {
  readonly at: number;
  run(): void;
}

/** Answers what one reply asked for a second, in the mean of all. `name` is the table's, which must be new. */
export async function simulate(scenario: Scenario, connectionString: string, name: string): Promise<Traffic> {
  const { keys, instances, policy, upstreamSeconds, seconds, warmUpSeconds } = scenario;
  // No timer fires: whatever is waited for comes at its time.
  const clock = {
    time: Date.UTC(2026, 0),
    now: () => clock.time,
    monotonicNow: () => performance.now() / 1_000,
    setTimer: (callback: () => void, ms: number) => setTimeout(callback, ms * 1_000),
  };
  const counts: Counts = { upstream: 0, gets: 0, merges: 0, puts: 0, waiting: 0 };
  const underWay = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  const events: Event[] = [];
  const table = countCalls(openTable({ connectionString, name }, clock), counts);
  const caches = Array.from({ length: instances }, () => {
    const store = watch(new TableStore(table, clock), underWay);
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
  const ask = async (cache: ResponseCache, key: CacheKey) => {
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
      run: () => void ask(cache, key).catch((error) => failures.push(error)),
    });
  }
  insert(events, { at: start + warmUpSeconds * 1_000, run: () => Object.assign(counts, ZERO) });

  for (let event = events.pop(); event; event = events.pop()) {
    clock.time = event.at;
    event.run();
    await settle(underWay);
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

/** Latest first: the next event is taken from the end. */
function insert(events: Event[], event: Event): void {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle] as Event).at > event.at) low = middle + 1;
    else high = middle;
  }
  events.splice(low, 0, event);
}

/** Calls of each key that come independently of each other. */
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

/** Lets everything happen that needs no time of the clock. */
async function settle(underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  do {
    await Promise.allSettled(underWay);
    await nextTurn();
  } while (underWay.size > 0);
}

/** Counts what goes to the table; what it answers is its own. */
function countCalls(table: TableClient, counts: Counts): TableClient {
  const kinds: Readonly<Record<string, keyof Counts>> = { get: 'gets', put: 'puts', merge: 'merges' };
  return new Proxy(table, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const kind = kinds[String(name)];
      return (...given: unknown[]) => {
        if (kind) counts[kind]++;
        return Reflect.apply(member, target, given);
      };
    },
  });
}

/** Knows of every call until its very end, unpacking included. */
function watch(store: Store, underWay: Set<Promise<unknown>>): Store {
  const note = <T>(promise: Promise<T>): Promise<T> => {
    const noted: Promise<unknown> = promise.catch(() => {}).finally(() => underWay.delete(noted));
    underWay.add(noted);
    return promise;
  };
  return {
    get: (key) => note(store.get(key)),
    set: (key, reply) => note(store.set(key, reply)),
    lease: (key, since) => note(store.lease(key, since)),
    remove: (key) => note(store.remove(key)),
    sweep: () => note(store.sweep()),
  };
}

/** Numbers from 0 up to 1 that are the same in every run: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
