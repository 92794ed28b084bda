/** The addresses of one name, for its connections: one look-up at a time, so that a name that hangs takes one thread of the process and not all. */
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { type Clock, withTimeout } from '../time/clock.ts';
import { SingleFlight } from '../time/single-flight.ts';

const KEPT_MS = 30_000;
/** Who has an address waits no longer for a new one. */
const MAX_WAIT_MS = 100;

/** Returns a function that keeps a result for 30 s, and returns the last one while a new look-up hangs or fails. */
export function createLookup(clock: Clock): LookupFunction {
  const flight = new SingleFlight<string, LookupAddress[]>();
  let last: LookupAddress[] | undefined;
  let [startedAt, endedAt] = [0, 0];

  const look = async (name: string, options: LookupOptions) => {
    startedAt = clock.monotonicNow();
    const found = (await promisify(dns.lookup)(name, { ...options, all: true })) as LookupAddress[];
    endedAt = clock.monotonicNow();
    last = found;
    return found;
  };
  const find = async (name: string, options: LookupOptions) => {
    const [known, now] = [last, clock.monotonicNow()];
    if (known && now - endedAt < KEPT_MS) return known;
    const looking = flight.run(name, () => look(name, options));
    if (!known) return looking;
    return withTimeout(clock, looking, startedAt + MAX_WAIT_MS - now, () => new Error()).catch(() => known);
  };
  return (name, options, callback) => {
    const end = (found: LookupAddress[]) =>
      options.all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family);
    find(name, options).then(end, (error) => callback(error, []));
  };
}
