import type { ClientOptions, FrontdeskClient, ProfileName } from './types.ts';
export interface BatchingOptions {
    /** Milliseconds that a read waits for others. Default: 5. */
    readonly windowMs?: number;
}
/** How one call ended. */
export type Settled<Value> = {
    readonly status: 'fulfilled';
    readonly value: Value;
} | {
    readonly status: 'rejected';
    readonly reason: unknown;
};
export type BatchingClient<Profile extends ProfileName = 'vendor'> = FrontdeskClient<Profile> & {
    /** Waits for calls, and returns how each ended, in the same order; never rejects. A refused call's `reason` is a `FrontdeskError`. */
    batch<const Calls extends readonly Promise<unknown>[]>(calls: Calls): Promise<{
        readonly [Place in keyof Calls]: Settled<Awaited<Calls[Place]>>;
    }>;
};
/** Returns a client as `createFrontdeskClient` does; `get…`, `list…` and `search…` are sent in batches, all others by themselves. */
export declare function createBatchingClient<Profile extends ProfileName = 'vendor'>(options: ClientOptions<Profile> & BatchingOptions): BatchingClient<Profile>;
