import { type Operations } from './schema.ts';
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
export type Call<Name extends OperationName> = (input: Input<Name>, options?: CallOptions) => Promise<OperationResponse<Name>>;
export interface Paged<Name extends OperationName> {
    /** Yields the pages in order. The next page is requested only when the caller takes it. */
    pages(input: Input<Name>, options?: CallOptions): AsyncGenerator<Page<Name>, void, undefined>;
}
type Page<Name extends OperationName> = Bodies<Name> extends {
    readonly 200: infer Body;
} ? Body : never;
export type FrontdeskClient = {
    readonly [Name in OperationName]: '$skipToken' extends keyof Input<Name> ? Call<Name> & Paged<Name> : Call<Name>;
};
/** Returns a client; it sends nothing before the first call. */
export declare function createFrontdeskClient(options: ClientOptions): FrontdeskClient;
export {};
