/**
 * The policy in table storage: one row, which every instance looks at again before what it knows is 30 s old. Looking needs no
 * timer: an instance that serves nobody has nothing to decide. See docs/decisions.md#policy-in-a-table. Source: P-29.
 */
import { type Entity, openTable, type TableAddress, type TableClient } from '../cache/table-client.ts';
import { Problem, SafeError } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import { SingleFlight } from '../time/single-flight.ts';
import {
  loadDocument,
  loadPolicy,
  type PolicyDependencies,
  type PolicyDocument,
  type PolicySource,
  readTable,
} from './policy-source.ts';

export const PARTITION = 'policy';
export const CURRENT = 'current';
/** A request waits for a look if the last one is so old. */
const MAX_AGE_MS = 30_000;
/** From here on a request starts one in the background; spread, so that instances do not look at the same time. */
const MIN_DUE_MS = 20_000;
const MAX_DUE_MS = 27_000;
/** After a failed look. */
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

export class TablePolicy implements PolicySource {
  readonly #table: TableClient;
  readonly #dependencies: PolicyDependencies;
  #policy: PolicyDocument | undefined;
  /** Entity tag of the row that was read last, valid or not; empty if there was none. */
  #tag: string | undefined;
  /** Why that row is not in force. */
  #fault: unknown;
  #isFailing = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #dueMs = 0;
  readonly #flight = new SingleFlight<'look', void>();

  constructor(table: TableClient, dependencies: PolicyDependencies) {
    this.#table = table;
    this.#dependencies = dependencies;
  }

  async refresh(): Promise<void> {
    const now = this.#dependencies.clock.monotonicNow();
    const ageMs = now - this.#lookedAt;
    if (ageMs < this.#dueMs) return;
    const isDue = now - this.#triedAt >= RETRY_MS;
    const looking = isDue || this.#flight.has('look') ? this.#flight.run('look', () => this.#look(now)) : undefined;
    // A table that fails costs no request the time to find out again, except where there is nothing to decide by.
    if (this.#policy === undefined || (ageMs >= MAX_AGE_MS && !this.#isFailing)) await looking;
  }

  current(): PolicyDocument {
    if (this.#policy) return this.#policy;
    throw new Problem('policy_unavailable', { headers: { 'retry-after': formatRetryAfter(RETRY_MS) } });
  }

  limits(): NonNullable<PolicyDocument['limits']> {
    return this.#policy?.limits ?? {};
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
      // Without a policy, every try looks again.
      this.#dueMs = this.#policy ? MIN_DUE_MS + Math.random() * (MAX_DUE_MS - MIN_DUE_MS) : 0;
      if (this.#fault) alert('policy_invalid', 'table', this.#fault);
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
    this.#tag = toTag(row);
    this.#fault = undefined;
    try {
      if (row === undefined) throw new SafeError('The table has no policy.');
      this.#policy = loadDocument(joinText(row));
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
