/**
 * Stored replies in table storage: one entity a reply, so that a write is whole or not at all; compressed and split over
 * binary properties. Source: the table service's limits (64 KiB a property, 1 MiB an entity); reliability 4.4.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { RestError, TableClient, type TableEntity } from '@azure/data-tables';
import { CACHE_VERSION, type CacheKey } from './key.ts';
import type { Store, StoredReply } from './store.ts';

const inflate = promisify(gunzip);

const MAX_PROPERTY_BYTES = 64 * 1024;
const MAX_PROPERTIES = 14;
/** What a reply may inflate to; more than any upstream answer that is relayed. */
const MAX_CONTENT_BYTES = 8 * 1024 * 1024;
const READ_TIMEOUT_MS = 250;
const WRITE_TIMEOUT_MS = 1_000;
const SWEEP_TIMEOUT_MS = 60_000;
const SWEEP_ROWS = 1_000;

interface Row {
  readonly version: number;
  readonly fetchedAt: Date;
  readonly expiresAt: Date;
  /** Bytes of the content, and the SHA-256 of key and content in hexadecimal: a row copied under another key is not its reply. */
  readonly length: number;
  readonly digest: string;
  /** `content0`, `content1` …: the gzip stream in order. */
  readonly [content: `content${number}`]: Uint8Array;
}

/** Thrown by `set` when a reply is too large for an entity; nothing was written. */
export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

/** Where the table is; the SDK asks `getToken` for a token with the table service's scope. */
export type TableAddress = { readonly name: string } & (
  | { readonly connectionString: string }
  | { readonly url: string; readonly getToken: (scope: string | string[]) => Promise<AccessToken> }
);

interface AccessToken {
  readonly token: string;
  readonly expiresOnTimestamp: number;
}

/** Opens the table without calling it. The SDK's own retries would outlast every deadline (reliability 0, 8). */
export function openTable(address: TableAddress): TableClient {
  const options = { retryOptions: { maxRetries: 0 } };
  return 'url' in address
    ? new TableClient(address.url, address.name, { getToken: address.getToken }, options)
    : TableClient.fromConnectionString(address.connectionString, address.name, {
        ...options,
        allowInsecureConnection: true,
      });
}

/** Answers the store over one table, which is created when it is missing. Every call has its own deadline and no retries. */
export function createTableStore(table: TableClient, now: () => number): Store {
  return {
    async get(key) {
      try {
        const row = await table.getEntity<Row>(toPartition(key), key, {
          abortSignal: AbortSignal.timeout(READ_TIMEOUT_MS),
        });
        return await toReply(key, row);
      } catch (error) {
        if (error instanceof RestError && error.statusCode === 404) return undefined;
        throw error;
      }
    },

    async set(key, reply) {
      const entity = toEntity(key, reply);
      const write = () => table.upsertEntity(entity, 'Replace', { abortSignal: AbortSignal.timeout(WRITE_TIMEOUT_MS) });
      try {
        await write();
      } catch (error) {
        if (!isTableMissing(error)) throw error;
        await table.createTable({ abortSignal: AbortSignal.timeout(WRITE_TIMEOUT_MS) });
        await write();
      }
    },

    async sweep() {
      const abortSignal = AbortSignal.timeout(SWEEP_TIMEOUT_MS);
      const filter = `expiresAt lt datetime'${new Date(now()).toISOString()}'`;
      const expired = table.listEntities({ queryOptions: { filter, select: ['partitionKey', 'rowKey'] }, abortSignal });
      let swept = 0;
      try {
        for await (const { partitionKey, rowKey, etag } of expired) {
          // The entity tag keeps a row that was written anew since it was listed.
          if (await remove(partitionKey, rowKey, etag)) swept++;
          if (swept >= SWEEP_ROWS) break;
        }
      } catch (error) {
        if (!isTableMissing(error)) throw error;
      }
      return swept;
    },
  };

  async function remove(partition: string | undefined, row: string | undefined, etag: string): Promise<boolean> {
    try {
      await table.deleteEntity(partition ?? '', row ?? '', {
        etag,
        abortSignal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
      });
      return true;
    } catch (error) {
      if (error instanceof RestError && (error.statusCode === 404 || error.statusCode === 412)) return false;
      throw error;
    }
  }
}

/** 256 partitions: the first byte of the key. */
function toPartition(key: CacheKey): string {
  return key.slice(0, 2);
}

function toEntity(key: CacheKey, { content, fetchedAt, expiresAt }: StoredReply): TableEntity<Row> {
  const packed = gzipSync(content, { level: 1 });
  if (packed.length > MAX_PROPERTIES * MAX_PROPERTY_BYTES) throw new ReplyTooLarge();
  const parts: Record<`content${number}`, Uint8Array> = {};
  for (let at = 0; at < packed.length; at += MAX_PROPERTY_BYTES) {
    parts[`content${at / MAX_PROPERTY_BYTES}`] = packed.subarray(at, at + MAX_PROPERTY_BYTES);
  }
  return {
    partitionKey: toPartition(key),
    rowKey: key,
    version: CACHE_VERSION,
    fetchedAt: new Date(fetchedAt),
    expiresAt: new Date(expiresAt),
    length: content.length,
    digest: toDigest(key, content),
    ...parts,
  };
}

/** Answers the reply in a row, or undefined for a row of another version or one that does not hold what it says. */
async function toReply(key: CacheKey, row: Row): Promise<StoredReply | undefined> {
  if (row.version !== CACHE_VERSION || row.length > MAX_CONTENT_BYTES) return undefined;
  const parts: Uint8Array[] = [];
  for (let part = row.content0, n = 0; part !== undefined; part = row[`content${++n}`]) parts.push(part);
  const content = await inflate(Buffer.concat(parts), { maxOutputLength: Math.max(row.length, 1) }).catch(
    () => undefined,
  );
  if (content?.length !== row.length || toDigest(key, content) !== row.digest) return undefined;
  return { content, fetchedAt: row.fetchedAt.getTime(), expiresAt: row.expiresAt.getTime() };
}

function toDigest(key: CacheKey, content: Uint8Array): string {
  return createHash('sha256').update(key).update(content).digest('hex');
}

function isTableMissing(error: unknown): boolean {
  return error instanceof RestError && error.statusCode === 404 && error.code === 'TableNotFound';
}
