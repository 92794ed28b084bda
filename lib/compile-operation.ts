/** Compiles a definition for a profile into what the pipeline runs on: names, schemas and rules, computed once. */
import * as z from 'zod';
import type { AccessScope, Authorizer } from './auth/authorize.ts';
import type { Caller } from './auth/caller.ts';
import { STORED_COST } from './auth/rate-limit.ts';
import { collectNames, type Described, describeSchema, listPaths } from './contracts/schema/annotations.ts';
import { anyCaseRequest, managementRequest, readQueryInAnyCase } from './contracts/schema/live.ts';
import { type Direction, request as specifiedRequest } from './contracts/schema/resource.ts';
import { type JsonRules, toDropRules } from './http/edit-json.ts';
import type { RequestMessage } from './http/message.ts';
import { PRECONDITIONS } from './http/parse-headers.ts';
import { type ParsedUrl, parseUrl } from './http/parse-request.ts';
import type { Operation, Profiled } from './operation.ts';
import type { Profile } from './profiles.ts';
import { SKIP_TOKEN } from './upstream/next-page.ts';
import { toRedactRules } from './upstream/redact.ts';
import { createToQuota } from './upstream/scope.ts';
import { type CallKind, UPSTREAMS } from './upstream/upstreams.ts';

export interface CompiledOperation extends Operation<string, z.ZodType, z.ZodObject> {
  /** Frontdesk's path: the upstream's path after the version segment that the live cloud counts to the base URL. */
  readonly route: string;
  /** Template of the path that is matched against grants. */
  readonly resource: string;
  readonly parseUrl: (message: Pick<RequestMessage, 'params' | 'rawQuery'>) => ParsedUrl;
  /** What a request takes of its caller's rate, before anything is loaded. */
  readonly cost: number;
  /** @throws Problem `insufficient_scope` or `forbidden`. */
  readonly authorize: (authorizer: Authorizer, caller: Caller, url: ParsedUrl) => AccessScope;
  /** Removes members that only the server sets from a request. */
  readonly dropFromRequest: JsonRules;
  readonly describedBody: Described | undefined;
  /** It may change something upstream: not repeated after an unclear failure, which has an outcome; any 2xx is a success; no batch contains it. */
  readonly isWrite: boolean;
  readonly toQuota: ReturnType<typeof createToQuota>;
  readonly isPoll?: true;
  /** Bytes of the upstream's response, unless the upstream's limits say otherwise (C-56). */
  readonly maxResponseBytes: number;
  /** Removes secrets and withheld texts from a response; absent where there are none. */
  readonly redactRules?: JsonRules;
}

const MAX_RESPONSE_BYTES = 1024 * 1024;

const PAGE_QUERY = { [SKIP_TOKEN]: z.string().min(1).optional() };

/** Returns Frontdesk's path of an operation, with a leading slash. */
export function toRoute({ path, upstream }: Operation, profile: Profile): string {
  return (profile.routePrefix[upstream] ?? '') + toProfilePath(path, profile);
}

/** Returns the operation in the profile's names; its schemas are built here, so compile on the first call. */
export function compileOperation(operation: Operation, profile: Profile): CompiledOperation {
  const path = toProfilePath(operation.path, profile);
  const { body, query: _, apiVersions, ...request } = operation.request;
  const bodySchema = body && resolve(body, profile).compose(toDirection(operation, profile));
  const describedBody = bodySchema && describeSchema(bodySchema);
  const { role, each, resource = path } = operation.access;
  const query = toQuerySchema(operation, profile);
  const rules = {
    ...request,
    // Specified, and refused by the live service (C-13).
    ...(apiVersions && { apiVersions: apiVersions.filter((version) => !(profile.isLive && version === 'latest')) }),
    ...(query && { query }),
    ...(operation.paged && { pageToken: SKIP_TOKEN }),
    ...(bodySchema && { body: bodySchema }),
  };
  const redactRules = toRedactRules(operation);
  return {
    ...operation,
    path,
    route: toRoute(operation, profile),
    resource,
    request: rules,
    parseUrl: (message) => parseUrl(rules, { path, resource }, message),
    cost: operation.cache ? STORED_COST : 1,
    authorize: (authorizer, caller, url) =>
      authorizer.authorize(caller, role, each ? { anyBelow: url.resource } : url.resource),
    dropFromRequest: describedBody ? toDropRules(listPaths(describedBody, 'readOnly')) : {},
    describedBody,
    isWrite: operation.effect !== 'none',
    toQuota: createToQuota(operation, toQuotaKind(operation)),
    maxResponseBytes:
      'list' in (operation.responses[200] ?? {}) ? UPSTREAMS[operation.upstream].maxListBytes : MAX_RESPONSE_BYTES,
    ...(redactRules && { redactRules }),
  };
}

/** Returns which of the upstream's limits a call uses up: the management API counts by method, a POST that changes nothing as a write. */
export function toQuotaKind({ effect, method, upstream }: Pick<Operation, 'effect' | 'method' | 'upstream'>): CallKind {
  return method === 'GET' || (effect === 'none' && upstream !== 'arm') ? 'read' : 'write';
}

/** Returns how the service reads a request. */
function toDirection({ upstream }: Operation, { isLive }: Profile): Direction {
  if (!isLive) return specifiedRequest;
  return upstream === 'arm' ? managementRequest : anyCaseRequest;
}

function toQuerySchema({ request, paged }: Operation, profile: Profile): z.ZodObject | undefined {
  const exact = request.query && resolve(request.query, profile);
  const query = exact && profile.isLive ? readQueryInAnyCase(exact) : exact;
  return paged ? (query ?? z.object({})).safeExtend(PAGE_QUERY) : query;
}

/** Returns the contract's names in a request, in lower case. */
export function listNames({ request, describedBody }: CompiledOperation): ReadonlySet<string> {
  const { params, query } = request;
  const inUrl = [...Object.keys(params.shape), ...Object.keys(query?.shape ?? {}), 'api-version'];
  const names = new Set([...inUrl.map((name) => name.toLowerCase()), ...PRECONDITIONS, 'body']);
  return describedBody ? collectNames(describedBody, names) : names;
}

function toProfilePath(path: string, { namespace, documentPath }: Profile): string {
  return path.replaceAll('/Vendor.', `/${namespace}.`).replace('/vendor-docs/', `/${documentPath}/`);
}

function resolve<Value extends object>(value: Profiled<Value>, profile: Profile): Value {
  return typeof value === 'function' ? (value as (profile: Profile) => Value)(profile) : value;
}
