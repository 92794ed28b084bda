/** A client with a method for each operation: one request each, nothing is repeated, nothing is kept. */
import { FrontdeskError } from './error.ts';
import { type Operations, ROUTES } from './schema.ts';

export interface ClientOptions {
  /** Frontdesk's address; a path alone (`/api`) where the page comes from the same origin. */
  readonly baseUrl: string;
  /** Answers an access token for Frontdesk; asked before each request, so that keeping and renewing it is the provider's. */
  readonly getToken: () => string | Promise<string>;
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Correlates the request with your own log: letters, digits, `.`, `_` and `-`. */
  readonly clientRequestId?: string;
  /** Asks for a new answer where a stored one would do. */
  readonly noCache?: boolean;
}

export type OperationName = keyof Operations;

export type Input<Name extends OperationName> = Operations[Name]['input'];

type Bodies<Name extends OperationName> = Operations[Name]['answers'];

/** What a status comes with. */
export interface AnswerOf<Status, Body> {
  readonly status: Status;
  readonly body: Body;
  /** For `ifMatch` of the next write, or `ifNoneMatch` of the next read; verbatim. */
  readonly etag: string | undefined;
  readonly requestId: string | undefined;
  /** RFC 9211: whether the answer was stored, and how fresh it is. */
  readonly cacheStatus: string | undefined;
  readonly headers: Headers;
}

/** A success; its body follows from its status. */
export type Answer<Name extends OperationName> = {
  [Status in keyof Bodies<Name>]: AnswerOf<Status, Bodies<Name>[Status]>;
}[keyof Bodies<Name>];

/** Calls the operation; rejects with FrontdeskError, or with what fetch and the token provider reject with. */
export type Call<Name extends OperationName> = (input: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>;

export interface Paged<Name extends OperationName> {
  /** Answers the pages one after the other; the next is asked for when it is wanted. */
  pages(input: Input<Name>, options?: CallOptions): AsyncGenerator<Page<Name>, void, undefined>;
}

type Page<Name extends OperationName> = Bodies<Name> extends { readonly 200: infer Body } ? Body : never;

export type FrontdeskClient = {
  readonly [Name in OperationName]: '$skipToken' extends keyof Input<Name> ? Call<Name> & Paged<Name> : Call<Name>;
};

/** Answers a client; nothing is sent before the first call. */
export function createFrontdeskClient(options: ClientOptions): FrontdeskClient {
  const methods = Object.entries(ROUTES).map(([name, route]) => {
    const call: AnyCall = (input, callOptions = {}) => send(options, route, input, callOptions);
    return [name, Object.assign(call, { pages: toPages(call) })];
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
type AnyCall = (input: AnyInput, options?: CallOptions) => Promise<AnswerOf<number, unknown>>;

async function send(
  { baseUrl, getToken, fetch: fetchIt = fetch }: ClientOptions,
  route: Route,
  input: AnyInput,
  options: CallOptions,
): Promise<AnswerOf<number, unknown>> {
  const { body, ifMatch, ifNoneMatch } = input;
  const { signal, clientRequestId, noCache } = options;
  const headers = pickGiven({
    authorization: `Bearer ${await getToken()}`,
    'content-type': body === undefined ? undefined : 'application/json',
    'if-match': ifMatch,
    'if-none-match': ifNoneMatch,
    'cache-control': toCacheControl(noCache, ifNoneMatch),
    'x-ms-client-request-id': clientRequestId,
  });
  const response = await fetchIt(baseUrl.replace(/\/+$/, '') + toTarget(route, input), {
    method: route.method,
    headers,
    // Wherever a redirect led, the token must not go there.
    redirect: 'error',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  return toAnswer(response);
}

/** Fetch turns a request with If-None-Match into one with no-cache, unless it says something else. Source: Fetch 4.6. */
function toCacheControl(noCache: boolean | undefined, ifNoneMatch: unknown): string | undefined {
  if (noCache) return 'no-cache';
  return ifNoneMatch === undefined ? undefined : 'max-stale';
}

async function toAnswer(response: Response): Promise<AnswerOf<number, unknown>> {
  const { status, ok, headers } = response;
  const body = parseOrUndefined(await response.text());
  if (!ok && status !== 304) throw new FrontdeskError(response, body);
  const read = (name: string) => headers.get(name) ?? undefined;
  return {
    status,
    body,
    etag: read('etag'),
    requestId: read('x-ms-request-id'),
    cacheStatus: read('cache-status'),
    headers,
  };
}

/** Follows `nextLink` by its token alone: every page is asked of the address that the client was given. */
function toPages(call: AnyCall) {
  return async function* (input: AnyInput, options?: CallOptions) {
    let next: string | undefined;
    do {
      const { body } = await call(next === undefined ? input : { ...input, $skipToken: next }, options);
      yield body;
      next = readSkipToken(body);
    } while (next !== undefined);
  };
}

function readSkipToken(page: unknown): string | undefined {
  const { nextLink } = (page ?? {}) as { readonly nextLink?: string | null };
  const query = nextLink?.split('?')[1];
  return new URLSearchParams(query).get('$skipToken') ?? undefined;
}

function toTarget({ path, query, apiVersion }: Route, input: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(String(input[name])));
  const version = apiVersion ?? input['apiVersion'];
  const given = pickGiven({ 'api-version': version, ...Object.fromEntries(query.map((name) => [name, input[name]])) });
  const search = new URLSearchParams(given).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Parentheses and quotes have a meaning in some paths. */
function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function pickGiven(values: AnyInput): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** What is not JSON comes from something between, and is no answer of Frontdesk's. */
function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
