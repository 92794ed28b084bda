/** The error that a call throws for every response from status 400 on, and for a success that is no JSON. */
import type { ProblemType } from './schema.ts';
import type { OperationName, SentRequest } from './types.ts';
/** Outcome of a failed write: not sent upstream, rejected by the upstream, accepted by it, or unknown. */
export type Outcome = 'not-sent' | 'rejected' | 'accepted' | 'unknown';
export interface ErrorDetail {
    readonly code: string;
    readonly message: string;
    /** Path of the invalid member: `properties.outputs[0].name`. */
    readonly target?: string;
}
export declare class FrontdeskError extends Error {
    readonly name = "FrontdeskError";
    readonly operation: OperationName;
    readonly method: string;
    readonly url: string;
    readonly status: number;
    /** Frontdesk's code (`invalid_request`, `forbidden`, `throttled` …) or the upstream's; empty if the response has none. */
    readonly code: ProblemType | (string & {});
    /** Frontdesk's word for the failure, whatever the upstream's code; undefined if the response does not come from Frontdesk. */
    readonly problem: ProblemType | undefined;
    readonly target: string | undefined;
    /** Every invalid member; with its path, unless the operation's error format is a text. */
    readonly details: readonly ErrorDetail[];
    /** Only for writes. */
    readonly outcome: Outcome | undefined;
    readonly retryAfterSeconds: number | undefined;
    /** Include it when you ask for support. */
    readonly requestId: string | undefined;
    /** The upstream's own id, for support of that service. */
    readonly upstreamRequestId: string | undefined;
    constructor({ status, ok, headers }: Response, body: unknown, { operation, method, url }: SentRequest);
    /** Whether the same request would be refused again. A new token, or time, may turn 401, 408 and 429 into a success. */
    get isFinal(): boolean;
}
