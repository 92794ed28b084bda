/** Checks that the management API makes before a resource provider receives the request. */
import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { subscriptions } from '../seed.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { armFailure, type Detail, type FailureFormat } from './failures.ts';
import { settle } from './job-moves.ts';
import { isObject, type JsonObject, readJson } from './json.ts';

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

/** An entity tag as the gateway-management service writes it: with quotes. Streaming jobs have theirs without. */
export function createEntityTag(): string {
  return `"${randomBytes(8).toString('base64')}"`;
}

/** Rejects a request without If-Match with 400. */
export const requireIfMatch: MiddlewareHandler = async (c, next) => {
  if (c.req.header('if-match') !== undefined) return next();
  return armFailure(c, { status: 400, code: 'IfMatchRequired', message: 'The If-Match header is required.' });
};

/** Returns the resource at the route's path, or 404. A streaming job may have got where it was going. */
export function findResource(c: Context, { store, modes }: Emulation, path: string): ArmResource | Response {
  const id = toResourceId(c, path);
  const found = store.resources.get(id.toLowerCase());
  if (!found) return failNotFound(c, id);
  const settled = settle(found, modes.now());
  store.resources.set(id.toLowerCase(), settled);
  return settled;
}

export function failNotFound(c: Context, id: string): Response {
  const message = `The Resource '${id.split('/providers/').at(-1)}' was not found.`;
  return armFailure(c, { status: 404, code: 'ResourceNotFound', message });
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
