/** Lists of the management API: the resources of a collection, page by page. */
import type { Context } from 'hono';
import { toResourceId, validationError } from './arm-request.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { parseFilter } from './filter.ts';
import type { JsonObject } from './json.ts';
import { toJsonResponse } from './response-headers.ts';

/** How a provider writes its pages. */
interface PageFormat {
  readonly toBody: (resource: ArmResource) => JsonObject;
  /** The list is filtered by name, cut by `$top` and `$skip`, and counted over all pages. */
  readonly isQueryable?: true;
  /** Whether the resource with this id is one of them; every one directly below the path when absent. */
  readonly isListed?: (id: string) => boolean;
  /** What stands for a link on the last page. */
  readonly lastLink?: string;
}

/** Returns the page of the resources directly below the route's path, in the order of their names. */
export function respondWithPage(c: Context, { store, modes }: Emulation, path: string, format: PageFormat): Response {
  const prefix = `${toResourceId(c, path)}/`.toLowerCase();
  const found = [...store.resources]
    .filter(([id]) => !modes.current.listsLate || store.seeded.has(id))
    .filter(([id]) => id.startsWith(prefix) && (format.isListed?.(id) ?? !id.slice(prefix.length).includes('/')))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, resource]) => resource);
  const { $filter, $top, $skip = '0' } = format.isQueryable ? c.req.query() : {};
  const isWanted = $filter === undefined ? () => true : parseNameFilter($filter);
  if (!isWanted || !/^\d+$/.test($skip) || ($top !== undefined && !/^[1-9]\d*$/.test($top))) {
    const target = isWanted ? '$top' : '$filter';
    return validationError(c, [{ code: 'ValidationError', target, message: `The value of ${target} is not valid.` }]);
  }
  const listed = found.filter(({ body }) => isWanted(String(body['name'])));
  const start = format.isQueryable ? Number($skip) : Number(c.req.query('$skiptoken') ?? 0);
  const wanted = listed.slice(start, $top === undefined ? undefined : start + Number($top));
  const page = wanted.slice(0, modes.current.pageSize);
  const rest = wanted.length - page.length;
  const next = { start: start + page.length, ...($top !== undefined && { top: rest }) };
  return toJsonResponse(c, 200, {
    value: page.map(format.toBody),
    ...(format.isQueryable && { count: listed.length }),
    nextLink: rest > 0 ? toNextLink(c, format, next) : format.lastLink,
  });
}

/** Returns the request's URL with the position of the next page. */
function toNextLink(c: Context, { isQueryable }: PageFormat, next: { start: number; top?: number }): string {
  const { origin, pathname, searchParams } = new URL(c.req.url);
  const given = [...searchParams].filter(([name]) => !['$skip', '$top', '$skiptoken'].includes(name));
  const position = isQueryable
    ? [...(next.top === undefined ? [] : [['$top', next.top] as const]), ['$skip', next.start] as const]
    : [['$skiptoken', next.start] as const];
  const query = [...given, ...position].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${origin}${pathname}?${query.join('&')}`;
}

/** Documented are six operators and four functions on `name`; returns undefined for anything else. */
function parseNameFilter(filter: string): ((name: string) => boolean) | undefined {
  const find = (field: string) => {
    if (field !== 'name') throw new SyntaxError(`'${field}' cannot be filtered on`);
    return (name: string) => [name];
  };
  try {
    return parseFilter(filter, { find, compare: (one, other) => String(one).localeCompare(String(other), 'en') });
  } catch {
    return undefined;
  }
}
