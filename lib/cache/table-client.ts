/**
 * One table of the table service: the SDK's requests and entities over our HTTP client (docs/decisions.md#table-client). Owner of @azure/data-tables.
 */
import { createHttpHeaders, type PipelineRequest, type PipelineResponse } from '@azure/core-rest-pipeline';
import { TableClient as SdkTableClient, type TableEntity } from '@azure/data-tables';
import { HttpClient, type HttpResponse } from '../http/http-client.ts';
import { isTrustedUrl } from '../http/path.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';

/** Where the table is: a connection string with the account's key, or a URL with tokens for the table service. */
export type TableAddress = { readonly name: string } & (
  | { readonly connectionString: string }
  | { readonly url: string; readonly getToken: GetToken }
);

/** Returns a token that is not the rejected one; undefined if there is no other. */
type GetToken = (scope: string, rejected?: string) => Promise<{ readonly token: string } | undefined>;

/** An entity of the table; the service adds `etag`. */
export interface Entity extends TableEntity {
  readonly [name: string]: unknown;
}

export type TableClient = ReturnType<typeof openTable>;

const SCOPE = 'https://storage.azure.com/.default';
/** Defaults, appended to a connection string: the first value of a name counts. */
export const PUBLIC_SERVICE = ';DefaultEndpointsProtocol=https;EndpointSuffix=core.windows.net';
const CONNECT_TIMEOUT_MS = 1_000;
/** An entity has 1 MiB at most, a page 1,000 entities of two short properties. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** The policies that stay: the others of the SDK retry, redirect, log and trace. */
const POLICIES = new Set(['serializationPolicy', 'deserializationPolicy', 'tablesNamedKeyCredentialPolicy']);

/**
 * Opens the table without calling it. Every call has a time limit in milliseconds and is sent once, or once more with another token
 * if the service rejects the first; it throws TableError, or the connection's error. Throws if the address is not https, or http on
 * loopback.
 */
