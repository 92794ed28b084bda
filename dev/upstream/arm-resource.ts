/** A resource type of the management API: its resources are written, read, deleted and listed by the same rules. */
import type { Context, Hono } from 'hono';
import {
  checkIfMatch,
  findResource,
  invalid,
  readBody,
  requireIfMatch,
  requireKnown,
  toResourceId,
} from './arm-request.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { parseFilter } from './filter.ts';
import { type JsonObject, mergeGiven, toJsonResponse } from './json.ts';
import { toStoredValues } from './listed-values.ts';
import { toPageLink } from './paging.ts';

export interface ResourceIdentity {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

export interface ResourceType {
  /** Route of one resource. */
  readonly path: string;
  readonly type: string;
  readonly versions: readonly string[];
  /** Can be changed with PATCH: null leaves a member as it is. */
  readonly isPatched?: true;
  /** PATCH and DELETE need If-Match. */
  readonly needsIfMatch?: true;
  readonly createTag: () => string;
  /** Returns a written resource as it is stored; `current` is the one before. */
  readonly compose: (
    body: JsonObject,
    identity: ResourceIdentity,
    etag: string,
    current: ArmResource | undefined,
  ) => JsonObject;
  /** Also what PATCH has merged is composed. */
  readonly isComposedAgain?: true;
  /** Throws a Failure for another reason than If-Match. */
  readonly check?: (c: Context, current: ArmResource | undefined) => void;
  /** Throws a Failure for a body that the service refuses. */
  readonly checkBody?: (body: JsonObject, resourceId: string, c: Context) => void;
  /** Returns what PATCH changes; everything when absent. */
  readonly toChange?: (body: JsonObject) => JsonObject;
  /** Returns the response of a write or deletion that is not finished; undefined for the others. */
  readonly respondPending?: (c: Context, resourceId: string) => Response | undefined;
  /** A creation's status is 200. */
  readonly isCreatedWith200?: boolean;
  /** What a read shows; the stored body when absent. */
  readonly toBody?: (resource: ArmResource, c: Context) => JsonObject;
  /** The list is filtered by name, cut by `$top` and `$skip`, and counted over all pages. */
  readonly isQueryable?: true;
  /** What is in place of a link on the last page. */
  readonly lastLink?: string;
}

const same = ({ body }: ArmResource): JsonObject => body;

export function addResourceRoutes(app: Hono, emulation: Emulation, type: ResourceType): void {
  const { path, versions, needsIfMatch, toBody = same } = type;
  const checks = [requireKnown(versions)];
  const changes = needsIfMatch ? [...checks, requireIfMatch] : checks;
  const collection = path.slice(0, path.lastIndexOf('/'));
  app.on('PUT', [path], ...checks, (c: Context) => write(c, emulation, type));
  if (type.isPatched) app.on('PATCH', [path], ...changes, (c: Context) => write(c, emulation, type));
  app.on('DELETE', [path], ...changes, (c: Context) => remove(c, emulation, type));
  app.on('GET', [path], ...checks, (c: Context) => {
    const found = findResource(c, emulation, path);
    return respondWith(c, 200, { ...found, body: toBody(found, c) });
  });
  app.on('GET', [collection], ...checks, (c: Context) => respondWithPage(c, emulation, type, collection));
}

export function respondWith(c: Context, status: number, { etag, body }: ArmResource): Response {
  c.header('ETag', etag);
  return toJsonResponse(c, status, body);
}

async function write(c: Context, emulation: Emulation, type: ResourceType): Promise<Response> {
  const { names, store, modes } = emulation;
  const id = toResourceId(c, type.path);
  const isPatch = c.req.method === 'PATCH';
  const current = isPatch ? findResource(c, emulation, type.path) : store.resources.get(id.toLowerCase());
  checkIfMatch(c, current);
  type.check?.(c, current);
  const sent = mergeGiven(await readBody(c), modes.current.stores);
  const converted = names.profile === 'microsoft' ? toStoredValues(sent) : sent;
  type.checkBody?.(converted, id, c);
  const body = isPatch && type.toChange ? type.toChange(converted) : converted;
  const etag = type.createTag();
  const identity = { id, type: type.type, name: id.split('/').at(-1) ?? '' };
  const whole = isPatch && current ? mergeGiven(current.body, body) : body;
  const isStored = isPatch && !type.isComposedAgain;
  const resource = { etag, body: isStored ? whole : type.compose(whole, identity, etag, current) };
  store.resources.set(id.toLowerCase(), resource);
  c.header('ETag', etag);
  const pending = isPatch ? undefined : type.respondPending?.(c, id);
  return pending ?? respondWith(c, current || type.isCreatedWith200 ? 200 : 201, resource);
}

/** 204 where there is none. */
function remove(c: Context, { store }: Emulation, type: ResourceType): Response {
  const id = toResourceId(c, type.path);
  const current = store.resources.get(id.toLowerCase());
  if (!current) return c.body(null, 204);
  checkIfMatch(c, current);
  store.resources.delete(id.toLowerCase());
  return type.respondPending?.(c, id) ?? c.body(null, 200);
}

/** Returns the page of the type's resources below the route's path, in the order of their names. */
export function respondWithPage(c: Context, { store, modes }: Emulation, type: ResourceType, path: string): Response {
  const { toBody = same, isQueryable, lastLink } = type;
  const below = `${toResourceId(c, path)}/`.toLowerCase();
  const collection = type.path.split('/').at(-2);
  const found = [...store.resources]
    .filter(([id]) => !modes.current.listsLate || store.seeded.has(id))
    .filter(([id]) => id.startsWith(below) && id.split('/').at(-2) === collection?.toLowerCase())
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, resource]) => resource);
  const { $filter, $top, $skip = '0' } = isQueryable ? c.req.query() : {};
  const isWanted = $filter === undefined ? () => true : parseNameFilter($filter);
  if (!/^\d+$/.test($skip) || ($top !== undefined && !/^[1-9]\d*$/.test($top)))
    throw invalid('$top', 'The value of $top is not valid.');
  const listed = found.filter(({ body }) => isWanted(String(body['name'])));
  const start = Number(isQueryable ? $skip : (c.req.query('$skiptoken') ?? 0));
  const wanted = listed.slice(start, $top === undefined ? undefined : start + Number($top));
  const page = wanted.slice(0, modes.current.pageSize);
  const [end, left] = [start + page.length, wanted.length - page.length];
  const next = isQueryable ? { $top: $top && left, $skip: end } : { $skiptoken: end };
  return toJsonResponse(c, 200, {
    value: page.map((resource) => toBody(resource, c)),
    ...(isQueryable && { count: listed.length }),
    nextLink: left > 0 ? toPageLink(new URL(c.req.url), next) : lastLink,
  });
}

/** Documented are six operators and four functions on `name`. */
function parseNameFilter(filter: string): (name: string) => boolean {
  const find = (field: string) => {
    if (field !== 'name') throw new SyntaxError(`'${field}' cannot be filtered on`);
    return (name: string) => [name];
  };
  try {
    return parseFilter(filter, { find });
  } catch {
    throw invalid('$filter', 'The value of $filter is not valid.');
  }
}
