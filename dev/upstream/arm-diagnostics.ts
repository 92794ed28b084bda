/** Diagnostic settings of an API (docs/specification.md#api-diagnostic). */
import type { Hono } from 'hono';
import { respondWithPage } from './arm-lists.ts';
import {
  createEntityTag,
  deleteResource,
  failIfMatch,
  patchResource,
  readBody,
  requireApiVersion,
  requireIfMatch,
  requireSubscription,
  respondWithResource,
  toResourceId,
} from './arm-request.ts';
import { toListedSpelling } from './closed-lists.ts';
import type { Emulation } from './emulation.ts';
import { asObject, type JsonObject } from './json.ts';
import { toJsonResponse } from './response-headers.ts';

/** The versions of S1-84, without `latest`. */
const versions = [
  '2025-03-01-preview',
  '2024-10-01-preview',
  '2024-06-01-preview',
  '2024-05-01',
  '2023-09-01-preview',
  '2023-05-01-preview',
  '2023-03-01-preview',
  '2022-09-01-preview',
  '2022-08-01',
  '2022-04-01-preview',
  '2021-12-01-preview',
  '2021-08-01',
  '2021-04-01-preview',
  '2021-01-01-preview',
  '2020-12-01',
  '2020-06-01-preview',
  '2019-12-01',
  '2019-12-01-preview',
  '2019-01-01',
  '2018-06-01-preview',
  '2018-01-01',
  '2017-03-01',
];

export function addDiagnosticRoutes(app: Hono, emulation: Emulation): void {
  const { names, store } = emulation;
  const isVendor = names.profile === 'vendor';
  const provider = `${names.namespace}.ApiManagement`;
  const type = `${provider}/service/apis/diagnostics`;
  const collection =
    `/subscriptions/:subscriptionId/resourceGroups/:resourceGroupName/providers/${provider}` +
    '/service/:serviceName/apis/:apiId/diagnostics';
  const path = `${collection}/:diagnosticId`;
  // The specification lists `latest`; the live service does not accept it.
  const supported = isVendor ? ['latest', ...versions] : versions;

  app.put(path, requireApiVersion(supported), requireSubscription, async (c) => {
    const sent = await readBody(c);
    if (sent instanceof Response) return sent;
    const properties = asObject((isVendor ? sent : toListedSpelling(sent))['properties']);

    const id = toResourceId(c, path);
    const current = store.resources.get(id.toLowerCase());
    const failed = failIfMatch(c, current);
    if (failed) return failed;

    // enableHttpCorrelationHeaders defaults to true (S1-21). The live service no longer has it.
    const defaults = isVendor ? { enableHttpCorrelationHeaders: true } : liveNulls;
    const stored = {
      id,
      type,
      name: c.req.param('diagnosticId'),
      ...current?.body,
      properties: { ...defaults, ...properties },
    };
    const etag = createEntityTag();
    store.resources.set(id.toLowerCase(), { etag, body: stored });
    c.header('ETag', etag);
    return toJsonResponse(c, current ? 200 : 201, stored);
  });

  const checks = [requireApiVersion(supported), requireSubscription, requireIfMatch] as const;
  const toResource = (body: JsonObject) => ({
    etag: createEntityTag(),
    body: isVendor ? body : toListedSpelling(body),
  });
  app.patch(path, ...checks, (c) => patchResource(c, store, path, toResource));
  app.delete(path, ...checks, (c) => deleteResource(c, store, path));
  app.get(path, requireApiVersion(supported), requireSubscription, (c) => respondWithResource(c, store, path));
  app.get(collection, requireApiVersion(supported), requireSubscription, (c) =>
    respondWithPage(c, emulation, collection, { toBody: ({ body }) => body, isQueryable: true }),
  );
}

/** The live service returns absent members as null. */
const liveNulls = {
  alwaysLog: null,
  sampling: null,
  frontend: null,
  backend: null,
  httpCorrelationProtocol: null,
  verbosity: null,
  logClientIp: null,
};
