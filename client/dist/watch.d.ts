import type { FrontdeskClient, Input, OperationResponse, ProfileName, ReadName } from './types.ts';
export interface WatchOptions {
    /** Aborting ends the loop, without an error. */
    readonly signal?: AbortSignal;
    /** The pace where responses tell none: those of operations that Frontdesk does not cache. Default: 30. */
    readonly intervalSeconds?: number;
    /** Called for each failure after which polling continues, in `waitSeconds`. */
    readonly onError?: (error: unknown, waitSeconds: number) => void;
}
/** A response that has something to yield. */
export type Watched<Name extends ReadName, Profile extends ProfileName = 'vendor'> = Exclude<OperationResponse<Name, Profile>, {
    readonly status: 304;
}>;
/**
 * Yields the first response, then each that differs from the one before; of a list, the page that `input` names. In a hidden
 * page nothing more is sent; when the page is visible again, what is due is sent at once. Failures do not end it, except a refusal
 * that stays one (400, 403, 404 …), which is thrown.
 */
export declare function watch<Name extends ReadName, Profile extends ProfileName>(client: FrontdeskClient<Profile>, name: Name, input: Input<Name, Profile>, options?: WatchOptions): AsyncGenerator<Watched<Name, Profile>, void, undefined>;
/** Returns for how many seconds a response is fresh; undefined if it does not say. */
export declare function readMaxAge(headers: Headers): number | undefined;
