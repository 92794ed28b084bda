/** Checks that the management API makes before a resource provider receives the request. */
import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { subscriptions } from '../seed.ts';
import type { ArmResource } from './entities.ts';
import { armFailure, type Detail, type FailureFormat } from './failures.ts';
import { isObject, type JsonObject, mergeGiven, readJson } from './json.ts';
import { toJsonResponse } from './response-headers.ts';
import type { Store } from './store.ts';

/** Returns middleware that rejects unsupported api-versions with 400. */
export function requireApiVersion(
  supported: readonly string[],
  failure: FailureFormat = armFailure,
): MiddlewareHandler {
  return async (c, next) => {
    const version = c.req.query('api-version');
    if (!version) {
      const message = 'The api-version query parameter (?api-version=) is required for all requests.';
      return failure(c, { status: 400, code: 'MissingApiVersionParameter', message });
    }
    if (supported.includes(version)) return next();
    const message = `The api-version '${version}' is invalid. The supported versions are '${supported.join(',')}'.`;
    return failure(c, { status: 400, code: 'InvalidApiVersionParameter', message });
  };
}

/** True for a seeded subscription. Every resource group and service in it is assumed to exist. */
export function hasSubscription(subscriptionId: string): boolean {
  return Object.values<string>(subscriptions).includes(subscriptionId.toLowerCase());
}

/** Rejects unknown subscriptions with 404. */
export const requireSubscription: MiddlewareHandler = async (c, next) => {
  const subscriptionId = c.req.param('subscriptionId') ?? '';
  if (hasSubscription(subscriptionId)) return next();
  const message = `The subscription '${subscriptionId}' could not be found.`;
  return armFailure(c, { status: 404, code: 'SubscriptionNotFound', message });
};

/** Returns the resource id: the route's path with its parameters filled in. */
export function toResourceId(c: Context, path: string): string {
  const names = c.req.param();
  return path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? '');
}

/** Reads the request's JSON object; returns an error response if there is none. */
export async function readBody(c: Context): Promise<JsonObject | Response> {
  const mediaType = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    const message = `The content media type '${mediaType ?? ''}' is not supported. Only 'application/json' is supported.`;
    return armFailure(c, { status: 415, code: 'UnsupportedMediaType', message });
  }
  const body = readJson(await c.req.text());
  if (isObject(body)) return body;
  const message = 'The request content was invalid and could not be deserialized.';
  return armFailure(c, { status: 400, code: 'InvalidRequestContent', message });
}

/** Returns the resource at the route's path with its entity tag, or 404. */
export function respondWithResource(c: Context, store: Store, path: string): Response {
  const found = findResource(c, store, path);
  if (found instanceof Response) return found;
  c.header('ETag', found.etag);
  return toJsonResponse(c, 200, found.body);
}

/** An entity tag as the gateway-management service writes it: with quotes. Streaming jobs have theirs without. */
export function createEntityTag(): string {
  return `"${randomBytes(8).toString('base64')}"`;
}

/** Rejects a request without If-Match with 400. */
export const requireIfMatch: MiddlewareHandler = async (c, next) => {
  if (c.req.header('if-match') !== undefined) return next();
  return armFailure(c, { status: 400, code: 'IfMatchRequired', message: 'The If-Match header is required.' });
};

/** Merges the request's members into the resource at the route's path; null leaves a member as it is. */
export async function patchResource(
  c: Context,
  store: Store,
  path: string,
  toResource: (merged: JsonObject) => ArmResource,
): Promise<Response> {
  const found = findResource(c, store, path);
  if (found instanceof Response) return found;
  const failed = failIfMatch(c, found);
  if (failed) return failed;
  const sent = await readBody(c);
  if (sent instanceof Response) return sent;
  const changed = toResource(mergeGiven(found.body, sent));
  store.resources.set(toResourceId(c, path).toLowerCase(), changed);
  c.header('ETag', changed.etag);
  return toJsonResponse(c, 200, changed.body);
}

/** Deletes the resource at the route's path; 204 where there is none. */
export function deleteResource(c: Context, { resources }: Store, path: string): Response {
  const id = toResourceId(c, path).toLowerCase();
  const current = resources.get(id);
  if (!current) return c.body(null, 204);
  const failed = failIfMatch(c, current);
  if (failed) return failed;
  resources.delete(id);
  return c.body(null, 200);
}

/** Returns the resource at the route's path, or 404. */
export function findResource(c: Context, { resources }: Store, path: string): ArmResource | Response {
  const id = toResourceId(c, path);
  const message = `The Resource '${id.split('/providers/').at(-1)}' was not found.`;
  return resources.get(id.toLowerCase()) ?? armFailure(c, { status: 404, code: 'ResourceNotFound', message });
}

export function validationError(c: Context, details: readonly Detail[]): Response {
  const message = 'One or more fields contain incorrect values:';
  return armFailure(c, { status: 400, code: 'ValidationError', message, details });
}

/**
 * Returns a 412 if If-Match is not the stored entity tag; `*` matches any. Tags are compared as text. The gateway-management service documents no If-None-Match, so it overwrites in spite of one.
 */
export function failIfMatch(c: Context, current: ArmResource | undefined): Response | undefined {
  const ifMatch = c.req.header('if-match');
  if (ifMatch === undefined || (current && (ifMatch === '*' || ifMatch === current.etag))) return undefined;
  return failPrecondition(c, 'If-Match');
}

export function failPrecondition(c: Context, header: string): Response {
  const message = `The condition specified in ${header} was not met.`;
  return armFailure(c, { status: 412, code: 'PreconditionFailed', message });
}
