/** The headers that each emulated API sets on its responses. */
import type { MiddlewareHandler } from 'hono';
import { type ApiName, findApi } from './apis.ts';

/** Headers on every response that a gateway must not pass on. */
const internalHeaders: Readonly<Record<string, string>> = {
  server: 'Vendor-HTTPAPI/2.0',
  'x-powered-by': 'ASP.NET',
  'set-cookie': 'ARRAffinity=4f1c; Path=/; HttpOnly; Domain=internal.vendor.example',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-internal-host': 'node-17.internal.vendor.example',
};

/** Sets an API's request ids, media type and internal headers on every response, including errors. */
export function setResponseHeaders(api: ApiName): MiddlewareHandler {
  const { toHeaders, mediaType } = findApi(api);
  return async (c, next) => {
    await next();
    const headers = { ...internalHeaders, ...toHeaders(c) };
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    if (mediaType && c.res.headers.has('content-type')) c.res.headers.set('content-type', mediaType);
  };
}
