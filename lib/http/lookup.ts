/** The addresses of one name, for its connections: one look-up at a time, so that a name that hangs takes one thread of the process and not all. */
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { type Clock, withTimeout } from '../time/clock.ts';

const KEPT_MS = 30_000;
/** Who has an address waits no longer for a new one. */
const MAX_WAIT_MS = 100;

/** Returns a function that keeps a result for 30 s, and returns the last one while a new look-up hangs or fails. */
export function createLookup(clock: Clock): LookupFunction {
  let known: LookupAddress[] | undefined;
  let knownAt = Number.NEGATIVE_INFINITY;
  let startedAt = 0;
  let looking: Promise<LookupAddress[]> | undefined;

  const look = async (name: string, options: LookupOptions) => {
    startedAt = clock.monotonicNow();
    try {
      known = (await promisify(dns.lookup)(name, { ...options, all: true })) as LookupAddress[];
      knownAt = clock.monotonicNow();
      return known;
    } finally {
      looking = undefined;
    }
  };
  const find = (name: string, options: LookupOptions) => {
    const now = clock.monotonicNow();
    if (known && now - knownAt < KEPT_MS) return known;
    looking ??= look(name, options);
    const last = known;
    if (!last) return looking;
    const leftMs = Math.max(0, startedAt + MAX_WAIT_MS - now);
    return withTimeout(clock, looking, leftMs, () => new Error()).catch(() => last);
  };
  return (name, options, callback) => {
    const end = (found: LookupAddress[]) =>
      options.all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family);
    Promise.resolve(find(name, options)).then(end, (error) => callback(error, []));
  };
}