export function openTable(address: TableAddress, clock: Clock) {
  const sdk = createSdkClient(address, async (request) => {
    const response = await sendAuthorized(http, address, request);
    if (response.status >= 300) throw new TableError(response, clock.wallNow());
    const bodyAsText = response.body.toString();
    return { request, status: response.status, headers: createHttpHeaders(response.headers), bodyAsText };
  });
  if (!isTrustedUrl(sdk.url))
    throw new Error('The connection string or URL of the table must use https; http only for loopback.');
  const http = new HttpClient(new URL(sdk.url).origin, { clock, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const update = async (entity: Entity, mode: 'Merge' | 'Replace', etag: string, timeoutMs: number) =>
    (await unless(isChanged, sdk.updateEntity(entity, mode, { etag, ...limit(timeoutMs) })))?.etag;

  return {
    /** Returns undefined if the entity or the table does not exist; `select` names the properties, all by default. */
    get: (partition: string, row: string, timeoutMs: number, select?: readonly string[]) => {
      // The body is not deserialized: getEntity converts the JSON itself.
      const requestOptions = { timeout: timeoutMs, shouldDeserialize: false };
      const options = { requestOptions, ...(select && { queryOptions: { select: [...select] } }) };
      return unless(isMissing, sdk.getEntity<Record<string, unknown>>(partition, row, options) as Promise<Entity>);
    },
    /** Inserts the entity; returns its tag, or undefined, having changed nothing, if there is one with its keys. */
    insert: async (entity: Entity, timeoutMs: number) =>
      // Other conflicts are errors: a table that is being deleted.
      (await unless(({ code }) => code === 'EntityAlreadyExists', sdk.createEntity(entity, limit(timeoutMs))))?.etag,
    /** Replaces all of the entity; returns its new tag, or undefined, having changed nothing, if it has another tag or does not exist. */
    replace: (entity: Entity, etag: string, timeoutMs: number) => update(entity, 'Replace', etag, timeoutMs),
    /** Replaces the given properties only; returns the same. */
    merge: (entity: Entity, etag: string, timeoutMs: number) => update(entity, 'Merge', etag, timeoutMs),
    /** Returns false, having changed nothing, for an entity that has another tag or does not exist. */
    delete: async (partition: string, row: string, etag: string, timeoutMs: number) =>
      (await unless(isChanged, sdk.deleteEntity(partition, row, { etag, ...limit(timeoutMs) }))) !== undefined,
    /** Lists the keys, entity tags and leases of the entities that match, page by page. */
    list: (filter: string, timeoutMs: number) => {
      const queryOptions = { filter, select: ['PartitionKey', 'RowKey', 'leasedUntil'] };
      return sdk.listEntities({ queryOptions, ...limit(timeoutMs) }).byPage() as AsyncIterable<Entity[]>;
    },
    /** Creates the table if it does not exist. */
    create: (timeoutMs: number) => unless(({ status }) => status === 409, sdk.createTable(limit(timeoutMs))),
    close: () => http.close(),
  };
}

function createSdkClient(address: TableAddress, sendRequest: (request: PipelineRequest) => Promise<PipelineResponse>) {
  // The SDK's own bearer policy caches tokens again and repeats a rejected request: sendAuthorized sets the header.
  const options = { httpClient: { sendRequest }, retryOptions: { maxRetries: 0 } };
  const sdk =
    'url' in address
      ? new SdkTableClient(address.url, address.name, options)
      : SdkTableClient.fromConnectionString(address.connectionString + PUBLIC_SERVICE, address.name, options);
  for (const { name } of sdk.pipeline.getOrderedPolicies())
    if (!POLICIES.has(name)) sdk.pipeline.removePolicy({ name });
  return sdk;
}

/** Sends the request, and once more with another token if the service rejects the first. */
async function sendAuthorized(
  http: HttpClient,
  address: TableAddress,
  request: PipelineRequest,
): Promise<HttpResponse> {
  const { method, url, timeout: timeoutMs } = request;
  const path = url.replace(/^https?:\/\/[^/]+/, '');
  const body = request.body as string | undefined;
  const send = (token?: string) => {
    const headers = request.headers.toJSON();
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    return http.send({ method, path, headers, body, maxResponseBytes: MAX_RESPONSE_BYTES, timeoutMs });
  };
  if (!('url' in address)) return send();
  const first = await address.getToken(SCOPE);
  const response = await send(first?.token);
  const other = response.status === 401 ? await address.getToken(SCOPE, first?.token) : undefined;
  return other ? send(other.token) : response;
}

/** Returns the options for a time limit. Our HTTP client keeps it, so no AbortSignal is needed. */
function limit(timeoutMs: number): { readonly requestOptions: { readonly timeout: number } } {
  return { requestOptions: { timeout: timeoutMs } };
}

/** An error response of the service. */
export class TableError extends Error {
  override readonly name = 'TableError';
  readonly status: number;
  /** The service's error code, such as `TableNotFound`. */
  readonly code: string | undefined;
  /** Milliseconds of the service's Retry-After. */
  readonly retryAfterMs: number | undefined;

  /** `now` is in epoch milliseconds. */
  constructor({ status, headers, body }: HttpResponse, now: number) {
    super(`The table service returned ${status}.`);
    this.status = status;
    // The service itself sends the code in the body only.
    this.code = headers['x-ms-error-code'] ?? /"code"\s*:\s*"(\w{1,64})"/.exec(body.toString())?.[1];
    this.retryAfterMs = parseRetryAfter(headers, now);
  }
}

/** Whether the error says that the table does not exist. */
export function isTableMissing(error: unknown): boolean {
  return error instanceof TableError && error.code === 'TableNotFound';
}

/** Whether the entity or the table is missing. A 404 without such a code is not the service's own. */
const isMissing = ({ status, code = '' }: TableError): boolean =>
  status === 404 && ['ResourceNotFound', 'EntityNotFound', 'TableNotFound'].includes(code);
/** The entity has another tag or does not exist. */
const isChanged = (error: TableError): boolean => isMissing(error) || error.status === 412;

/** Returns the result of a call, undefined if it fails with an expected error of the service. */
async function unless<T>(isExpected: (error: TableError) => boolean, call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TableError && isExpected(error)) return undefined;
    throw error;
  }
}
