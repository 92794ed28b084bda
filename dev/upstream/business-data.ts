/** The business data API: companies, their customers and items as lists and one by one (docs/specification.md#customer-and-item). */
import { type Context, Hono } from 'hono';
import { requireIdentity } from './authenticate.ts';
import type { Emulation } from './emulation.ts';
import type { BusinessEntity, Company } from './entities.ts';
import { serveExamples } from './examples.ts';
import { businessFailure } from './failures.ts';
import type { JsonObject } from './json.ts';
import { liveBase, respondWithList, toOwnUrl } from './odata-list.ts';
import { setResponseHeaders, toJsonResponse } from './response-headers.ts';

const guid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

export function createBusinessData(emulation: Emulation): Hono {
  const { names, store } = emulation;
  const getPath = ({ url }: Request) => new URL(url).pathname.replace(liveBase, '/business/v2.0');
  const app = new Hono({ getPath }).basePath('/business/v2.0');
  app.use(setResponseHeaders('business'));
  app.use(requireIdentity('business', emulation, businessFailure));

  app.get('/companies', (c) =>
    respondWithList(c, {
      type: 'company',
      entities: [...store.companies.values()].map(({ entity }) => entity),
      relations: [],
      context: `${toMetadata(c)}#companies`,
    }),
  );

  app.get('/:company{companies\\([^/]+\\)}/customers', (c) =>
    respondWithRecords(c, { set: 'customers', type: 'customer', relations: names.customerRelations }, store.companies),
  );

  app.get('/:company{companies\\([^/]+\\)}/items', (c) =>
    respondWithRecords(c, { set: 'items', type: 'item', relations: itemRelations }, store.companies),
  );

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

  app.use(serveExamples('business', '/business/v2.0', emulation));
  app.all('*', (c) => {
    const message = `Resource not found for the segment '${c.req.path.split('/')[3] ?? ''}'.`;
    return businessFailure(c, { status: 404, code: 'BadRequest_ResourceNotFound', message });
  });
  return app;
}

/** Names that a list of items can expand; the specification has none for one item. */
const itemRelations = [
  'itemCategory',
  'inventoryPostingGroup',
  'generalProductPostingGroup',
  'unitOfMeasure',
  'picture',
  'defaultDimensions',
  'itemVariants',
  'documentAttachments',
];

interface RecordSet {
  readonly set: 'customers' | 'items';
  readonly type: string;
  readonly relations: readonly string[];
}

function respondWithRecords(
  c: Context,
  { set, type, relations }: RecordSet,
  companies: ReadonlyMap<string, Company>,
): Response {
  const companyId = /\(([^/]+)\)/.exec(c.req.path)?.[1]?.toLowerCase() ?? '';
  if (!guid.test(companyId)) return refuseKey(c);
  const company = findNamedCompany(c, companies) ?? companies.get(companyId);
  if (!company) {
    const message = `The company with the id '${companyId}' does not exist.`;
    return businessFailure(c, { status: 404, code: 'Internal_CompanyNotFound', message });
  }
  const context = `${toMetadata(c)}#companies(${companyId})/${set}`;
  return respondWithList(c, { type, entities: [...company[set].values()], relations, context });
}

/** A name in query or header, which wins over the path: what the service does is not documented, and this is the worst. */
function findNamedCompany(c: Context, companies: ReadonlyMap<string, Company>): Company | undefined {
  const query = [...new URL(c.req.url).searchParams].find(([name]) => name.toLowerCase() === 'company');
  const name = query?.[1] ?? c.req.header('company');
  return [...companies.values()].find(({ entity }) => entity.members['name'] === name);
}

function toMetadata(c: Context): string {
  const { origin, pathname } = toOwnUrl(c.req.url);
  return `${origin}${pathname.replace(/\/companies\b.*/, '')}/$metadata`;
}

function refuseKey(c: Context): Response {
  return businessFailure(c, { status: 400, code: 'BadRequest', message: `The key in '${c.req.path}' is not a GUID.` });
}

/** A comma-separated list, with or without blanks after the commas (S3-47). */
function readExpand(expand: string | undefined): readonly string[] {
  return expand === undefined ? [] : expand.split(',').map((name) => name.trim());
}

function respondWithEntity(
  c: Context,
  set: RecordSet['set'],
  companies: ReadonlyMap<string, Company>,
  relations: readonly string[],
): Response {
  const [companyId, id] = [...c.req.path.matchAll(/\(([^/]+)\)/g)].map(([, key = '']) => key.toLowerCase());
  if (!companyId || !id || !guid.test(companyId) || !guid.test(id)) return refuseKey(c);
  const entity = companies.get(companyId)?.[set].get(id);
  if (!entity) {
    const message = `The ${set} record with the id '${id}' does not exist.`;
    return businessFailure(c, { status: 404, code: 'Internal_RecordNotFound', message });
  }
  const context = `${toMetadata(c)}#companies(${companyId})/${set}/$entity`;
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
