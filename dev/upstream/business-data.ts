/** The business data API: companies, their customers and items as lists and one by one (docs/specification.md#customer-and-item). */
import { type Context, Hono } from 'hono';
import { requireIdentity, requireSetup } from './authenticate.ts';
import { beginApi } from './begin-api.ts';
import type { Emulation } from './emulation.ts';
import type { Company } from './entities.ts';
import { serveExamples } from './examples.ts';
import { Failure } from './failures.ts';
import { toJsonResponse } from './json.ts';
import { liveBase, respondWithList, toElement, toOwnUrl } from './odata-list.ts';

const guid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

export function createBusinessData(emulation: Emulation): Hono {
  const { names, store } = emulation;
  const getPath = ({ url }: Request) => new URL(url).pathname.replace(liveBase, '/business/v2.0');
  const app = beginApi('business', emulation, new Hono({ getPath }));
  app.use(requireIdentity('business', emulation), requireSetup('business', emulation));

  const companies = [...store.companies.values()].map(({ entity }) => entity);
  app.get('/companies', (c) =>
    respondWithList(c, { type: 'company', entities: companies, relations: [], context: `${toMetadata(c)}#companies` }),
  );
  const sets: readonly RecordSet[] = [
    { set: 'customers', type: 'customer', listed: names.customerRelations, relations: names.customerRelations },
    { set: 'items', type: 'item', listed: itemRelations, relations: [] },
  ];
  for (const each of sets) {
    const company = '/:company{companies\\([^/]+\\)}';
    app.get(`${company}/${each.set}`, (c) => respondWithRecords(c, each, store.companies));
    app.get(`${company}/:record{${each.set}\\([^/]+\\)}`, (c) => respondWithEntity(c, each, store.companies));
  }

  app.use(serveExamples('business', emulation));
  app.all('*', (c) => {
    const message = `Resource not found for the segment '${c.req.path.split('/')[3] ?? ''}'.`;
    throw new Failure(404, 'BadRequest_ResourceNotFound', message);
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
  /** Names that a list, and one record, can expand. */
  readonly listed: readonly string[];
  readonly relations: readonly string[];
}

function respondWithRecords(
  c: Context,
  { set, type, listed: relations }: RecordSet,
  companies: ReadonlyMap<string, Company>,
): Response {
  const [companyId = ''] = readKeys(c);
  const company = findNamedCompany(c, companies) ?? companies.get(companyId);
  if (!company)
    throw new Failure(404, 'Internal_CompanyNotFound', `The company with the id '${companyId}' does not exist.`);
  const context = `${toMetadata(c)}#companies(${companyId})/${set}`;
  return respondWithList(c, { type, entities: [...company[set].values()], relations, context });
}

/** Returns the keys in the path. Throws a Failure if one is no GUID. */
function readKeys(c: Context): readonly string[] {
  const keys = Array.from(c.req.path.matchAll(/\(([^/]+)\)/g), ([, key = '']) => key.toLowerCase());
  if (keys.every((key) => guid.test(key))) return keys;
  throw new Failure(400, 'BadRequest', `The key in '${c.req.path}' is not a GUID.`);
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

/** Returns all properties (S3-27). */
function respondWithEntity(c: Context, { set, ...list }: RecordSet, companies: ReadonlyMap<string, Company>): Response {
  const [companyId = '', id = ''] = readKeys(c);
  const entity = companies.get(companyId)?.[set].get(id);
  if (!entity)
    throw new Failure(404, 'Internal_RecordNotFound', `The ${set} record with the id '${id}' does not exist.`);
  const context = { '@odata.context': `${toMetadata(c)}#companies(${companyId})/${set}/$entity` };
  return toJsonResponse(c, 200, { ...context, ...toElement(entity, list, new URL(c.req.url).searchParams) });
}
