/** What the client takes and returns, by operation and profile. */

import type { Expanded } from './expand.ts';
import type { Operations as MicrosoftOperations } from './schema.microsoft.ts';
import type { Operations, ROUTES } from './schema.ts';

/** Names of the deployment (`CLOUD_PROFILE`): the specification's, or Azure's. */
export type ProfileName = 'vendor' | 'microsoft';

interface Profiles {
  readonly vendor: Operations;
  readonly microsoft: MicrosoftOperations;
}

export interface ClientOptions<Profile extends ProfileName = 'vendor'> {
  /** Base URL of Frontdesk, or only a path (`/api`) on pages of the same origin. */
  readonly baseUrl: string;
  /**
   * Returns an access token for Frontdesk. Called before each request, so it should cache and renew the token itself. After a 401
   * it is called with `refused`; if it returns another token, the request is sent once more.
   */
  readonly getToken: (request: TokenRequest) => string | Promise<string>;
  /** `vendor` by default. */
  readonly profile?: Profile;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Replaces `JSON.parse` for the bodies of responses: it rounds integers of more than 53 bits. */
  readonly parse?: (text: string) => unknown;
  /** Repeats a GET that 429 or 503 rejects, when Retry-After says. Off by default: Frontdesk has retried already. */
  readonly retry?: RetryOptions;
  /** Called before each request is sent. */
  readonly onRequest?: (request: SentRequest) => void;
  /** Called for each response, also that of a failure; not if none arrives. */
  readonly onResponse?: (response: ReceivedResponse) => void;
}

export interface TokenRequest {
  /** Why the last token was refused; absent before the first request. */
  readonly refused?: Refused;
}

export interface Refused {
  /** The response's WWW-Authenticate (RFC 6750, 3). */
  readonly challenge: string;
  /** The claims that a new token must have, as JSON. */
  readonly claims: string | undefined;
}

export interface RetryOptions {
  /** Requests in all, the first included. */
  readonly attempts: number;
  /** A longer Retry-After is not waited for. Default: 30. */
  readonly maxWaitSeconds?: number;
}

export interface SentRequest {
  readonly operation: OperationName;
  readonly method: string;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
}

/** What the headers of every response say. */
interface KnownHeaders {
  /** Verbatim, for `ifMatch` of the next write or `ifNoneMatch` of the next read. */
  readonly etag: string | undefined;
  readonly requestId: string | undefined;
  /** The upstream's own id; undefined if the cache responded. */
  readonly upstreamRequestId: string | undefined;
  /** `Cache-Status` (RFC 9211): whether the response came from the cache, and how fresh it is. */
  readonly cacheStatus: string | undefined;
}

export interface ReceivedResponse extends SentRequest, KnownHeaders {
  readonly status: number;
  readonly durationMs: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Correlates the request with your own log: letters, digits, `.`, `_` and `-`. */
  readonly clientRequestId?: string;
  /** Bypasses Frontdesk's cache: a stored response is not used. */
  readonly noCache?: boolean;
}

export type OperationName = keyof Operations;

export type Routes = typeof ROUTES;

/** The operations that read without changing anything. */
export type ReadName =
  | { [Name in OperationName]: Routes[Name]['method'] extends 'GET' | 'HEAD' ? Name : never }[OperationName]
  | 'searchRestorePoints';

/** The operations that change something. */
export type WriteName = Exclude<OperationName, ReadName | 'fetchHealthEventDetails'>;

export type Input<
  Name extends OperationName,
  Profile extends ProfileName = 'vendor',
> = Profiles[Profile][Name]['input'];

type Bodies<Name extends OperationName, Profile extends ProfileName> = Profiles[Profile][Name]['responses'];

/** A response with a known status and the body that belongs to it. */
export interface ResponseOf<Status, Body> extends KnownHeaders {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
}

/** A successful response; the type of its body depends on its status. */
export type OperationResponse<Name extends OperationName, Profile extends ProfileName = 'vendor'> = {
  [Status in keyof Bodies<Name, Profile>]: ResponseOf<Status, Bodies<Name, Profile>[Status]>;
}[keyof Bodies<Name, Profile>];

/** Calls the operation. Rejects with `FrontdeskError`, or with the error of `fetch` or `getToken`. */
export type Call<Name extends OperationName, Profile extends ProfileName = 'vendor'> = 304 extends keyof Bodies<
  Name,
  Profile
