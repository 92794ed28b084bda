/** A client with one method per operation. Each call sends one request, unless `retry` is set: no cache, no stored tokens. */
import { createPager } from './pages.js';
import { ROUTES } from './schema.js';
import { send } from './send.js';
/** Returns a client; it sends nothing before the first call. */
export function createFrontdeskClient(options) {
    const methods = Object.entries(ROUTES).map(([name, route]) => {
        const path = toProfilePath(route.path, options.profile);
        const operation = { ...route, name: name, path };
        const call = (input, callOptions = {}) => send(options, operation, input, callOptions);
        return [name, Object.assign(call, createPager(call))];
    });
    // The routes and the types are generated from one document.
    return Object.fromEntries(methods);
}
/** Returns the path in the names of the profile; a test compares all with the document of that profile. */
export function toProfilePath(path, profile = 'vendor') {
    if (profile === 'vendor')
        return path;
    return path
        .replaceAll('/Vendor.', '/Microsoft.')
        .replace(/^\/vendor-docs\//, '/documentintelligence/')
        .replace(/^\/solutions\//, '/v1.0/solutions/')
        .replace(/^\/companies\b/, '/v2.0/companies');
}
//# sourceMappingURL=client.js.map