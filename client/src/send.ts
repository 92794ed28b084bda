/** Sends a call: composes the request, repeats it if `retry` allows, and reads the response. */
import { FrontdeskError } from './error.ts';
import type { CallOptions, ClientOptions, OperationName, ProfileName, ResponseOf, SentRequest } from './types.ts';

interface RoutedOperation {
  readonly name: OperationName;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly apiVersion?: string;
}

export type AnyInput = Readonly<Record<string, unknown>>;
export type AnyCall = (input: AnyInput, options?: CallOptions) => Promise<ResponseOf<number, unknown>>;

const MAX_WAIT_SECONDS = 30;

export async function send(
  options: ClientOptions<ProfileName>,
  operation: RoutedOperation,
  input: AnyInput,
  callOptions: CallOptions,
): Promise<ResponseOf<number, unknown>> {
  const { attempts = 1, maxWaitSeconds = MAX_WAIT_SECONDS } = options.retry ?? {};
  const url = options.baseUrl.replace(/\/+$/, '') + composePath(operation, input);
  for (let attempt = 1; ; attempt++) {
    const request = { operation: operation.name, method: operation.method, url, attempt };
    try {
      return await sendOnce(options, request, input, callOptions);
    } catch (error) {
      const waitSeconds = toWait(error, request);
      if (attempt >= attempts || waitSeconds === undefined || waitSeconds > maxWaitSeconds) throw error;
      await sleep(waitSeconds * 1_000, callOptions.signal);
    }
  }
}

/** Only a GET is repeated, since it changes nothing. */
function toWait(error: unknown, { method }: SentRequest): number | undefined {
  const mayRepeat =
    method === 'GET' && error instanceof FrontdeskError && (error.status === 429 || error.status === 503);
  return mayRepeat ? error.retryAfterSeconds : undefined;
}

/** Rejects when `signal` aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

async function sendOnce(
  { getToken, fetch: fetchUrl = fetch, onRequest, onResponse }: ClientOptions<ProfileName>,
  request: SentRequest,
  { body, ifMatch, ifNoneMatch }: AnyInput,
  { signal, clientRequestId, noCache }: CallOptions,
): Promise<ResponseOf<number, unknown>> {
  const headers = omitUndefined({
    authorization: `Bearer ${await getToken()}`,
    'content-type': body === undefined ? undefined : 'application/json',
    'if-match': ifMatch,
    // With it `fetch` adds `Pragma`, and then `no-cache` is no explicit refresh.
    'if-none-match': noCache ? undefined : ifNoneMatch,
    'cache-control': chooseCacheControl(noCache, ifNoneMatch),
    'x-ms-client-request-id': clientRequestId,
  });
  onRequest?.(request);
  const startedAt = performance.now();
  const response = await fetchUrl(request.url, {
    method: request.method,
    headers,
    // The token must not follow a redirect.
    redirect: 'error',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const { requestId, cacheStatus } = readHeaders(response);
  const durationMs = performance.now() - startedAt;
  onResponse?.({ ...request, status: response.status, durationMs, requestId, cacheStatus });
  return parseResponse(response, text, request);
}

/** `fetch` adds `no-cache` to a request with If-None-Match unless Cache-Control is set (Fetch Standard, 4.6). */
function chooseCacheControl(noCache: boolean | undefined, ifNoneMatch: unknown): string | undefined {
  if (noCache) return 'no-cache';
  return ifNoneMatch === undefined ? undefined : 'max-stale';
}

function parseResponse(response: Response, text: string, request: SentRequest): ResponseOf<number, unknown> {
  const { status, ok, headers } = response;
  const body = parseJson(text);
  // A success that is no JSON comes from a proxy, not from Frontdesk.
  const isForeign = ok && text !== '' && body === undefined;
  if (isForeign || (!ok && status !== 304)) throw new FrontdeskError(response, body, request);
  return { status, body, ...readHeaders(response), headers };
}

function readHeaders({ headers }: Response) {
  const header = (name: string) => headers.get(name) ?? undefined;
  return {
    etag: header('etag'),
    requestId: header('x-ms-request-id'),
    upstreamRequestId: header('x-frontdesk-upstream-request-id'),
    cacheStatus: header('cache-status'),
  };
}

function composePath({ path, query, apiVersion }: RoutedOperation, input: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(String(input[name])));
  const given = omitUndefined({
    'api-version': apiVersion ?? input['apiVersion'],
    ...Object.fromEntries(query.map((name) => [name, input[name]])),
  });
  const search = new URLSearchParams(given).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Also encodes parentheses and quotes: they are syntax in OData paths. */
function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A list becomes a text with commas. */
function omitUndefined(values: AnyInput): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
