/** The error that a call throws for every response from status 400 on. */
export class FrontdeskError extends Error {
    name = 'FrontdeskError';
    status;
    /** Frontdesk's code (`invalid_request`, `forbidden`, `throttled` …) or the upstream's; empty if the response has none. */
    code;
    target;
    /** Every invalid member, if the operation's error format lists them. */
    details;
    /** Only for writes. */
    outcome;
    retryAfterSeconds;
    /** Include it when you ask for support. */
    requestId;
    constructor({ status, headers }, body) {
        const { code = '', message, target, details } = readError(body);
        super(message ?? `The response has status ${status}.`);
        this.status = status;
        this.code = code;
        this.target = target;
        this.details = readDetails(code, details);
        this.outcome = (headers.get('x-frontdesk-outcome') ?? undefined);
        const retryAfter = headers.get('retry-after');
        this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
        this.requestId = headers.get('x-ms-request-id') ?? undefined;
    }
}
/** Health events have the members at the top level, all other operations in `error`. */
function readError(body) {
    const outer = (body ?? {});
    return outer.error ?? outer;
}
/** Health events list all invalid members in one string. */
function readDetails(code, details = []) {
    if (typeof details !== 'string')
        return details;
    return details === '' ? [] : [{ code, message: details }];
}
