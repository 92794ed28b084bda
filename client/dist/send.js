/** Sends a call: composes the request, repeats it if `retry` allows, and reads the response. */
import { FrontdeskError } from './error.js';
const MAX_WAIT_SECONDS = 30;
export async function send(options, operation, input, callOptions) {
    const { attempts = 1, maxWaitSeconds = MAX_WAIT_SECONDS } = options.retry ?? {};
    const url = options.baseUrl.replace(/\/+$/, '') + composePath(operation, input);
    for (let attempt = 1;; attempt++) {
        const request = { operation: operation.name, method: operation.method, url, attempt };
        try {
            return await sendOnce(options, request, input, callOptions);
        }
        catch (error) {
            const waitSeconds = toWait(error, request);
            if (attempt >= attempts || waitSeconds === undefined || waitSeconds > maxWaitSeconds)
                throw error;
            await sleep(waitSeconds * 1_000, callOptions.signal);
        }
    }
}
/** Only a GET is repeated, since it changes nothing. */
function toWait(error, { method }) {
    const mayRepeat = method === 'GET' && error instanceof FrontdeskError && (error.status === 429 || error.status === 503);
    return mayRepeat ? error.retryAfterSeconds : undefined;
}
/** Rejects when `signal` aborts. */
export function sleep(ms, signal) {
    return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const abort = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', abort);
            resolve();
        }, ms);
        signal?.addEventListener('abort', abort, { once: true });
    });
}
async function sendOnce({ getToken, fetch: fetchUrl = fetch, onRequest, onResponse }, request, { body, ifMatch, ifNoneMatch }, { signal, clientRequestId, noCache }) {
    const headers = omitUndefined({
        authorization: `Bearer ${await getToken()}`,
        'content-type': body === undefined ? undefined : 'application/json',
        'if-match': ifMatch,
        // With it `fetch` adds `Pragma`, and then `no-cache` is no explicit refresh.
        'if-none-match': noCache ? undefined : ifNoneMatch,
        'cache-control': chooseCacheControl(noCache, ifNoneMatch),
        'x-ms-client-request-id': clientRequestId,
    });
    onRequest?.(request);
    const startedAt = performance.now();
    const response = await fetchUrl(request.url, {
        method: request.method,
        headers,
        // The token must not follow a redirect.
        redirect: 'error',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    const { requestId, cacheStatus } = readHeaders(response);
    const durationMs = performance.now() - startedAt;
    onResponse?.({ ...request, status: response.status, durationMs, requestId, cacheStatus });
    return parseResponse(response, text, request);
}
/** `fetch` adds `no-cache` to a request with If-None-Match unless Cache-Control is set (Fetch Standard, 4.6). */
function chooseCacheControl(noCache, ifNoneMatch) {
    if (noCache)
        return 'no-cache';
    return ifNoneMatch === undefined ? undefined : 'max-stale';
}
function parseResponse(response, text, request) {
    const { status, ok, headers } = response;
    const body = parseJson(text);
    // A success that is no JSON comes from a proxy, not from Frontdesk.
    const isForeign = ok && text !== '' && body === undefined;
    if (isForeign || (!ok && status !== 304))
        throw new FrontdeskError(response, body, request);
    return { status, body, ...readHeaders(response), headers };
}
function readHeaders({ headers }) {
    const header = (name) => headers.get(name) ?? undefined;
    return {
        etag: header('etag'),
        requestId: header('x-ms-request-id'),
        upstreamRequestId: header('x-frontdesk-upstream-request-id'),
        cacheStatus: header('cache-status'),
    };
}
function composePath({ path, query, apiVersion }, input) {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeSegment(String(input[name])));
    const given = omitUndefined({
        'api-version': apiVersion ?? input['apiVersion'],
        ...Object.fromEntries(query.map((name) => [name, input[name]])),
    });
    const search = new URLSearchParams(given).toString();
    return search === '' ? filled : `${filled}?${search}`;
}
/** Also encodes parentheses and quotes: they are syntax in OData paths. */
function encodeSegment(value) {
    return encodeURIComponent(value).replace(/['()*!]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
/** A list becomes a text with commas. */
function omitUndefined(values) {
    return Object.fromEntries(Object.entries(values)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]));
}
/** Returns undefined for a text that is not JSON. */
export function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
//# sourceMappingURL=send.js.map