/** Serves the operations that have only an example: reads, pages, writes and actions on the resources of the examples. */
import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { type ApiName, findApi } from './apis.ts';
import { respondPending } from './arm-operations.ts';
import { checkIfMatch, readBody, requireVersion } from './arm-request.ts';
import { respondWith } from './arm-resource.ts';
import { requireIdentity } from './authenticate.ts';
import { beginApi } from './begin-api.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { type Example, readExamples, readList } from './example-files.ts';
import { Failure } from './failures.ts';
import { parseFilter, type Scalar } from './filter.ts';
import { asObject, type Json, type JsonObject, mergeGiven, toJsonResponse } from './json.ts';
import { toPageLink } from './paging.ts';

interface Served {
  readonly c: Context;
  readonly emulation: Emulation;
  readonly example: Example;
  /** Of the request, decoded and without the API's base path. */
  readonly path: string;
  readonly current: ArmResource | undefined;
}

/** Returns an API that has nothing but examples. */
export function createExampleApi(api: ApiName, emulation: Emulation): Hono {
  const { probe = '/' } = findApi(api);
  const app = beginApi(api, emulation);
  app.use(requireIdentity(api, emulation));
  app.get(probe, (c) => toJsonResponse(c, 200, {}));
  app.use(serveExamples(api, emulation));
  app.all('*', () => {
    throw missing();
  });
  return app;
}

/** Returns what serves an API's examples, after its other routes; a request that no example has goes on. */
export function serveExamples(api: ApiName, emulation: Emulation) {
  const { base } = findApi(api);
  const examples = readExamples(emulation.names)
    .filter((example) => example.api === api)
    .map((example) => ({ example, pattern: toPattern(example.path) }));
  return async (c: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const path = decodeURIComponent(c.req.path).slice(base.length);
    const { example } = examples.find((each) => each.example.method === c.req.method && each.pattern.test(path)) ?? {};
    if (!example) return void (await next());
    if (example.apiVersions) requireVersion(c, example.apiVersions);
    const current = emulation.store.resources.get(path.toLowerCase());
    return respond({ c, emulation, example, path, current });
  };
}

function toPattern(template: string): RegExp {
  const source = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '([^/()]+)');
  return new RegExp(`^${source}$`, 'i');
}

function respond(served: Served): Response | Promise<Response> {
  const { c, example, current } = served;
  if (example.method === 'POST') return act(served);
  if (example.method === 'PUT' || example.method === 'PATCH') return write(served);
  if (example.method === 'DELETE') return remove(served);
  if (example.response.body && readList(example.response.body)) return respondWithPage(served);
  return respondWith(c, 200, requireCurrent(current));
}

function requireCurrent(current: ArmResource | undefined): ArmResource {
  if (current) return current;
  throw missing();
}

const missing = () => new Failure(404, 'ResourceNotFound', 'The resource was not found.');

/** The members that a write does not set: those of the example's response that name the resource. */
function toIdentity({ example, path }: Served): JsonObject {
  const { id, name, type } = asObject(example.response.body);
  const key = /[/(]([^/()]+)\)?$/.exec(path)?.[1] ?? '';
  return {
    ...(id !== undefined && { id: example.api === 'arm' ? path : key }),
    ...(name !== undefined && example.api === 'arm' && { name: key }),
    ...(type !== undefined && { type }),
  };
}

async function write(served: Served): Promise<Response> {
  const { c, emulation, example, path, current } = served;
  const kept = example.method === 'PATCH' ? requireCurrent(current).body : {};
  checkIfMatch(c, current);
  const stored = mergeGiven(await readBody(c), emulation.modes.current.stores);
  const resource = { etag: randomUUID(), body: { ...kept, ...stored, ...toIdentity(served) } };
  emulation.store.resources.set(path.toLowerCase(), resource);
  if (example.response.status === 202) return respondAccepted(served);
  return respondWith(c, current || example.method === 'PATCH' ? 200 : 201, resource);
}

function remove(served: Served): Response {
  const { c, emulation, example, path, current } = served;
  if (!current && example.api === 'arm') return c.body(null, 204);
  checkIfMatch(c, requireCurrent(current));
  emulation.store.resources.delete(path.toLowerCase());
  return example.response.status === 202 ? respondAccepted(served) : c.body(null, 204);
}

async function act(served: Served): Promise<Response> {
  const { c, example } = served;
  if (example.request.body !== undefined) await readBody(c);
  const { status, body } = example.response;
  if (status === 202) return respondAccepted(served);
  return body ? toJsonResponse(c, status, body) : c.body(null, status as 200);
}

function respondAccepted({ c, emulation, example, path }: Served): Response {
  return example.api === 'arm' ? respondPending(c, emulation, path) : c.body(null, 202);
}

/** A page of the resources right below the path, as the API's own lists link them. */
function respondWithPage(served: Served): Response {
  const { c, emulation, example, path } = served;
  const isBelow = new RegExp(`^${toPattern(path).source.slice(1, -1)}(?:/[^/]+|\\([^/]+\\))$`, 'i');
  const all = [...emulation.store.resources].filter(([id]) => isBelow.test(id)).map(([, { body }]) => body);
  const { $filter, $top, $skiptoken = '0' } = c.req.query();
  const found = $filter === undefined ? all : all.filter(parseFilter($filter, { find }));
  const [, preferred] = /odata\.maxpagesize=(\d+)/.exec(c.req.header('prefer') ?? '') ?? [];
  const { pageSize } = emulation.modes.current;
  const start = Number($skiptoken);
  const end = start + Math.min(pageSize, Number(preferred ?? $top ?? pageSize));
  const hasNext = end < found.length && ($top === undefined || example.api === 'graph');
  const next = hasNext && { [findApi(example.api).nextLink]: toPageLink(new URL(c.req.url), { $skiptoken: end }) };
  return toJsonResponse(c, 200, { value: found.slice(start, end), ...next });
}

/** A member may lead to one inside it: `properties/state`. */
function find(field: string): (body: JsonObject) => readonly Scalar[] {
  const steps = field.split('/');
  return (body) => {
    const value = steps.reduce<Json | undefined>((object, step) => asObject(object)[step], body);
    return typeof value === 'object' ? [null] : [value ?? null];
  };
}
