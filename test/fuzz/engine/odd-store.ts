/** A shared store whose calls fail at times. */
import type { CacheKey } from '../../../lib/cache/key.ts';
import type { Store, StoredResponse } from '../../../lib/cache/store.ts';
import type { Clock } from '../../../lib/time/clock.ts';

const LEASE_MS = 10_000;

/** `failures` decides in turn whether a call fails and repeats; each call awaits `wait` before and after it acts. */
export function createOddStore(
  clock: Clock,
  failures: readonly boolean[],
  wait: (what: string) => Promise<unknown> = async () => {},
): Store {
  const rows = new Map<CacheKey, StoredResponse>();
  const leases = new Map<CacheKey, number>();
  let calls = 0;
  const act = async <T>(call: string, change: () => T): Promise<T> => {
    await wait(`${call} begins`);
    if (failures[calls++ % failures.length]) throw new Error('The store fails.');
    const result = change();
    await wait(`${call} ends`);
    return result;
  };
  return {
    get: (key) => act('get', () => rows.get(key)),
    set: (key, response) => act('set', () => void rows.set(key, response)),
    remove: (key) => act('remove', () => void rows.delete(key)),
    lease: (key, since) =>
      act('lease', () => {
        const row = rows.get(key);
        if (row && row.fetchedAt > since) return row;
        if ((leases.get(key) ?? 0) > clock.monotonicNow()) return 'busy';
        leases.set(key, clock.monotonicNow() + LEASE_MS);
        return () => act('give back', () => void leases.delete(key));
      }),
  };
}
