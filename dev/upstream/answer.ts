/** How the emulated APIs write an answer: the JSON body and each API's own response fields. */
import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiName } from './calls.ts';
import { writeJson } from './json.ts';

export function answerJson(c: Context, status: number, body: unknown): Response {
  return c.body(writeJson(body), status as ContentfulStatusCode, { 'content-type': 'application/json; charset=utf-8' });
}

/** Fields that every API's answers carry and a relay must not pass on. */
const internalFields: Readonly<Record<string, string>> = {
  server: 'Vendor-HTTPAPI/2.0',
  'x-powered-by': 'ASP.NET',
  'set-cookie': 'ARRAffinity=4f1c; Path=/; HttpOnly; Domain=internal.vendor.example',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-internal-host': 'node-17.internal.vendor.example',
};

/** Media types that say more than the JSON of the others (public-cloud 1.7, media type). */
const mediaTypes: Partial<Record<ApiName, string>> = {
  graph: 'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8',
  business: 'application/json; odata.metadata=minimal',
};

/** Sets an API's request ids, its media type and the internal fields on every answer, failures too. */
export function answerFields(api: ApiName): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const fields = { ...internalFields, ...requestIds[api](c) };
    for (const [name, value] of Object.entries(fields)) c.res.headers.set(name, value);
    const mediaType = mediaTypes[api];
    if (mediaType && c.res.headers.has('content-type')) c.res.headers.set('content-type', mediaType);
  };
}

type FieldsOf = (c: Context) => Record<string, string>;

const requestIds: Readonly<Record<ApiName, FieldsOf>> = {
  // Public-cloud 1.0, request ids out; 3, remaining headers.
  arm: (c) => {
    const id = randomUUID();
    const clientId = c.req.header('x-ms-client-request-id');
    const kind = c.req.method === 'GET' ? 'reads' : 'writes';
    return {
      'x-ms-request-id': id,
      'x-ms-correlation-request-id': id,
      'x-ms-routing-request-id': `WESTEUROPE:20261121T080000Z:${id}`,
      [`x-ms-ratelimit-remaining-subscription-${kind}`]: '199',
      ...(clientId &&
        c.req.header('x-ms-return-client-request-id') === 'true' && { 'x-ms-client-request-id': clientId }),
    };
  },
  // Public-cloud 1.4, ids in answer headers.
  graph: (c) => ({
    'request-id': randomUUID(),
    'client-request-id': c.req.header('client-request-id') ?? randomUUID(),
    'x-ms-ags-diagnostic': '{"ServerInfo":{"DataCenter":"West Europe","Slice":"E","Ring":"5","RoleInstance":"AM2P"}}',
  }),
  // Public-cloud 1.6, header names.
  docs: (c) => ({
    'apim-request-id': randomUUID(),
    'x-envoy-upstream-service-time': '115',
    'x-ms-client-request-id': c.req.header('x-ms-client-request-id') ?? randomUUID(),
  }),
  // Public-cloud 1.7, media type.
  business: () => ({
    'odata-version': '4.0',
    'ms-correlation-x': randomUUID(),
    'request-context': `appId=${randomUUID()}`,
  }),
};
