/**
 * One table of the table service, as far as a cache needs it. The SDK for it costs twice the CPU a read and an eighth of the bundle
 * (ADR 11). Source: Table service REST API, version 2020-12-06; Authorize with Shared Key (Shared Key Lite for the table service).
 */
import { createHmac } from 'node:crypto';
import { createHttpClient, type HttpClient, type HttpResponse } from '../http/http-client.ts';
import { splitUrl } from '../http/url.ts';
import type { Clock } from '../time/clock.ts';
import { type Entity, fromJson, toJson } from './entity-json.ts';

/** Where the table is: with the account's key in a connection string, or with tokens for the table service's scope. */
export type TableAddress = { readonly name: string } & (
  | { readonly connectionString: string }
  | { readonly url: string; readonly getToken: (scope: string) => Promise<{ readonly token: string }> }
);

/** Every call takes its time limit in milliseconds, is made once, and throws TableError or what the connection says. */
export interface TableClient {
  /** Answers undefined where there is no such entity, or no table. */
  get(partition: string, row: string, timeoutMs: number): Promise<Entity | undefined>;
  /** Writes the entity in the place of any other of its keys. */
  put(entity: Entity, timeoutMs: number): Promise<void>;
  /** Changes the members that are given. */
  merge(entity: Entity, etag: string, timeoutMs: number): Promise<void>;
  delete(partition: string, row: string, etag: string, timeoutMs: number): Promise<void>;
  /** Answers the keys and tags of what the filter finds, a page at a time. */
  list(filter: string, timeoutMs: number): AsyncIterable<readonly Entity[]>;
  /** Makes the table, where there is none. */
  create(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

/** The service's refusal. */
export class TableError extends Error {
  override readonly name = 'TableError';
  readonly status: number;
  /** The service's own name of it, such as `TableNotFound`. */
  readonly code: string | undefined;
  readonly headers: HttpResponse['headers'];

  constructor({ status, headers }: HttpResponse) {
    super(`The table service answered ${status}.`);
    this.status = status;
    this.headers = headers;
    this.code = headers['x-ms-error-code'];
  }
}

const VERSION = '2020-12-06';
const SCOPE = 'https://storage.azure.com/.default';
const CONNECT_TIMEOUT_MS = 1_000;
/** An entity has a megabyte at most, a page a thousand entities of two short members. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

interface Request {
  readonly method: string;
  /** Below the account's address. */
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
}

/** Opens the table without calling it. */
export function openTable(address: TableAddress, clock: Clock): TableClient {
  const { origin, basePath, authorize } = toAccount(address);
  const http = createHttpClient(origin, {
    clock,
    maxResponseBytes: MAX_ANSWER_BYTES,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  });
  const ask = createAsk(http, basePath, authorize);
  const table = `/${address.name}`;
  const toPath = (partition: string, row: string) =>
    `${table}(PartitionKey='${toKey(partition)}',RowKey='${toKey(row)}')`;

  return {
    async get(partition, row, timeoutMs) {
      const answer = await ask({ method: 'GET', path: toPath(partition, row), timeoutMs }, 404);
      return answer.status === 404 ? undefined : fromJson(readObject(answer));
    },
    async put(entity, timeoutMs) {
      const path = toPath(String(entity['partitionKey']), String(entity['rowKey']));
      await ask({ method: 'PUT', path, body: toJson(entity), timeoutMs });
    },
    async merge(entity, etag, timeoutMs) {
      const path = toPath(String(entity['partitionKey']), String(entity['rowKey']));
      await ask({ method: 'PATCH', path, headers: { 'if-match': etag }, body: toJson(entity), timeoutMs });
    },
    async delete(partition, row, etag, timeoutMs) {
      await ask({ method: 'DELETE', path: toPath(partition, row), headers: { 'if-match': etag }, timeoutMs });
    },
    async *list(filter, timeoutMs) {
      const query = `$filter=${encodeURIComponent(filter)}&$select=PartitionKey,RowKey`;
      let next = '';
      do {
        const answer = await ask({ method: 'GET', path: `${table}()`, query: query + next, timeoutMs });
        yield (readObject(answer)['value'] as Record<string, unknown>[]).map(fromJson);
        next = toContinuation(answer.headers);
      } while (next !== '');
    },
    async create(timeoutMs) {
      await ask({ method: 'POST', path: '/Tables', body: JSON.stringify({ TableName: address.name }), timeoutMs }, 409);
    },
    close: () => http.close(),
  };
}

type Authorize = (path: string, date: string) => string | Promise<string>;

/** Answers what sends a request; it throws TableError for every refusal but the one that is expected. */
function createAsk(http: HttpClient, basePath: string, authorize: Authorize) {
  return async (
    { method, path, query, headers, body, timeoutMs }: Request,
    expected?: number,
  ): Promise<HttpResponse> => {
    const date = new Date().toUTCString();
    const own = {
      accept: 'application/json;odata=minimalmetadata',
      'content-type': 'application/json',
      prefer: 'return-no-content',
      'x-ms-version': VERSION,
      'x-ms-date': date,
      authorization: await authorize(basePath + path, date),
    };
    const target = basePath + path + (query === undefined ? '' : `?${query}`);
    const answer = await http.send({ method, path: target, headers: { ...own, ...headers }, body, timeoutMs });
    if (answer.status >= 300 && answer.status !== expected) throw new TableError(answer);
    return answer;
  };
}

function toAccount(address: TableAddress): {
  readonly origin: string;
  readonly basePath: string;
  readonly authorize: Authorize;
} {
  if ('url' in address) {
    const authorize = async () => `Bearer ${(await address.getToken(SCOPE)).token}`;
    return { ...splitUrl(address.url), authorize };
  }
  const parts = parseConnectionString(address.connectionString);
  const { AccountName: account, AccountKey: key } = parts;
  if (!account || !key) throw new Error('The connection string names no account, or no key of it.');
  const { DefaultEndpointsProtocol: protocol = 'https', EndpointSuffix: suffix = 'core.windows.net' } = parts;
  const url = parts['TableEndpoint'] ?? `${protocol}://${account}.table.${suffix}`;
  const secret = Buffer.from(key, 'base64');
  const authorize = (path: string, date: string) =>
    `SharedKeyLite ${account}:${createHmac('sha256', secret).update(`${date}\n/${account}${path}`).digest('base64')}`;
  return { ...splitUrl(url), authorize };
}

function parseConnectionString(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(';').filter((part) => part.includes('='));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

/** Answers a key as it stands in an address: quotes are doubled. */
function toKey(text: string): string {
  return encodeURIComponent(text.replaceAll("'", "''"));
}

function readObject({ body }: HttpResponse): Record<string, unknown> {
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

/** Answers the query members that ask for the next page, or nothing where there is none. */
function toContinuation(headers: HttpResponse['headers']): string {
  const partition = headers['x-ms-continuation-nextpartitionkey'];
  const row = headers['x-ms-continuation-nextrowkey'];
  if (partition === undefined) return '';
  const rest = row === undefined ? '' : `&NextRowKey=${encodeURIComponent(row)}`;
  return `&NextPartitionKey=${encodeURIComponent(partition)}${rest}`;
}
