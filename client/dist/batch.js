/** A client whose reads of the same moment are sent as one `$batch` of up to 20; each gets a separate response. */
import { createFrontdeskClient } from './client.js';
import { parseJson } from './send.js';
/** Returns a client as `createFrontdeskClient` does; `get…`, `list…` and `search…` are sent in batches, all others by themselves. */
export function createBatchingClient(options) {
    const batches = new Batches(options);
    const batched = createFrontdeskClient({ ...options, fetch: batches.fetch });
    const reads = Object.entries(batched).filter(([name]) => /^(?:get|list|search)/.test(name));
    const batch = (calls) => Promise.allSettled(calls);
    return { ...createFrontdeskClient(options), ...Object.fromEntries(reads), batch };
}
const MAX_PARTS = 20;
const WITHOUT_BODY = [204, 205, 304];
class Batches {
    #base;
    #windowMs;
    #fetch;
    /** By token: a batch has one. */
    #waiting = new Map();
    constructor({ baseUrl, windowMs = 5, fetch: fetchUrl }) {
        this.#base = baseUrl.replace(/\/+$/, '');
        this.#windowMs = windowMs;
        this.#fetch = fetchUrl ?? ((...request) => fetch(...request));
    }
    fetch = (url, init = {}) => {
        const ended = new AbortController();
        const { signal } = init;
        const response = new Promise((resolve, reject) => {
            signal?.throwIfAborted();
            signal?.addEventListener('abort', () => reject(signal.reason), ended);
            const { authorization = '' } = init.headers;
            const waiting = this.#waiting.get(authorization) ?? [];
            waiting.push({ url: String(url), init, resolve, reject });
            this.#waiting.set(authorization, waiting);
            if (waiting.length === MAX_PARTS)
                this.#flush(authorization, waiting);
            else if (waiting.length === 1)
                setTimeout(() => this.#flush(authorization, waiting), this.#windowMs);
        });
        return response.finally(() => ended.abort());
    };
    #flush(authorization, waiting) {
        // Otherwise they left when the batch was full.
        if (this.#waiting.get(authorization) !== waiting)
            return;
        this.#waiting.delete(authorization);
        const calls = waiting.filter(({ init }) => !init.signal?.aborted);
        const [first] = calls;
        if (calls.length === 1 && first)
            this.#fetch(first.url, first.init).then(first.resolve, first.reject);
        else if (first)
            void this.#send(authorization, calls);
    }
    async #send(authorization, calls) {
        const ended = new AbortController();
        try {
            const response = await this.#fetch(`${this.#base}/$batch`, {
                method: 'POST',
                headers: { authorization, 'content-type': 'application/json' },
                redirect: 'error',
                body: JSON.stringify({ requests: calls.map((call, index) => this.#toRequest(call, index)) }),
                signal: abortWithAll(calls, ended.signal),
            });
            const text = await response.text();
            const { status, headers } = response;
            const parts = response.ok ? readParts(text) : undefined;
            for (const [index, { resolve, reject }] of calls.entries()) {
                const part = parts?.get(String(index));
                if (!parts)
                    resolve(new Response(text, { status, headers }));
                else if (part)
                    resolve(toResponse(part));
                else
                    reject(new TypeError('The batch has no response to this request.'));
            }
        }
        catch (error) {
            for (const { reject } of calls)
                reject(error);
        }
        finally {
            ended.abort();
        }
    }
    #toRequest({ url, init: { method, headers, body } }, index) {
        const { authorization: _, ...own } = headers;
        const parsed = body === undefined ? {} : { body: JSON.parse(body) };
        return { id: String(index), method, url: url.slice(this.#base.length), headers: own, ...parsed };
    }
}
/** Returns a signal that is aborted once nobody waits any more. When `ended` aborts, the calls' signals, which may live on, are let go. */
function abortWithAll(calls, ended) {
    const controller = new AbortController();
    const signals = calls.map(({ init }) => init.signal);
    const abort = () => signals.every((signal) => signal?.aborted) && controller.abort();
    for (const signal of signals)
        signal?.addEventListener('abort', abort, { signal: ended });
    return controller.signal;
}
/** Returns undefined if the text is not JSON: each call then gets this response. */
function readParts(text) {
    const body = parseJson(text);
    return body === undefined ? undefined : new Map(Array.from(body?.responses ?? [], (part) => [part.id, part]));
}
function toResponse({ status, headers, body }) {
    const hasBody = body !== undefined && !WITHOUT_BODY.includes(status);
    return new Response(hasBody ? JSON.stringify(body) : null, { status, headers });
}
//# sourceMappingURL=batch.js.map