/** Lists of the business data API: query options, and pages whose size the caller prefers. */
import type { Context } from 'hono';
import { tenants } from '../seed.ts';
import type { BusinessEntity } from './entities.ts';
import { compareScalars, parseFilter, type Scalar } from './filter.ts';
import { asArray, asObject, type Json, type JsonObject, toJsonResponse, writeJson } from './json.ts';
import { toPageLink } from './paging.ts';

/** What is listed. */
export interface EntityList {
  /** The type's name in messages. */
  readonly type: string;
  readonly entities: readonly BusinessEntity[];
  /** Names that can be expanded. */
  readonly relations: readonly string[];
  readonly context: string;
}

/** The most that the service returns in a page, and its default. */
const maxPageSize = 20_000;

/** Options that the service knows; another one with a `$` is refused, one without is ignored. */
const options = '$filter $orderby $top $skip $select $expand $count $skiptoken $schemaversion'.split(' ');

/** The live address: its tenant may be left out. */
export const liveBase = /^\/business\/v2\.0\/(?:[\da-f-]{36}\/)?([^/]+\/api\/v2\.0)(?=\/)/;

/** Returns the URL as the service writes it: at the live address always with the tenant. */
export function toOwnUrl(url: string): URL {
  const own = new URL(url);
  own.pathname = own.pathname.replace(liveBase, `/business/v2.0/${tenants.contoso}/$1`);
  return own;
}

/** Returns the page that the request asks for. Throws a SyntaxError. */
export function respondWithList(c: Context, list: EntityList): Response {
  const query = new URL(c.req.url).searchParams;
  const unknown = [...query.keys()].find((name) => name.startsWith('$') && !options.includes(name));
  if (unknown) throw new SyntaxError(`The query option '${unknown}' is not supported.`);
  const found = select(list, query);
  const skipToken = query.get('$skiptoken');
  const start = skipToken === null ? readCount(query.get('$skip') ?? '0') : findStart(found, skipToken);
  const left = found.slice(start, start + readCount(query.get('$top')));
  const size = readPageSize(c.req.header('prefer'));
  const page = left.slice(0, size);
  if (size < maxPageSize) c.header('preference-applied', `odata.maxpagesize=${size}`);
  return toJsonResponse(c, 200, {
    '@odata.context': list.context,
    // On the first page only.
    '@odata.count': query.get('$count') === 'true' && skipToken === null ? found.length : undefined,
    value: page.map((entity) => toElement(entity, list, query)),
    '@odata.nextLink': left.length > page.length ? toNextLink(c, page) : undefined,
  });
}

/** Filters and sorts; without an order the records are in that of their ids. */
function select({ entities, type }: EntityList, query: URLSearchParams): readonly BusinessEntity[] {
  const [first] = entities;
  if (!first) return [];
  const fields = Object.keys(first.members);
  const [filter, order] = [query.get('$filter'), query.get('$orderby')];
  const find = (field: string) => {
    if (!fields.includes(field) && !RELATED_FIELDS.includes(field)) throw new SyntaxError(describeUnknown(field, type));
    return ({ members }: BusinessEntity) => [toScalar(members[field])];
  };
  const rules = { find, refusesDistinctOr: true, findRelated } as const;
  const isFound = isRead(filter, query.get('$schemaversion')) ? parseFilter(filter, rules) : () => true;
  const found = entities.filter(isFound);
  const keys = (order ?? 'id').split(',').map((key) => key.trim().split(/ +/));
  for (const [field = '', direction = 'asc'] of keys) {
    find(field);
    if (!['asc', 'desc'].includes(direction)) throw new SyntaxError(`Syntax error at '${direction}'.`);
  }
  return found.sort((one, other) => {
    for (const [field = '', direction] of keys) {
      const difference = compareScalars(toScalar(one.members[field]), toScalar(other.members[field]));
      if (difference !== 0) return direction === 'desc' ? -difference : difference;
    }
    return 0;
  });
}

/** Before version 2.1 a filter with `in`, a lambda or a function in a function is ignored without a word. */
function isRead(filter: string | null, version: string | null): filter is string {
  if (filter === null) return false;
  const plain = filter.replace(/'[^']*'/g, "''");
  const isNested = /\b(?:contains|startswith|endswith)\s*\([^)]*\bto(?:lower|upper)\s*\(/i.test(plain);
  return version === '2.1' || !(isNested || /\b(?:in|any|all)\s*\(/i.test(plain));
}

/** Of the relations that a lambda tests. */
const RELATED_FIELDS = ['dimensionCode'];

/** Returns the elements of a relation, which a lambda tests. */
function findRelated({ relations }: BusinessEntity, name: string): readonly BusinessEntity[] {
  return asArray(relations[name]).map((each) => ({ etag: '', members: asObject(each), relations: {} }));
}

/** The token is the id of the last record before. */
function findStart(found: readonly BusinessEntity[], skipToken: string): number {
  const last = found.findIndex(({ members }) => members['id'] === skipToken);
  if (last < 0) throw new SyntaxError('The skip token is not valid.');
  return last + 1;
}

function readCount(top: string | null): number {
  if (top === null) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(top)) throw new SyntaxError(`Invalid value '${top}' for $top.`);
  return Number(top);
}

/** Returns the size that the header prefers, within the service's bounds. */
function readPageSize(prefer = ''): number {
  const size = Number(/\bodata\.maxpagesize=(\d+)/i.exec(prefer)?.[1] ?? maxPageSize);
  return Math.min(Math.max(size, 1), maxPageSize);
}

/** Returns the members that `$select` names, and the relations that `$expand` does. Throws a SyntaxError. */
export function toElement(
  { etag, members, relations }: BusinessEntity,
  list: Pick<EntityList, 'type' | 'relations'>,
  query: URLSearchParams,
): JsonObject {
  const named = readNames(query.get('$select'));
  const wrong = named.find((name) => name !== '*' && !(name in members));
  const expanded = readNames(query.get('$expand'));
  const unknown = wrong ?? expanded.find((name) => !list.relations.includes(name));
  if (unknown !== undefined) throw new SyntaxError(describeUnknown(unknown, list.type));
  const isWhole = named.length === 0 || named.includes('*');
  const shown = Object.entries(members).filter(([name]) => isWhole || named.includes(name));
  return {
    '@odata.etag': etag,
    ...Object.fromEntries(shown),
    ...Object.fromEntries(expanded.map((name) => [name, relations[name]])),
  };
}

function readNames(list: string | null): readonly string[] {
  return list === null ? [] : list.split(',').map((name) => name.trim());
}

/** `$top` is what is left of it. Every link has `aid`. */
function toNextLink(c: Context, page: readonly BusinessEntity[]): string {
  const url = toOwnUrl(c.req.url);
  const $top = url.searchParams.get('$top');
  const left = $top === null ? undefined : Number($top) - page.length;
  return toPageLink(url, { $top: left, aid: 'FIN', $skiptoken: String(page.at(-1)?.members['id']) });
}

function describeUnknown(field: string, type: string): string {
  return `Could not find a property named '${field}' on type 'NAV.${type}'.`;
}

/** Returns a member's value; a number loses its spelling. */
function toScalar(value: Json | undefined): Scalar {
  return JSON.parse(writeJson(value ?? null));
}
