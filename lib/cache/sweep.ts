/** Removes rows that have expired, from a random partition on: what one run cannot reach, another begins with. Source: P-26. */
import type { Clock } from '../time/clock.ts';
import { type Entity, isTableMissing, type TableClient } from './table-client.ts';

export interface SweepResult {
  readonly swept: number;
  /** Whether every partition was seen. */
  readonly isComplete: boolean;
}

const PARALLEL = 8;
/** No row is begun later: with the last calls a run ends within 90 s. */
const RUN_MS = 55_000;
const CALL_TIMEOUT_MS = 10_000;
/** A connection that breaks ends no run, a table that is down does. */
const MAX_FAILURES = 5;

/** Rejects with the table's first error, after the other rows or when too many have failed. */
export async function sweepExpired(table: TableClient, clock: Clock): Promise<SweepResult> {
  const now = clock.wallNow();
  const endsAt = clock.monotonicNow() + RUN_MS;
  const errors: unknown[] = [];
  let swept = 0;
  const isOver = () => clock.monotonicNow() >= endsAt || errors.length >= MAX_FAILURES;
  const sweepRows = async (rows: Iterable<Entity>) => {
    for (const { partitionKey, rowKey, etag } of rows) {
      if (isOver()) return;
      try {
        if (await table.delete(partitionKey, rowKey, String(etag), CALL_TIMEOUT_MS)) swept++;
      } catch (error) {
        errors.push(error);
      }
    }
  };
  for (const filter of listFilters(now)) {
    try {
      for await (const page of table.list(filter, CALL_TIMEOUT_MS)) {
        // Each takes the next of the same rows.
        const rows = page.filter((row) => !isLeased(row, now)).values();
        await Promise.all(Array.from({ length: PARALLEL }, () => sweepRows(rows)));
        if (isOver()) break;
      }
    } catch (error) {
      if (isTableMissing(error)) return { swept: 0, isComplete: true };
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return { swept, isComplete: !isOver() };
}

/** Partitions of responses begin with two hexadecimal digits. */
function listFilters(now: number): readonly string[] {
  const first = Math.floor(Math.random() * 256)
    .toString(16)
    .padStart(2, '0');
  const expired = `expiresAt lt datetime'${new Date(now).toISOString()}'`;
  return [`PartitionKey ge '${first}' and ${expired}`, `PartitionKey lt '${first}' and ${expired}`];
}

/** An instance is about to replace the row. */
function isLeased({ leasedUntil }: Entity, now: number): boolean {
  return leasedUntil instanceof Date && leasedUntil.getTime() > now;
}
