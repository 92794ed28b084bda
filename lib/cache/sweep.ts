/** Removes rows that have expired, a range of partitions at a time, from a random one on: no range waits for long where a run cannot end. */
import type { Clock } from '../time/clock.ts';
import type { Entity, TableClient } from './table-client.ts';
import { isTableMissing } from './table-client.ts';

export interface SweepResult {
  readonly swept: number;
  /** Whether every range was seen. */
  readonly isComplete: boolean;
}

/** Of four partitions of responses each; the first and the last range take whatever sorts before and after. */
const RANGES = 64;
const PARALLEL_RANGES = 8;
/** No range or row is begun later: with the last calls a run ends within 90 s. */
const RUN_MS = 55_000;
const CALL_TIMEOUT_MS = 10_000;
/** As many as one transaction takes. */
const MAX_ROWS = 100;
/** Of ranges: a connection that breaks ends no run, a table that is down does. */
const MAX_FAILURES = 5;

export class Sweep {
  readonly #table: TableClient;
  readonly #clock: Clock;

  constructor(table: TableClient, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** Rejects with the table's first error, when the other ranges are swept or too many have failed. */
  async run(): Promise<SweepResult> {
    const run = new Run(this.#table, this.#clock, Math.floor(Math.random() * RANGES));
    await Promise.all(Array.from({ length: PARALLEL_RANGES }, () => run.sweepRanges()));
    if (isTableMissing(run.error)) return { swept: 0, isComplete: true };
    if (run.error !== undefined) throw run.error;
    return { swept: run.swept, isComplete: run.isComplete };
  }
}

class Run {
  readonly #table: TableClient;
  readonly #clock: Clock;
  readonly #now: number;
  readonly #endsAt: number;
  #begun = 0;
  #ended = 0;
  #failures = 0;
  readonly #first: number;
  swept = 0;
  /** The table's first error. */
  error: unknown;

  constructor(table: TableClient, clock: Clock, first: number) {
    this.#first = first;
    this.#table = table;
    this.#clock = clock;
    this.#now = clock.wallNow();
    this.#endsAt = clock.monotonicNow() + RUN_MS;
  }

  get isComplete(): boolean {
    return this.#ended === RANGES;
  }

  async sweepRanges(): Promise<void> {
    while (this.#begun < RANGES && this.#failures < MAX_FAILURES && this.#isInTime()) {
      const next = (this.#first + this.#begun++) % RANGES;
      if (await this.#sweepRange(next)) this.#ended++;
    }
  }

  #isInTime(): boolean {
    return this.#clock.monotonicNow() < this.#endsAt;
  }

  /** Returns whether the range was swept to its end. */
  async #sweepRange(range: number): Promise<boolean> {
    try {
      for await (const page of this.#table.list(toFilter(range, this.#now), CALL_TIMEOUT_MS)) {
        const rows = page.filter((row) => !isLeased(row, this.#now));
        for (let chunk = takeChunk(rows, 0), at = 0; chunk.length > 0; chunk = takeChunk(rows, at)) {
          if (this.#isInTime()) await this.#delete(chunk);
          at += chunk.length;
        }
        if (!this.#isInTime()) return false;
      }
      return true;
    } catch (error) {
      this.#failures++;
      this.error ??= error;
      return false;
    }
  }

  /** Where one of the rows was written or deleted meanwhile, each gets its own transaction. */
  async #delete(rows: readonly Entity[]): Promise<void> {
    if (await this.#table.deleteAll(rows, CALL_TIMEOUT_MS)) this.swept += rows.length;
    else if (rows.length > 1) for (const row of rows) if (this.#isInTime()) await this.#delete([row]);
  }
}

/** The rows of one range that expired before `now`. */
function toFilter(range: number, now: number): string {
  const from = range === 0 ? [] : [`PartitionKey ge '${toDigits(range)}'`];
  const to = range === RANGES - 1 ? [] : [`PartitionKey lt '${toDigits(range + 1)}'`];
  return [...from, ...to, `expiresAt lt datetime'${new Date(now).toISOString()}'`].join(' and ');
}

function toDigits(range: number): string {
  return (range * 4).toString(16).padStart(2, '0');
}

/** An instance is about to replace the row. */
function isLeased({ leasedUntil }: Entity, now: number): boolean {
  return leasedUntil instanceof Date && leasedUntil.getTime() > now;
}

/** Returns the rows from `at` on that one transaction takes: those of one partition. */
function takeChunk(rows: readonly Entity[], at: number): readonly Entity[] {
  const chunk = rows.slice(at, at + MAX_ROWS);
  const end = chunk.findIndex(({ partitionKey }) => partitionKey !== chunk[0]?.partitionKey);
  return end === -1 ? chunk : chunk.slice(0, end);
}
