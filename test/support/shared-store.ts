/** A store that instances share, in place of the table: rows with entity tags and leases. */
import type { CacheKey } from '../../lib/cache/key.ts';
import type { Lease, StoredResponse } from '../../lib/cache/store.ts';
import type { Store } from '../../lib/cache/table-store.ts';
import type { Clock } from '../../lib/time/clock.ts';

interface SharedRow {
  readonly tag: string;
  readonly response: StoredResponse | undefined;
  readonly leasedUntil: number;
}

/** Runs one call of the store; it may wait, and fail before the change or after it. */
export type Act = <T>(call: 'insertLease' | 'read' | 'takeLease' | 'save' | 'endLease', change: () => T) => Promise<T>;

const LEASE_MS = 10_000;

/** All instances have the same clock. */
export function createSharedStore(clock: Clock, act: Act = async (_, change) => change()) {
  const rows = new Map<CacheKey, SharedRow>();
  let writes = 0;
  const write = (key: CacheKey, response: StoredResponse | undefined, leasedMs: number) => {
    const tag = String(++writes);
    rows.set(key, { tag, response, leasedUntil: clock.monotonicNow() + leasedMs });
    return tag;
  };
  const store: Store = {
    insertLease: (key) =>
      act('insertLease', () => (rows.has(key) ? undefined : { tag: write(key, undefined, LEASE_MS), isNew: true })),
    read: (key) =>
      act('read', () => {
        const row = rows.get(key);
        const leasedMs = Math.max(0, (row?.leasedUntil ?? 0) - clock.monotonicNow());
        return row && { tag: row.tag, leasedMs, response: row.response && { ...row.response, tag: row.tag } };
      }),
    takeLease: (key, tag) =>
      act('takeLease', (): Lease | undefined => {
        const row = rows.get(key);
        return row?.tag === tag ? { tag: write(key, row.response, LEASE_MS), isNew: false } : undefined;
      }),
    save: (key, response, { tag }) =>
      act('save', () => (rows.get(key)?.tag === tag ? write(key, response, 0) : undefined)),
    endLease: (key, { tag, isNew }, isGone) =>
      act('endLease', () => {
        const row = rows.get(key);
        if (row?.tag !== tag) return;
        if (isNew || isGone) rows.delete(key);
        else write(key, row.response, 0);
      }),
  };
  return { store, rows };
}

/** A quota of rows that never ends. */
export const unlimitedRows = { waitMs: () => 0, take: () => 0 };

/** A shared store whose calls fail at times, before or after they act: `failures` decides in turn whether a call fails, and repeats. */
export function createOddStore(clock: Clock, failures: readonly boolean[]): Store {
  let calls = 0;
  const { store } = createSharedStore(clock, async (_, change) => {
    const number = calls++;
    const isFailing = failures[number % failures.length];
    // A response that is lost: the change was made.
    const result = isFailing && number % 2 === 0 ? undefined : change();
    if (isFailing) throw new Error('The store fails.');
    return result as never;
  });
  return store;
}
