/**
 * Removes expired rows, from a random partition on, so that every row is reached at some time. One instance sweeps at a time, and
 * needs neither a timer of the host nor its storage. Source: P-26.
 */
import type { Clock } from '../time/clock.ts';
import { type Entity, isTableMissing, type TableClient } from './table-client.ts';

const PARALLEL = 8;
/** No delete starts later, so a run with its last calls ends within 90 s. */
const RUN_MS = 55_000;
const CALL_TIMEOUT_MS = 10_000;
const INTERVAL_MS = 15 * 60_000;
/** Instances of a quiet deployment live for minutes. */
const FIRST_MS = 60_000;
const TURN = { partitionKey: 'sweep', rowKey: 'turn' };

/** Calls `sweep` a minute from now and every 15 minutes; returns what ends that. */
export function startSweeping(clock: Clock, sweep: () => Promise<void>): () => void {
  const run = () => {
    timer = clock.setTimer(run, INTERVAL_MS).unref();
    void sweep();
  };
  let timer = clock.setTimer(run, FIRST_MS).unref();
  return () => clearTimeout(timer);
}

/** Returns true once in 15 minutes, on one of the instances that share the table; false if there is no table. */
export async function takeTurn(table: TableClient, clock: Clock): Promise<boolean> {
  const now = clock.wallNow();
  // A timer of another machine may fire somewhat earlier than this one's.
  const turn = { ...TURN, expiresAt: new Date(now + INTERVAL_MS - FIRST_MS) };
  try {
    if ((await table.insert(turn, CALL_TIMEOUT_MS)) !== undefined) return true;
  } catch (error) {
    if (isTableMissing(error)) return false;
    throw error;
  }
  const taken = await table.get(TURN.partitionKey, TURN.rowKey, CALL_TIMEOUT_MS);
  const leftMs = taken?.['expiresAt'] instanceof Date ? taken['expiresAt'].getTime() - now : 0;
  // A turn that lasts longer was taken by a machine whose clock is wrong.
  if (taken === undefined || (leftMs > 0 && leftMs <= INTERVAL_MS)) return false;
  return (await table.replace(turn, String(taken['etag']), CALL_TIMEOUT_MS)) !== undefined;
}

/**
 * Returns how many rows it removed, and whether it saw every partition. Rejects with the table's error, after the rows of that
 * page: a later run begins elsewhere.
 */
export async function sweepExpired(table: TableClient, clock: Clock) {
  const now = clock.wallNow();
  const endsAt = clock.monotonicNow() + RUN_MS;
  let swept = 0;
  const isOver = () => clock.monotonicNow() >= endsAt;
  const sweepRows = async (rows: Iterable<Entity>) => {
    for (const { partitionKey, rowKey, etag } of rows) {
      if (isOver()) return;
      if (await table.delete(partitionKey, rowKey, String(etag), CALL_TIMEOUT_MS)) swept++;
    }
  };
  for (const filter of listFilters(now)) {
    for await (const page of table.list(filter, CALL_TIMEOUT_MS)) {
      // They share one iterator: each takes the next row.
      const rows = page.filter((row) => !isLeased(row, now)).values();
      const runs = await Promise.allSettled(Array.from({ length: PARALLEL }, () => sweepRows(rows)));
      const failed = runs.find((run) => run.status === 'rejected');
      if (failed) throw failed.reason;
      if (isOver()) return { swept, isComplete: false };
    }
  }
  return { swept, isComplete: true };
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
