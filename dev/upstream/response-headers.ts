/** JSON responses, and the headers that each emulated API sets on them. */
import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiName } from './calls.ts';
import { writeJson } from './json.ts';

export function toJsonResponse(c: Context, status: number, body: unknown): Response {
  return c.body(writeJson(body), status as ContentfulStatusCode, { 'content-type': 'application/json; charset=utf-8' });
}

/** Headers on every response that a gateway must not pass on. */
const internalHeaders: Readonly<Record<string, string>> = {
  server: 'Vendor-HTTPAPI/2.0',
  'x-powered-by': 'ASP.NET',
  'set-cookie': 'ARRAffinity=4f1c; Path=/; HttpOnly; Domain=internal.vendor.example',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-internal-host': 'node-17.internal.vendor.example',
};

/** OData media types; the other APIs send plain JSON. */
const mediaTypes: Partial<Record<ApiName, string>> = {
  graph: 'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8',
  business: 'application/json; odata.metadata=minimal',
};

/** Sets an API's request ids, media type and internal headers on every response, including errors. */
export function setResponseHeaders(api: ApiName): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const headers = { ...internalHeaders, ...requestIds[api](c) };
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    const mediaType = mediaTypes[api];
    if (mediaType && c.res.headers.has('content-type')) c.res.headers.set('content-type', mediaType);
  };
}

type RequestIds = (c: Context) => Record<string, string>;

const requestIds: Readonly<Record<ApiName, RequestIds>> = {
  arm: (c) => {
    const id = randomUUID();
    const clientId = c.req.header('x-ms-client-request-id');
    return {
      'x-ms-request-id': id,
      'x-ms-correlation-request-id': id,
      'x-ms-routing-request-id': `WESTEUROPE:20261121T080000Z:${id}`,
      ...(clientId &&
        c.req.header('x-ms-return-client-request-id') === 'true' && { 'x-ms-client-request-id': clientId }),
    };
  },
  graph: (c) => ({
    'request-id': randomUUID(),
    'client-request-id': c.req.header('client-request-id') ?? randomUUID(),
    'x-ms-ags-diagnostic': '{"ServerInfo":{"DataCenter":"West Europe","Slice":"E","Ring":"5","RoleInstance":"AM2P"}}',
  }),
  docs: (c) => ({
    'apim-request-id': randomUUID(),
    'x-envoy-upstream-service-time': '115',
    'x-ms-client-request-id': c.req.header('x-ms-client-request-id') ?? randomUUID(),
  }),
  business: () => ({
    'odata-version': '4.0',
    'ms-correlation-x': randomUUID(),
    'request-context': `appId=${randomUUID()}`,
  }),
};
