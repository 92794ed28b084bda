/** Checks that the management API makes before a resource provider receives the request. */
import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { subscriptions } from '../seed.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { type Detail, Failure } from './failures.ts';
import { settle } from './job-moves.ts';
import { isObject, type JsonObject, readJson } from './json.ts';

/** Rejects unsupported api-versions and, where the path has one, unknown subscriptions. */
export function requireKnown(supported: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    requireVersion(c, supported);
    const subscriptionId = c.req.param('subscriptionId');
    if (subscriptionId !== undefined) requireSubscription(subscriptionId);
    return next();
  };
}

export function requireVersion(c: Context, supported: readonly string[]): void {
  const version = c.req.query('api-version');
  const missing = 'The api-version query parameter (?api-version=) is required for all requests.';
  if (!version) throw new Failure(400, 'MissingApiVersionParameter', missing);
  if (supported.includes(version)) return;
  const message = `The api-version '${version}' is invalid. The supported versions are '${supported.join(',')}'.`;
  throw new Failure(400, 'InvalidApiVersionParameter', message);
}

/** Throws a Failure unless it is a seeded subscription. Every resource group and service in it is assumed to exist. */
export function requireSubscription(id: string): void {
  if (Object.values<string>(subscriptions).includes(id.toLowerCase())) return;
  throw new Failure(404, 'SubscriptionNotFound', `The subscription '${id}' could not be found.`);
}

/** Returns the resource id: the route's path with its parameters filled in. */
export function toResourceId(c: Context, path: string): string {
  const names = c.req.param();
  return path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? '');
}

/** Reads the request's JSON object. Throws a Failure if there is none. */
export async function readBody(c: Context): Promise<JsonObject> {
  const mediaType = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    const message = `The content media type '${mediaType ?? ''}' is not supported. Only 'application/json' is supported.`;
    throw new Failure(415, 'UnsupportedMediaType', message);
  }
  const body = readJson(await c.req.text());
  if (isObject(body)) return body;
  throw new Failure(400, 'InvalidRequestContent', 'The request content was invalid and could not be deserialized.');
}

/** An entity tag as the gateway-management service writes it: with quotes. Streaming jobs have theirs without. */
export function createEntityTag(): string {
  return `"${randomBytes(8).toString('base64')}"`;
}

/** Rejects a request without If-Match with 400. */
export const requireIfMatch: MiddlewareHandler = async (c, next) => {
  if (c.req.header('if-match') !== undefined) return next();
  throw new Failure(400, 'IfMatchRequired', 'The If-Match header is required.');
};

/** Returns the resource at the route's path. A streaming job that starts or stops may have finished. Throws a Failure for a missing resource. */
export function findResource(c: Context, { store, modes }: Emulation, path: string): ArmResource {
  const id = toResourceId(c, path);
  const found = store.resources.get(id.toLowerCase());
  if (!found)
    throw new Failure(404, 'ResourceNotFound', `The Resource '${id.split('/providers/').at(-1)}' was not found.`);
  const settled = settle(found, modes.now());
  store.resources.set(id.toLowerCase(), settled);
  return settled;
}

export function invalid(target: string, message: string): Failure {
  const details: readonly Detail[] = [{ code: 'ValidationError', target, message }];
  return new Failure(400, 'ValidationError', 'One or more fields contain incorrect values:', { details });
}

/**
 * Throws a Failure if If-Match is not the stored entity tag; `*` matches any. Tags are compared as text. The gateway-management service documents no If-None-Match, so it overwrites in spite of one.
 */
export function checkIfMatch(c: Context, current: ArmResource | undefined): void {
  const ifMatch = c.req.header('if-match');
  if (ifMatch !== undefined && !(current && (ifMatch === '*' || ifMatch === current.etag)))
    failPrecondition('If-Match');
}

export function failPrecondition(header: string): never {
  throw new Failure(412, 'PreconditionFailed', `The condition specified in ${header} was not met.`);
}
