export class FrontdeskError extends Error {
    name = 'FrontdeskError';
    operation;
    method;
    url;
    status;
    /** Frontdesk's code (`invalid_request`, `forbidden`, `throttled` …) or the upstream's; empty if the response has none. */
    code;
    /** Frontdesk's word for the failure, whatever the upstream's code; undefined if the response does not come from Frontdesk. */
    problem;
    target;
    /** Every invalid member; with its path, unless the operation's error format is a text. */
    details;
    /** Only for writes. */
    outcome;
    retryAfterSeconds;
    /** Include it when you ask for support. */
    requestId;
    /** The upstream's own id, for support of that service. */
    upstreamRequestId;
    constructor({ status, ok, headers }, body, { operation, method, url }) {
        const { code = '', message, target, details } = readError(body);
        super(message ?? (ok ? 'The response is not JSON.' : `The response has status ${status}.`));
        this.operation = operation;
        this.method = method;
        this.url = url;
        this.status = status;
        this.code = code;
        this.target = target;
        this.details = readDetails(code, details);
        const header = (name) => headers.get(name) ?? undefined;
        this.problem = header('x-frontdesk-problem');
        this.outcome = header('x-frontdesk-outcome');
        this.retryAfterSeconds = readRetryAfter(header('retry-after'));
        this.requestId = header('x-ms-request-id');
        this.upstreamRequestId = header('x-frontdesk-upstream-request-id');
    }
    /** Whether the same request would be refused again. A new token, or time, may turn 401, 408 and 429 into a success. */
    get isFinal() {
        return this.status >= 400 && this.status < 500 && ![401, 408, 429].includes(this.status);
    }
}
/** Frontdesk sends seconds; a gateway in front of it may send a date (RFC 9110, 10.2.3). */
function readRetryAfter(text = '') {
    const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1_000);
    return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
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
//# sourceMappingURL=error.js.map