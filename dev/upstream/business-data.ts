/** The business data API: one customer or one item of a company (spec 3, Endpoints 4 and 5). */
import { type Context, Hono } from 'hono';
import { answerFields, answerJson } from './answer.ts';
import { requireIdentity } from './authenticate.ts';
import type { Emulation } from './emulation.ts';
import type { BusinessEntity, Company } from './entities.ts';
import { businessFailure } from './failures.ts';
import type { JsonObject } from './json.ts';

const guid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

export function createBusinessData({ names, store, audiences, clientId }: Emulation): Hono {
  const app = new Hono().basePath('/business/v2.0');
  app.use(answerFields('business'));
  const code = 'Authentication_InvalidCredentials';
  app.use(requireIdentity({ audience: audiences.business, clientId, failure: businessFailure, code }));

  app.get('/:company{companies\\([^/]+\\)}/:customer{customers\\([^/]+\\)}', (c) => {
    const relations = readExpand(c.req.query('$expand'));
    const unknown = relations.find((name) => !names.customerRelations.includes(name));
    if (unknown !== undefined) {
      const message = `Could not find a property named '${unknown}' on type 'NAV.customer'.`;
      return businessFailure(c, { status: 400, code: 'BadRequest', message });
    }
    return answerEntity(c, 'customers', store.companies, relations);
  });

  app.get('/:company{companies\\([^/]+\\)}/:item{items\\([^/]+\\)}', (c) =>
    answerEntity(c, 'items', store.companies, []),
  );

  app.all('*', (c) => {
    const message = `Resource not found for the segment '${c.req.path.split('/')[3] ?? ''}'.`;
    return businessFailure(c, { status: 404, code: 'BadRequest_ResourceNotFound', message });
  });
  return app;
}

/** Spec 3, Endpoints 4: a comma separated list; blanks stand after the commas in the documentation's sample (public-cloud 1.7). */
function readExpand(expand: string | undefined): readonly string[] {
  return expand === undefined ? [] : expand.split(',').map((name) => name.trim());
}

function answerEntity(
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
  return answerJson(c, 200, toAnswer(entity, context, relations));
}

/** Spec 3, Item: a full call returns all properties. Envelope members: public-cloud 1.7. */
function toAnswer(
  { etag, members, relations }: BusinessEntity,
  context: string,
  expanded: readonly string[],
): JsonObject {
  const expansions = expanded.map((name) => [name, relations[name]]);
  return { '@odata.context': context, '@odata.etag': etag, ...members, ...Object.fromEntries(expansions) };
}
