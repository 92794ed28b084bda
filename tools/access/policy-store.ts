/** The versions of the policy in its table: one row for each, and one for the version in force (docs/decisions.md#policy-in-a-table). */
import type { TableClient, TableEntityResult, TransactionAction } from '@azure/data-tables';
import { CURRENT, joinText, PARTITION, toVersionRow } from '../../lib/policy/table-policy.ts';
import { CliError, showInvisible } from './cli.ts';

export interface StoredPolicy {
  /** The document, without `version`. */
  readonly text: string;
  readonly etag: string;
  /** Undefined if the row was written by hand. */
  readonly version: number | undefined;
  readonly changedBy: string;
  /** By the service's clock. */
  readonly changedAt: string;
  readonly message: string;
}

export interface Change {
  readonly text: string;
  readonly changedBy: string;
  readonly message: string;
}

export const DELETED = 'No policy is in force: somebody deleted it, and nobody is served';

/** A property holds 64 KiB of UTF-16. */
const PART_CHARACTERS = 32_000;
/** Of 1 MiB that an entity holds. */
const MAX_PARTS = 15;
const MAX_MESSAGE = 500;

export class PolicyStore {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  /** For messages. */
  get name(): string {
    return `The table ${this.#table.tableName} at ${new URL(this.#table.url).origin}`;
  }

  readCurrent(): Promise<StoredPolicy | undefined> {
    return this.#read(CURRENT);
  }

  /** @throws CliError that says how one comes into force. */
  async readInForce(): Promise<StoredPolicy> {
    const [row, versions] = await Promise.all([this.readCurrent(), this.list()]);
    if (row) return row;
    const last = versions.at(-1);
    if (last === undefined) throw new CliError(`${this.name} has no policy. Push one.`);
    throw new CliError(`${DELETED}. See npm run access -- history, then rollback ${last.version}.`);
  }

  async readVersion(version: number): Promise<StoredPolicy> {
    const row = await this.#read(toVersionRow(version));
    if (row) return row;
    throw new CliError(`${this.name} has no version ${version}: see npm run access -- history.`);
  }

  /** Returns all versions, the oldest first. */
  async list(): Promise<StoredPolicy[]> {
    const rows: StoredPolicy[] = [];
    const filter = `PartitionKey eq '${PARTITION}' and RowKey ge 'v'`;
    try {
      for await (const row of this.#table.listEntities({ queryOptions: { filter } })) rows.push(toPolicy(row));
    } catch (error) {
      if (!isStatus(error, 404)) throw error;
    }
    return rows;
  }

  /** Writes the next version and puts it in force, unless `base`, the row in force, was replaced since it was read. @throws CliError */
  async push({ text, changedBy, message }: Change, base: StoredPolicy | undefined): Promise<number> {
    if (message.length > MAX_MESSAGE) throw new CliError(`A message has at most ${MAX_MESSAGE} characters.`, 2);
    const version = Math.max(base?.version ?? 0, (await this.list()).at(-1)?.version ?? 0) + 1;
    const row = { partitionKey: PARTITION, version, changedBy, message, ...toProperties(text) };
    const current = { ...row, rowKey: CURRENT };
    const actions: TransactionAction[] = [
      ['create', { ...row, rowKey: toVersionRow(version) }],
      base ? ['update', current, 'Replace', { etag: base.etag }] : ['create', current],
    ];
    const submit = () => this.#table.submitTransaction(actions);
    try {
      await submit().catch(async (error: unknown) => {
        if (!isStatus(error, 404) || base) throw error;
        await this.#table.createTable();
        await submit();
      });
      return version;
    } catch (error) {
      // The response can be lost, and a repeated request then meets its own row: what is there says what was done.
      const stored = await this.readCurrent().catch(() => Promise.reject(error));
      const { text: storedText, version: found, changedBy: by, message: why } = stored ?? {};
      if (found === version && storedText === text && by === changedBy && why === message) return version;
      if (!isStatus(error, 404) && !isStatus(error, 409) && !isStatus(error, 412)) throw error;
      throw new CliError(`Nothing was changed: meanwhile ${describe(stored)}. Look at it with diff, then push again.`);
    }
  }

  async #read(rowKey: string): Promise<StoredPolicy | undefined> {
    try {
      return toPolicy(await this.#table.getEntity(PARTITION, rowKey));
    } catch (error) {
      if (isStatus(error, 404)) return undefined;
      throw error;
    }
  }
}

/** Returns who changed the policy and when, as the end of a sentence. */
export function describe(policy: StoredPolicy | undefined): string {
  if (policy === undefined) return 'the policy was deleted';
  const { version, changedBy, changedAt } = policy;
  return `version ${version ?? 'without a number'} was pushed by ${showInvisible(changedBy)} at ${changedAt}`;
}

function toPolicy(row: TableEntityResult<Record<string, unknown>>): StoredPolicy {
  const { etag, version, changedBy = 'an unknown person', message = '', timestamp = '' } = row;
  return {
    text: joinText(row),
    etag,
    version: typeof version === 'number' ? version : undefined,
    changedBy: String(changedBy),
    changedAt: timestamp.replace(/\.\d+Z$/, 'Z'),
    message: String(message),
  };
}

/** @throws CliError if the document does not fit into a row. */
function toProperties(text: string): Record<string, string> {
  // Never between the two halves of a character.
  const parts = text.match(new RegExp(`[^]{1,${PART_CHARACTERS}}(?<![\\ud800-\\udbff])`, 'g')) ?? [];
  if (parts.length <= MAX_PARTS) return Object.fromEntries(parts.map((part, index) => [`text${index}`, part]));
  const limit = (MAX_PARTS * PART_CHARACTERS).toLocaleString('en');
  throw new CliError(
    `The policy has ${text.length.toLocaleString('en')} characters without spaces; a row holds ${limit}. A path covers all that is below it: grant resource groups instead of single resources.`,
  );
}

function isStatus(error: unknown, status: number): boolean {
  return (error as { statusCode?: number }).statusCode === status;
}
