/**
 * The policy in table storage: one row, which every instance looks at again before what it knows is 30 s old. Looking needs no
 * timer: an instance that serves nobody has nothing to decide. See docs/decisions.md#policy-in-a-table. Source: P-29.
 */
import { type Entity, openTable, type TableAddress, type TableClient } from '../cache/table-client.ts';
import { SafeError } from '../http/problem.ts';
import { SingleFlight } from '../time/single-flight.ts';
import {
  createUnavailable,
  loadDocument,
  loadPolicy,
  type PolicyDependencies,
  type PolicyDocument,
  type PolicySource,
  readTable,
  USABLE_FOR_MS,
} from './policy-source.ts';

export const PARTITION = 'policy';
export const CURRENT = 'current';
/** A request waits for a look if the last one is older. */
const MAX_AGE_MS = 30_000;
/** At this age a request starts a look in the background; the ages differ, so that instances do not look at the same time. */
const MIN_DUE_MS = 20_000;
const MAX_DUE_MS = 27_000;
/** Least time between a failed look and the next. */
const RETRY_MS = 1_000;
const LOOK_TIMEOUT_MS = 1_000;
const READ_TIMEOUT_MS = 3_000;

/**
 * Opens what `setting` says: JSON, the path of a file, or `table:` and the name of a table in the account of `address`.
 * @throws Error if JSON or file are missing or invalid.
 */
export function openPolicy(setting: string, address: TableAddress, dependencies: PolicyDependencies): PolicySource {
  const table = readTable(setting);
  if (table === undefined) return loadPolicy(setting, dependencies);
  const { name, url } = table;
  const own = url !== undefined && 'url' in address ? { ...address, name, url } : { ...address, name };
  return new TablePolicy(openTable(own, dependencies.clock), dependencies);
}

/** Returns the row of a version; rows sort as the versions do. */
export function toVersionRow(version: number): string {
  return `v${String(version).padStart(10, '0')}`;
}

export class TablePolicy implements PolicySource {
  readonly #table: TableClient;
  readonly #dependencies: PolicyDependencies;
  #policy: PolicyDocument | undefined;
  #version = 0;
  /** When the policy was last seen in force. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** Entity tag of the row that was judged last, valid or not; empty if there was none. Undefined if its judgement may change without it. */
  #tag: string | undefined;
  /** Why that row is not in force. */
  #fault: unknown;
  #isFailing = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  readonly #dueMs = MIN_DUE_MS + Math.random() * (MAX_DUE_MS - MIN_DUE_MS);
  readonly #flight = new SingleFlight<'look', void>();

  constructor(table: TableClient, dependencies: PolicyDependencies) {
    this.#table = table;
    this.#dependencies = dependencies;
  }

  async refresh(): Promise<void> {
    const now = this.#dependencies.clock.monotonicNow();
    const ageMs = now - this.#lookedAt;
    // Every try looks again if there is no policy, or if the row is at fault only because of another row.
    if (this.#policy && this.#tag !== undefined && ageMs < this.#dueMs) return;
    const triedMs = now - this.#triedAt;
    const isDue = triedMs >= RETRY_MS;
    const looking = isDue || this.#flight.has('look') ? this.#flight.run('look', () => this.#look(now)) : undefined;
    // A table that fails costs no request the time to find out again, except where there is nothing to decide by.
    const isKnownToFail = this.#isFailing && triedMs < MAX_AGE_MS;
    if (!this.#isUsable(now) || (ageMs >= MAX_AGE_MS && !isKnownToFail)) await looking;
  }

  current(): PolicyDocument {
    if (this.#policy && this.#isUsable(this.#dependencies.clock.monotonicNow())) return this.#policy;
    throw createUnavailable();
  }

  #isUsable(now: number): boolean {
    return this.#policy !== undefined && now - this.#confirmedAt < USABLE_FOR_MS;
  }

  limits(): PolicyDocument['limits'] {
    return this.#policy?.limits;
  }

  close(): Promise<void> {
    return this.#table.close();
  }

  async #look(now: number): Promise<void> {
    this.#triedAt = now;
    const { alert } = this.#dependencies;
    try {
      await this.#read();
      this.#lookedAt = now;
      this.#isFailing = false;
      if (this.#fault) alert('policy_invalid', 'table', this.#fault);
      else this.#confirmedAt = now;
    } catch (error) {
      this.#isFailing = true;
      alert('policy_unavailable', 'table', error);
    }
  }

  async #read(): Promise<void> {
    if (this.#tag !== undefined) {
      // The document itself, up to 1 MiB, is read only if it has changed.
      const row = await this.#table.get(PARTITION, CURRENT, LOOK_TIMEOUT_MS, ['version']);
      if (toTag(row) === this.#tag) return;
    }
    const row = await this.#table.get(PARTITION, CURRENT, READ_TIMEOUT_MS);
    const isNewest = row === undefined || (await this.#isNewest(Number(row['version'] ?? 0)));
    // Set after both calls: if one fails, the row is not yet judged.
    this.#tag = isNewest ? toTag(row) : undefined;
    if (row === undefined) this.#drop();
    else if (isNewest) this.#take(row);
    else
      this.#fault = new SafeError(
        'The table has an older version than the last one: only a rollback may return to it.',
      );
  }

  /** A deleted policy allows nothing. */
  #drop(): void {
    this.#policy = undefined;
    this.#version = 0;
    this.#fault = new SafeError('The table has no policy.');
  }

  /** A rollback is a new version, written with its own row, so what has a later row was put back by hand. */
  async #isNewest(version: number): Promise<boolean> {
    if (version < this.#version) return false;
    return (await this.#table.get(PARTITION, toVersionRow(version + 1), LOOK_TIMEOUT_MS, ['version'])) === undefined;
  }

  #take(row: Entity): void {
    try {
      this.#policy = loadDocument(joinText(row));
      this.#version = Number(row['version'] ?? 0);
      this.#fault = undefined;
      this.#dependencies.report({ policyVersion: row['version'], changedBy: row['changedBy'] });
    } catch (error) {
      this.#fault = error;
    }
  }
}

function toTag(row: Entity | undefined): string {
  return String(row?.['etag'] ?? '');
}

/** Returns the document of a row: a property holds 32 Ki characters at most, so it is spread over `text0`, `text1`, …. */
export function joinText(row: Readonly<Record<string, unknown>>): string {
  const parts: unknown[] = [];
  while (`text${parts.length}` in row) parts.push(row[`text${parts.length}`]);
  return parts.join('');
}
