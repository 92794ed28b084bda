/** What leads an authorization to its consent, and its deletion. */
import type { Hono } from 'hono';
import {
  deleteResource,
  findResource,
  readBody,
  requireApiVersion,
  requireIfMatch,
  requireSubscription,
  toResourceId,
  validationError,
} from './arm-request.ts';
import type { Emulation } from './emulation.ts';
import { asObject, type JsonObject } from './json.ts';
import { toJsonResponse } from './response-headers.ts';

/** `path` is an authorization's. */
export function addConsentRoutes(app: Hono, path: string, { store, consentUrl }: Emulation): void {
  const checks = [requireApiVersion(['2024-05-01']), requireSubscription] as const;

  app.delete(path, ...checks, requireIfMatch, (c) => deleteResource(c, store, path));

  app.post(`${path}/getLoginLinks`, ...checks, async (c) => {
    const sent = await readBody(c);
    if (sent instanceof Response) return sent;
    const found = findResource(c, store, path);
    if (found instanceof Response) return found;
    const data = { authorization: found.body['id'], postLoginRedirectUrl: sent['postLoginRedirectUrl'] };
    const encoded = Buffer.from(JSON.stringify(data)).toString('base64url');
    c.header('ETag', found.etag);
    const link = new URL(`${consentUrl}?data=${encoded}`, c.req.url);
    return toJsonResponse(c, 200, { loginLink: link.href });
  });

  app.post(`${path}/confirmConsentCode`, ...checks, async (c) => {
    const sent = await readBody(c);
    if (sent instanceof Response) return sent;
    const found = findResource(c, store, path);
    if (found instanceof Response) return found;
    const id = toResourceId(c, path).toLowerCase();
    const code = store.consentCodes.get(id);
    if (code === undefined || sent['consentCode'] !== code) {
      const message = `The consent code ${String(sent['consentCode'])} is not valid.`;
      return validationError(c, [{ code: 'ValidationError', target: 'consentCode', message }]);
    }
    store.consentCodes.delete(id);
    store.resources.set(id, { ...found, body: toConnected(found.body) });
    c.header('ETag', found.etag);
    return c.body(null, 200);
  });
}

function toConnected(body: JsonObject): JsonObject {
  const { error: _, ...properties } = asObject(body['properties']);
  return { ...body, properties: { ...properties, status: 'Connected' } };
}
