/**
 * One table of the table service: the SDK's requests and entities over our HTTP client (docs/decisions.md#table-client). Owner of @azure/data-tables.
 */
import { createHttpHeaders, type PipelineRequest, type PipelineResponse } from '@azure/core-rest-pipeline';
import { RestError, TableClient as SdkTableClient, type TableEntity, type TransactionAction } from '@azure/data-tables';
import { createHttpClient, type HttpClient, type HttpResponse } from '../http/http-client.ts';
import { isTrustedUrl } from '../http/path.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';

/** Where the table is: a connection string with the account's key, or a URL with tokens for the table service. */
export type TableAddress = { readonly name: string } & (
  | { readonly connectionString: string }
  | { readonly url: string; readonly tokens: TableTokens }
);

interface TableTokens {
  get(scope: string): Promise<Token>;
  /** Returns a token in place of one that the service rejected; undefined if there is no other. */
  replace(scope: string, rejected: string): Promise<Token | undefined>;
}

interface Token {
  readonly token: string;
}

/** The service adds `etag`. */
export interface Entity extends TableEntity {
  readonly [name: string]: unknown;
}

/**
 * Every call has a time limit in milliseconds and is sent once, or once more with another token if the service rejects the first.
 * Throws TableError, or the connection's error.
 */
export interface TableClient {
  /** Returns undefined if the entity or the table does not exist; `select` names the properties, all by default. */
  get(partition: string, row: string, timeoutMs: number, select?: readonly string[]): Promise<Entity | undefined>;
  /** Inserts the entity; returns its tag, or undefined, having changed nothing, if there is one with its keys. */
  insert(entity: Entity, timeoutMs: number): Promise<string | undefined>;
  /** Replaces all of the entity; returns its new tag, or undefined, having changed nothing, if it has another tag or does not exist. */
  replace(entity: Entity, etag: string, timeoutMs: number): Promise<string | undefined>;
  /** The same for the given properties only. */
  merge(entity: Entity, etag: string, timeoutMs: number): Promise<string | undefined>;
  /** Ignores an entity that has another tag or does not exist. */
  delete(partition: string, row: string, etag: string, timeoutMs: number): Promise<void>;
  /**
   * Deletes up to 100 entities of one partition in one transaction. Returns false, having deleted none, if one of them was
   * changed or deleted since it was listed.
   */
  deleteAll(entities: readonly Entity[], timeoutMs: number): Promise<boolean>;
  /** Lists the keys, entity tags and leases of the entities that match, page by page. */
  list(filter: string, timeoutMs: number): AsyncIterable<readonly Entity[]>;
  /** Creates the table if it does not exist. */
  create(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

const SCOPE = 'https://storage.azure.com/.default';
/** What a connection string may leave out; the first value of a name counts. */
export const PUBLIC_SERVICE = ';DefaultEndpointsProtocol=https;EndpointSuffix=core.windows.net';
const CONNECT_TIMEOUT_MS = 1_000;
/** An entity has 1 MiB at most, a page 1,000 entities of two short properties. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** The rest of the SDK's pipeline retries, redirects, logs and traces. */
const POLICIES = new Set(['serializationPolicy', 'deserializationPolicy', 'tablesNamedKeyCredentialPolicy']);

/** Opens the table without calling it. Throws if the address is not https, or http on loopback. */
export function openTable(address: TableAddress, clock: Clock): TableClient {
  const sdk = createSdkClient(address, (request) => send(request));
  if (!isTrustedUrl(sdk.url))
    throw new Error('The connection string or URL of the table must use https; http only for loopback.');
  const limits = { clock, maxResponseBytes: MAX_RESPONSE_BYTES, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  const http = createHttpClient(new URL(sdk.url).origin, limits);
  const send = async (request: PipelineRequest) => {
    const response = await sendAuthorized(http, address, request);
    if (response.status >= 300) throw new TableError(response, clock.wallNow());
    return toPipelineResponse(request, response);
  };

  const update = async (entity: Entity, mode: 'Merge' | 'Replace', etag: string, timeoutMs: number) =>
    (await unlessChanged(sdk.updateEntity(entity, mode, { etag, ...limit(timeoutMs) })))?.etag;

  return {
    get: (partition, row, timeoutMs, select) =>
      unlessStatus(
        404,
        sdk.getEntity<Record<string, unknown>>(partition, row, rawBody(timeoutMs, select)) as Promise<Entity>,
      ),
    insert: async (entity, timeoutMs) => (await unlessExists(sdk.createEntity(entity, limit(timeoutMs))))?.etag,
    replace: (entity, etag, timeoutMs) => update(entity, 'Replace', etag, timeoutMs),
    merge: (entity, etag, timeoutMs) => update(entity, 'Merge', etag, timeoutMs),
    delete: async (partition, row, etag, timeoutMs) =>
      void (await unlessChanged(sdk.deleteEntity(partition, row, { etag, ...limit(timeoutMs) }))),
    deleteAll: (entities, timeoutMs) => deleteInTransaction(address, send, entities, timeoutMs),
    list: (filter, timeoutMs) => {
      const queryOptions = { filter, select: ['PartitionKey', 'RowKey', 'leasedUntil'] };
      return sdk.listEntities({ queryOptions, ...limit(timeoutMs) }).byPage() as AsyncIterable<Entity[]>;
    },
    create: (timeoutMs) => unlessStatus(409, sdk.createTable(limit(timeoutMs))),
    close: () => http.close(),
  };
}

/** Returns undefined if the entity has another tag or does not exist. */
function unlessChanged<T>(call: Promise<T>): Promise<T | undefined> {
  return unlessStatus(404, unlessStatus(412, call));
}

/** The SDK's transactions delete whatever is there, so each row's entity tag takes the place of its `*`. */
async function deleteInTransaction(
  address: TableAddress,
  sendRequest: (request: PipelineRequest) => Promise<PipelineResponse>,
  entities: readonly Entity[],
  timeoutMs: number,
): Promise<boolean> {
  const sdk = createSdkClient(address, (request) => {
    const tags = entities.map(({ etag }) => `If-Match: ${etag}`).values();
    request.body = String(request.body).replace(/^If-Match: \*/gm, () => String(tags.next().value));
    request.headers.delete('content-length');
    request.timeout = timeoutMs;
    return sendRequest(request);
  });
  try {
    await sdk.submitTransaction(entities.map((entity): TransactionAction => ['delete', entity]));
    return true;
  } catch (error) {
    if (error instanceof RestError && (error.statusCode === 404 || error.statusCode === 412)) return false;
    throw error;
  }
}

async function sendAuthorized(
  http: HttpClient,
  address: TableAddress,
  request: PipelineRequest,
): Promise<HttpResponse> {
  const { method, url, timeout: timeoutMs } = request;
  const path = url.replace(/^https?:\/\/[^/]+/, '');
  const body = request.body as string | undefined;
  const sendOnce = (credential?: { readonly authorization: string }) =>
    http.send({ method, path, headers: { ...request.headers.toJSON(), ...credential }, body, timeoutMs });
  return 'url' in address
    ? sendWithToken(address.tokens, (token) => sendOnce({ authorization: `Bearer ${token}` }))
    : sendOnce();
}

function toPipelineResponse(request: PipelineRequest, response: HttpResponse): PipelineResponse {
  const bodyAsText = response.body.toString();
  return { request, status: response.status, headers: createHttpHeaders(response.headers), bodyAsText };
}

async function sendWithToken(tokens: TableTokens, send: (token: string) => Promise<HttpResponse>) {
  const { token } = await tokens.get(SCOPE);
  const response = await send(token);
  if (response.status !== 401) return response;
  const other = await tokens.replace(SCOPE, token);
  return other ? send(other.token) : response;
}

function createSdkClient(address: TableAddress, sendRequest: (request: PipelineRequest) => Promise<PipelineResponse>) {
  // The SDK's own bearer policy caches tokens again and repeats a rejected request: `send` sets the header.
  const options = { httpClient: { sendRequest }, retryOptions: { maxRetries: 0 } };
  const sdk =
    'url' in address
      ? new SdkTableClient(address.url, address.name, options)
      : SdkTableClient.fromConnectionString(address.connectionString + PUBLIC_SERVICE, address.name, options);
  for (const { name } of sdk.pipeline.getOrderedPolicies())
    if (!POLICIES.has(name)) sdk.pipeline.removePolicy({ name });
  return sdk;
}

/** One timer of our clock in the HTTP client, over connecting, waiting and reading: it needs no AbortSignal. */
function limit(timeoutMs: number): { readonly requestOptions: { readonly timeout: number } } {
  return { requestOptions: { timeout: timeoutMs } };
}

/** Skips a copy of the body and the headers: getEntity converts the JSON itself. */
function rawBody(timeoutMs: number, select?: readonly string[]) {
  const requestOptions = { timeout: timeoutMs, shouldDeserialize: false };
  return select ? { requestOptions, queryOptions: { select: [...select] } } : { requestOptions };
}

/** An error response of the service. */
export class TableError extends Error {
  override readonly name = 'TableError';
  readonly status: number;
  /** The service's error code, such as `TableNotFound`. */
  readonly code: string | undefined;
  /** How many milliseconds the service asks to wait. */
  readonly retryAfterMs: number | undefined;

  /** `now` is in epoch milliseconds. */
  constructor({ status, headers }: HttpResponse, now: number) {
    super(`The table service returned ${status}.`);
    this.status = status;
    this.code = headers['x-ms-error-code'];
    this.retryAfterMs = parseRetryAfter(headers, now);
  }
}

/** Whether the error says that the table does not exist. */
export function isTableMissing(error: unknown): boolean {
  return error instanceof TableError && error.code === 'TableNotFound';
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof TableError && error.status === status;
}

/** Returns undefined if the entity exists. Other conflicts are errors: a table that is being deleted. */
async function unlessExists<T>(insert: Promise<T>): Promise<T | undefined> {
  try {
    return await insert;
  } catch (error) {
    if (error instanceof TableError && error.code === 'EntityAlreadyExists') return undefined;
    throw error;
  }
}

/** Returns undefined for this status. */
async function unlessStatus<T>(status: number, call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (hasStatus(error, status)) return undefined;
    throw error;
  }
}
