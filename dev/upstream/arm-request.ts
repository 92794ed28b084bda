/** What the management API checks of every request before a resource provider sees it. */
import type { Context, MiddlewareHandler } from 'hono';
import { subscriptions } from '../seed.ts';
import type { ArmResource } from './entities.ts';
import { armFailure, type Detail, type FailureShape } from './failures.ts';
import { isObject, type JsonObject, readJson } from './json.ts';

/** Refuses a request that speaks no supported version (public-cloud 1.0, Version). */
export function requireApiVersion(supported: readonly string[], failure: FailureShape = armFailure): MiddlewareHandler {
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

/** Whether the emulated cloud has this subscription; every group and service in it is taken to exist. */
export function hasSubscription(subscriptionId: string): boolean {
  return Object.values<string>(subscriptions).includes(subscriptionId.toLowerCase());
}

/** Refuses a path whose subscription does not exist (public-cloud 1.0, Not found). */
export const requireSubscription: MiddlewareHandler = async (c, next) => {
  const subscriptionId = c.req.param('subscriptionId') ?? '';
  if (hasSubscription(subscriptionId)) return next();
  const message = `The subscription '${subscriptionId}' could not be found.`;
  return armFailure(c, { status: 404, code: 'SubscriptionNotFound', message });
};

export interface NameRule {
  readonly maxLength: number;
  readonly pattern?: RegExp;
}

/** Refuses a path in which a name breaks its rule. */
export function requireNames(rules: Readonly<Record<string, NameRule>>): MiddlewareHandler {
  return async (c, next) => {
    const broken = Object.entries(rules).filter(([name, { maxLength, pattern }]) => {
      const value = c.req.param(name) ?? '';
      return value.length > maxLength || pattern?.test(value) === false;
    });
    if (broken.length === 0) return next();
    return invalidFields(
      c,
      broken.map(([target]) => ({ code: 'ValidationError', target, message: `The name '${target}' is not valid.` })),
    );
  };
}

/** Spec 1, Endpoints 1, parameters: names that every resource of the gateway-management service has. */
export const gatewayNameRules: Readonly<Record<string, NameRule>> = {
  resourceGroupName: { maxLength: 90 },
  serviceName: { maxLength: 50, pattern: /^[a-zA-Z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$/ },
};

/** The resource id that a request's path names: the route's path with its parameters filled in. */
export function toResourceId(c: Context, path: string): string {
  const names = c.req.param();
  return path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? '');
}

/** Reads the JSON object of a request; a Response when there is none. */
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

/** Public-cloud 1.1, validation error. */
export function invalidFields(c: Context, details: readonly Detail[]): Response {
  const message = 'One or more fields contain incorrect values:';
  return armFailure(c, { status: 400, code: 'ValidationError', message, details });
}

/**
 * Refuses a write whose If-Match is not the stored entity tag; `*` matches whatever is there.
 * Tags are compared as they stand: the service's are not quoted (public-cloud 1.3, live behaviour).
 */
export function failIfMatch(c: Context, current: ArmResource | undefined): Response | undefined {
  const ifMatch = c.req.header('if-match');
  if (ifMatch === undefined || (current && (ifMatch === '*' || ifMatch === current.etag))) return undefined;
  return failPrecondition(c, 'If-Match');
}

/** Public-cloud 1.0, Concurrency. */
export function failPrecondition(c: Context, field: string): Response {
  const message = `The condition specified in ${field} was not met.`;
  return armFailure(c, { status: 412, code: 'PreconditionFailed', message });
}
