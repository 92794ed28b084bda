/** The business data API: one customer or item of a company (S3-46, S3-47; S3-48, S3-49). */
import { type Context, Hono } from 'hono';
import { requireIdentity } from './authenticate.ts';
import type { Emulation } from './emulation.ts';
import type { BusinessEntity, Company } from './entities.ts';
import { businessFailure } from './failures.ts';
import type { JsonObject } from './json.ts';
import { setResponseHeaders, toJsonResponse } from './response-headers.ts';

const guid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

export function createBusinessData({ names, store, audiences, clientId }: Emulation): Hono {
  const app = new Hono().basePath('/business/v2.0');
  app.use(setResponseHeaders('business'));
  const code = 'Authentication_InvalidCredentials';
  app.use(requireIdentity({ audience: audiences.business, clientId, failure: businessFailure, code }));

  app.get('/:company{companies\\([^/]+\\)}/:customer{customers\\([^/]+\\)}', (c) => {
    const relations = readExpand(c.req.query('$expand'));
    const unknown = relations.find((name) => !names.customerRelations.includes(name));
    if (unknown !== undefined) {
      const message = `Could not find a property named '${unknown}' on type 'NAV.customer'.`;
      return businessFailure(c, { status: 400, code: 'BadRequest', message });
    }
    return respondWithEntity(c, 'customers', store.companies, relations);
  });

  app.get('/:company{companies\\([^/]+\\)}/:item{items\\([^/]+\\)}', (c) =>
    respondWithEntity(c, 'items', store.companies, []),
  );

  app.all('*', (c) => {
    const message = `Resource not found for the segment '${c.req.path.split('/')[3] ?? ''}'.`;
    return businessFailure(c, { status: 404, code: 'BadRequest_ResourceNotFound', message });
  });
  return app;
}

/** A comma-separated list, with or without blanks after the commas (S3-47). */
function readExpand(expand: string | undefined): readonly string[] {
  return expand === undefined ? [] : expand.split(',').map((name) => name.trim());
}

function respondWithEntity(
  c: Context,
  set: keyof Company,
  companies: ReadonlyMap<string, Company>,
  relations: readonly string[],
): Response {
  const [companyId, id] = [...c.req.path.matchAll(/\(([^/]+)\)/g)].map(([, key = '']) => key.toLowerCase());
  if (!companyId || !id || !guid.test(companyId) || !guid.test(id)) {
    const message = `The key in '${c.req.path}' is not a GUID.`;
    return businessFailure(c, { status: 400, code: 'BadRequest', message });
  }
  const entity = companies.get(companyId)?.[set].get(id);
  if (!entity) {
    const message = `The ${set} record with the id '${id}' does not exist.`;
    return businessFailure(c, { status: 404, code: 'Internal_RecordNotFound', message });
  }
  const context = `${new URL(c.req.url).origin}/business/v2.0/$metadata#companies(${companyId})/${set}/$entity`;
  return toJsonResponse(c, 200, toResponseBody(entity, context, relations));
}

/** Returns all properties (S3-27) with the OData annotations. */
function toResponseBody(
  { etag, members, relations }: BusinessEntity,
  context: string,
  expanded: readonly string[],
): JsonObject {
  const expansions = expanded.map((name) => [name, relations[name]]);
  return { '@odata.context': context, '@odata.etag': etag, ...members, ...Object.fromEntries(expansions) };
}
