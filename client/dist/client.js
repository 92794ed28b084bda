/** A client with one method per operation. Each call sends one request: no retries, no cache, no stored tokens. */
import { FrontdeskError } from './error.js';
import { ROUTES } from './schema.js';
/** Returns a client; it sends nothing before the first call. */
export function createFrontdeskClient(options) {
    const methods = Object.entries(ROUTES).map(([name, route]) => {
        const call = (input, callOptions = {}) => send(options, route, input, callOptions);
        return [name, Object.assign(call, { pages: createPager(call) })];
    });
    // The routes and the types are generated from one document.
    return Object.fromEntries(methods);
}
async function send({ baseUrl, getToken, fetch: fetchUrl = fetch }, route, input, options) {
    const { body, ifMatch, ifNoneMatch } = input;
    const { signal, clientRequestId, noCache } = options;
    const headers = omitUndefined({
        authorization: `Bearer ${await getToken()}`,
        'content-type': body === undefined ? undefined : 'application/json',
        'if-match': ifMatch,
        // With it `fetch` adds `Pragma`, and then `no-cache` is no explicit refresh.
        'if-none-match': noCache ? undefined : ifNoneMatch,
        'cache-control': chooseCacheControl(noCache, ifNoneMatch),
        'x-ms-client-request-id': clientRequestId,
    });
    const response = await fetchUrl(baseUrl.replace(/\/+$/, '') + composePath(route, input), {
        method: route.method,
        headers,
        // The token must not follow a redirect.
        redirect: 'error',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
    });
    return parseResponse(response);
}
/** `fetch` adds `no-cache` to a request with If-None-Match unless Cache-Control is set (Fetch Standard, 4.6). */
function chooseCacheControl(noCache, ifNoneMatch) {
    if (noCache)
        return 'no-cache';
    return ifNoneMatch === undefined ? undefined : 'max-stale';
}
async function parseResponse(response) {
    const { status, ok, headers } = response;
    const body = parseJson(await response.text());
    if (!ok && status !== 304)
        throw new FrontdeskError(response, body);
    const header = (name) => headers.get(name) ?? undefined;
    return {
        status,
        body,
        etag: header('etag'),
        requestId: header('x-ms-request-id'),
        upstreamRequestId: header('x-frontdesk-upstream-request-id'),
        cacheStatus: header('cache-status'),
        headers,
    };
}
/** Uses only the page token of the link: every page is requested from `baseUrl`. */
function createPager(call) {
    return async function* (input, options) {
        let next;
        do {
            const { body } = await call(next === undefined ? input : { ...input, $skipToken: next }, options);
            yield body;
            next = parseSkipToken(body);
        } while (next !== undefined);
    };
}
function parseSkipToken(page) {
    const { nextLink, '@odata.nextLink': odataLink } = (page ?? {});
    const query = (nextLink ?? odataLink)?.split('?')[1];
    return new URLSearchParams(query).get('$skipToken') ?? undefined;
}
function composePath({ path, query, apiVersion }, input) {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeSegment(String(input[name])));
    const version = apiVersion ?? input['apiVersion'];
    const given = omitUndefined({
        'api-version': version,
        ...Object.fromEntries(query.map((name) => [name, input[name]])),
    });
    const search = new URLSearchParams(given).toString();
    return search === '' ? filled : `${filled}?${search}`;
}
/** Also encodes parentheses and quotes: they are syntax in OData paths. */
function encodeSegment(value) {
    return encodeURIComponent(value).replace(/['()*!]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
function omitUndefined(values) {
    return Object.fromEntries(Object.entries(values)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]));
}
/** Returns undefined for a body that is not JSON: it comes from a proxy, not from Frontdesk. */
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
