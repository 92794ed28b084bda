/** A client with one method per operation. Each call sends one request: no retries, no cache, no stored tokens. */
import { FrontdeskError } from './error.ts';
import { type Operations, ROUTES } from './schema.ts';

export interface ClientOptions {
  /** Base URL of Frontdesk, or only a path (`/api`) on pages of the same origin. */
  readonly baseUrl: string;
  /** Returns an access token for Frontdesk. Called before each request, so it should cache and renew the token itself. */
  readonly getToken: () => string | Promise<string>;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Correlates the request with your own log: letters, digits, `.`, `_` and `-`. */
  readonly clientRequestId?: string;
  /** Bypasses Frontdesk's cache: a stored response is not used. */
  readonly noCache?: boolean;
}

export type OperationName = keyof Operations;

export type Input<Name extends OperationName> = Operations[Name]['input'];

type Bodies<Name extends OperationName> = Operations[Name]['responses'];

/** A response with a known status and the body that belongs to it. */
export interface ResponseOf<Status, Body> {
  readonly status: Status;
  readonly body: Body;
  /** Verbatim, for `ifMatch` of the next write or `ifNoneMatch` of the next read. */
  readonly etag: string | undefined;
  readonly requestId: string | undefined;
  /** The upstream's own id; undefined if the cache responded. */
  readonly upstreamRequestId: string | undefined;
  /** `Cache-Status` (RFC 9211): whether the response came from the cache, and how fresh it is. */
  readonly cacheStatus: string | undefined;
  readonly headers: Headers;
}

/** A successful response; the type of its body depends on its status. */
export type OperationResponse<Name extends OperationName> = {
  [Status in keyof Bodies<Name>]: ResponseOf<Status, Bodies<Name>[Status]>;
}[keyof Bodies<Name>];

/** Calls the operation. Rejects with `FrontdeskError`, or with the error of `fetch` or `getToken`. */
export type Call<Name extends OperationName> = (
  input: Input<Name>,
  options?: CallOptions,
) => Promise<OperationResponse<Name>>;

export interface Paged<Name extends OperationName> {
  /** Yields the pages in order. The next page is requested only when the caller takes it. */
  pages(input: Input<Name>, options?: CallOptions): AsyncGenerator<Page<Name>, void, undefined>;
}

type Page<Name extends OperationName> = Bodies<Name> extends { readonly 200: infer Body } ? Body : never;

export type FrontdeskClient = {
  readonly [Name in OperationName]: '$skipToken' extends keyof Input<Name> ? Call<Name> & Paged<Name> : Call<Name>;
};

/** Returns a client; it sends nothing before the first call. */
export function createFrontdeskClient(options: ClientOptions): FrontdeskClient {
  const methods = Object.entries(ROUTES).map(([name, route]) => {
    const call: AnyCall = (input, callOptions = {}) => send(options, route, input, callOptions);
    return [name, Object.assign(call, { pages: createPager(call) })];
  });
  // The routes and the types are generated from one document.
  return Object.fromEntries(methods) as FrontdeskClient;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly apiVersion?: string;
}

type AnyInput = Readonly<Record<string, unknown>>;
type AnyCall = (input: AnyInput, options?: CallOptions) => Promise<ResponseOf<number, unknown>>;

async function send(
  { baseUrl, getToken, fetch: fetchUrl = fetch }: ClientOptions,
  route: Route,
  input: AnyInput,
  options: CallOptions,
): Promise<ResponseOf<number, unknown>> {
  const { body, ifMatch, ifNoneMatch } = input;
  const { signal, clientRequestId, noCache } = options;
  const headers = omitUndefined({
    authorization: `Bearer ${await getToken()}`,
    'content-type': body === undefined ? undefined : 'application/json',
    'if-match': ifMatch,
    // With it `fetch` adds `Pragma`, and then `no-cache` is no explicit refresh.
    'if-none-match': noCache ? undefined : ifNoneMatch,
    'cache-control': chooseCacheControl(noCache, ifNoneMatch),
    'x-ms-client-request-id': clientRequestId,
  });
  const response = await fetchUrl(baseUrl.replace(/\/+$/, '') + composePath(route, input), {
    method: route.method,
    headers,
    // The token must not follow a redirect.
    redirect: 'error',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  return parseResponse(response);
}

/** `fetch` adds `no-cache` to a request with If-None-Match unless Cache-Control is set (Fetch Standard, 4.6). */
function chooseCacheControl(noCache: boolean | undefined, ifNoneMatch: unknown): string | undefined {
  if (noCache) return 'no-cache';
  return ifNoneMatch === undefined ? undefined : 'max-stale';
}

async function parseResponse(response: Response): Promise<ResponseOf<number, unknown>> {
  const { status, ok, headers } = response;
  const body = parseJson(await response.text());
  if (!ok && status !== 304) throw new FrontdeskError(response, body);
  const header = (name: string) => headers.get(name) ?? undefined;
  return {
    status,
    body,
    etag: header('etag'),
    requestId: header('x-ms-request-id'),
    upstreamRequestId: header('x-frontdesk-upstream-request-id'),
    cacheStatus: header('cache-status'),
    headers,
  };
}

/** Uses only the page token of the link: every page is requested from `baseUrl`. */
function createPager(call: AnyCall) {
  return async function* (input: AnyInput, options?: CallOptions) {
    let next: string | undefined;
    do {
      const { body } = await call(next === undefined ? input : { ...input, $skipToken: next }, options);
      yield body;
      next = parseSkipToken(body);
    } while (next !== undefined);
  };
}

function parseSkipToken(page: unknown): string | undefined {
  const { nextLink, '@odata.nextLink': odataLink } = (page ?? {}) as {
    readonly nextLink?: string | null;
    readonly '@odata.nextLink'?: string | null;
  };
  const query = (nextLink ?? odataLink)?.split('?')[1];
  return new URLSearchParams(query).get('$skipToken') ?? undefined;
}

function composePath({ path, query, apiVersion }: Route, input: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(String(input[name])));
  const version = apiVersion ?? input['apiVersion'];
  const given = omitUndefined({
    'api-version': version,
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

function omitUndefined(values: AnyInput): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Returns undefined for a body that is not JSON: it comes from a proxy, not from Frontdesk. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