>
  ? ConditionalCall<Name, Profile>
  : '$expand' extends keyof Input<Name, Profile>
    ? ExpandingCall<Name, Profile>
    : (input: Input<Name, Profile>, options?: CallOptions) => Promise<OperationResponse<Name, Profile>>;

/** 304 is a response only to `ifNoneMatch`. One signature: an editor shows the documentation of no overload. */
type ConditionalCall<Name extends OperationName, Profile extends ProfileName> = <
  Tag extends string | undefined = undefined,
>(
  input: Input<Name, Profile> & { readonly ifNoneMatch?: Tag },
  options?: CallOptions,
) => Promise<
  Tag extends undefined
    ? Exclude<OperationResponse<Name, Profile>, { readonly status: 304 }>
    : OperationResponse<Name, Profile>
>;

/** A value of `$expand`: names, or a text with commas; undefined if the operation has none. */
export type Expand<Name extends OperationName, Profile extends ProfileName> =
  Input<Name, Profile> extends { readonly $expand?: infer Value } ? Value : undefined;

type ExpandingInput<Name extends OperationName, Profile extends ProfileName, Value> = Input<Name, Profile> &
  ('$expand' extends keyof Input<Name, Profile> ? { readonly $expand?: Value } : unknown);

/** What `$expand` names is present in the body. */
type ExpandingCall<Name extends OperationName, Profile extends ProfileName> = <
  const Value extends Expand<Name, Profile> | undefined = undefined,
>(
  input: ExpandingInput<Name, Profile, Value>,
  options?: CallOptions,
) => Promise<ExpandedResponse<Bodies<Name, Profile>, Value>>;

/** The lists with pages. */
export type PagedName = {
  [Name in OperationName]: '$skipToken' extends keyof Input<Name> ? Name : never;
}[OperationName] &
  ReadName;

/** The input of a read that is not conditional. */
export type ReadInput<Name extends OperationName, Profile extends ProfileName, Value> = Omit<
  Input<Name, Profile>,
  'ifNoneMatch' | '$expand'
> & { readonly $expand?: Value };

/** What a query keeps of the response to such a read: plain JSON. */
export type ReadData<Name extends OperationName, Profile extends ProfileName, Value> = Pick<
  ExpandedResponse<Omit<Bodies<Name, Profile>, 304>, Value>,
  'status' | 'body' | 'etag'
>;

type ExpandedResponse<ByStatus, Value> = {
  [Status in keyof ByStatus]: ResponseOf<Status, Expanded<ByStatus[Status], Value>>;
}[keyof ByStatus];

/** Both request the next page only when the caller takes it; what `$expand` names is present in each element. */
export interface Paged<Name extends OperationName, Profile extends ProfileName = 'vendor'> {
  /** Yields the pages in order. */
  pages<const Value extends Expand<Name, Profile> | undefined = undefined>(
    input: ExpandingInput<Name, Profile, Value>,
    options?: CallOptions,
  ): AsyncGenerator<Expanded<Page<Name, Profile>, Value>, void, undefined>;
  /** Yields the elements of all pages in order. */
  items<const Value extends Expand<Name, Profile> | undefined = undefined>(
    input: ExpandingInput<Name, Profile, Value>,
    options?: CallOptions,
  ): AsyncGenerator<Item<Expanded<Page<Name, Profile>, Value>>, void, undefined>;
}

type Page<Name extends OperationName, Profile extends ProfileName> =
  Bodies<Name, Profile> extends { readonly 200: infer Body } ? Body : never;

type Item<Body> = Body extends { readonly value: ReadonlyArray<infer Element> } ? Element : never;

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called for each response that says that the write is still pending. */
  readonly onProgress?: (response: ResponseOf<number, unknown>) => void;
}

export interface Follow<Profile extends ProfileName = 'vendor'> {
  /** Polls a pending write until it has ended, and returns the last response; any other response at once. Rejects if the write has failed. */
  wait<Response extends ResponseOf<number, unknown>>(
    response: Response,
    options?: WaitOptions,
  ): Promise<Response | OperationResponse<'getOperation', Profile>>;
}

export type FrontdeskClient<Profile extends ProfileName = 'vendor'> = Follow<Profile> & {
  // Of `keyof` an interface, not of its names: so that each member has its documentation and leads to it.
  readonly [Name in keyof Operations]: Call<Name, Profile> &
    ('$skipToken' extends keyof Input<Name, Profile> ? Paged<Name, Profile> : unknown);
};
