/** One valid request per operation: its definition with the values of its sample (tools/openapi/samples.ts). */
import { findApi } from '../../dev/upstream/apis.ts';
import { operations } from '../../functions/operations.ts';
import { compileOperation } from '../../lib/compile-operation.ts';
import type { ErrorFormatName } from '../../lib/http/error-formats.ts';
import type { Operation as Definition } from '../../lib/operation.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { mapUpstreams, UPSTREAMS, type UpstreamEntry } from '../../lib/upstream/upstreams.ts';
import { API_OF } from '../../tools/generate/examples.ts';
import { listSamples } from '../../tools/openapi/samples.ts';

export interface ValidRequest {
  readonly operation: string;
  readonly role: string;
  /** Template of the path that is matched against grants. */
  readonly resource: string;
  /** The shape of its error bodies. */
  readonly shape: ErrorFormatName;
  readonly method: Operation['method'];
  /** The path at Frontdesk, and below `upstreamBase` at the upstream. */
  readonly template: string;
  /** Base path at the emulator. */
  readonly upstreamBase: string;
  /** Route values, percent-encoded as sent. */
  readonly values: Readonly<Record<string, string>>;
  /** With its `?`, or empty. */
  readonly query: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly isCached?: true | undefined;
  /** Changes something upstream; a POST need not. */
  readonly isWrite: boolean;
  readonly isBodyOptional?: true;
  /** A list of resources: a grant on one of them is enough. */
  readonly listsGranted?: true;
  /** Query options that it accepts. */
  readonly options: readonly string[];
  /** Preconditions that the operation requires. */
  readonly preconditions?: Readonly<Record<string, string>>;
  /** The header with the token or the key that is sent upstream. */
  readonly credential: string;
  /** Names of headers that only this operation sends upstream. */
  readonly upstreamHeaders: readonly string[];
}

type Operation = (typeof operations)[number];

export const UPSTREAM_BASES = mapUpstreams((name) => findApi(API_OF[name]).base);

const samples = listSamples('Vendor');

function toValidRequest(operation: Operation): ValidRequest {
  const { name, method, path, access, upstream, errors, request, cache, effect, upstreamHeaders = {} } = operation;
  const { scope, key }: UpstreamEntry = UPSTREAMS[upstream];
  const { params = {}, query = {}, headers = {}, body } = samples[name] ?? {};
  const { prefer: _, ...preconditions } = headers;
  const sent = [...Object.keys(upstreamHeaders), ...(request.pageSize ? ['prefer'] : [])];
  const shape = compileOperation(operation, PROFILES.vendor).request.query?.shape ?? {};
  const isRequired = (option: string) =>
    option === 'api-version' ? request.apiVersions : shape[option]?.safeParse(undefined).success === false;
  const needed = Object.entries(query).filter(([option]) => isRequired(option));
  return {
    operation: name,
    role: access.role,
    resource: access.resource ?? path,
    shape: errors,
    method,
    template: path,
    upstreamBase: UPSTREAM_BASES[upstream],
    values: params,
    query: needed
      .map(([option, value], at) => `${at === 0 ? '?' : '&'}${option}=${encodeURIComponent(value)}`)
      .join(''),
    options: Object.keys(shape),
    ...(body !== undefined && { body: body as ValidRequest['body'] }),
    ...(cache && { isCached: true }),
    isWrite: effect === 'changes',
    ...(request.isBodyOptional && { isBodyOptional: true }),
    ...(access.each && { listsGranted: true }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
    credential: scope === undefined && key ? key.header.vendor : 'authorization',
    upstreamHeaders: sent,
  };
}

/** The operations of docs/specification.md. Those of a published definition are shown by their examples. */
export const specified = operations.filter(({ source }) => /^(?:[A-Z]\d?-\d\d|docs\/specification)/.test(source));

export const validRequests: readonly ValidRequest[] = operations.map(toValidRequest);

/** Returns the valid request of an operation. */
export function validRequest(operation: string): ValidRequest {
  const found = validRequests.find((request) => request.operation === operation);
  if (!found) throw new Error(`There is no operation ${operation}.`);
  return found;
}

export const putAuthorization = validRequest('createOrUpdateAuthorization');
export const listProviderAuthorizations = validRequest('listAuthorizations');
export const removeAuthorization = validRequest('deleteAuthorization');
export const putDiagnostic = validRequest('createOrUpdateApiDiagnostic');
export const listEvents = validRequest('listHealthEvents');
export const listNestedEvents = validRequest('listNestedHealthEvents');
export const listSubscriptionEvents = validRequest('listSubscriptionHealthEvents');
export const putJob = validRequest('createOrReplaceStreamingJob');
export const readJob = validRequest('getStreamingJob');
export const startJob = validRequest('startStreamingJob');
export const searchPoints = validRequest('searchRestorePoints');
export const deleteSession = validRequest('deleteRestoreSession');
export const authorizeCopy = validRequest('authorizeModelCopy');
export const listCompanies = validRequest('listCompanies');
export const readCustomer = validRequest('getCustomer');
export const readItem = validRequest('getItem');

/** The definition of an operation that reads: for tests that need any. */
export const itemDefinition = operations.find(({ name }) => name === readItem.operation) as Definition;

/** Returns the request's path with these route values changed. */
export function toPath({ template, values }: ValidRequest, changed: Readonly<Record<string, string>> = {}): string {
  const all: Readonly<Record<string, string>> = { ...values, ...changed };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? '');
}

/** For `it.each`: operation and request. */
export const toRows = (requests: readonly ValidRequest[]) =>
  requests.map((request) => [request.operation, request] as const);

export const eachRequest = toRows(validRequests);

/** One request of each error shape: for rules that no operation's definition changes. */
export const onePerShape = validRequests.filter(
  ({ shape }, index) => validRequests.findIndex((request) => request.shape === shape) === index,
);

/** For `it.each`: the requests with a body. */
export const eachWithBody = eachRequest.filter(([, { body }]) => body !== undefined);

const CLOSED = ['getAuthorizationLoginLinks', 'confirmAuthorizationConsentCode', 'startStreamingJob'];

/** For `it.each`: the requests whose body may have members that nobody described. */
export const eachWithOpenBody = eachWithBody.filter(([operation]) => !CLOSED.includes(operation));

let unseen = 0;

/** Returns the same request in a form that was never sent before, so that the cache cannot serve it. */
export function toUnseen(request: ValidRequest): ValidRequest {
  unseen += 1;
  if (request.role === 'HealthEvents.Read') {
    return { ...request, query: `${request.query}&$filter=${encodeURIComponent(`priority lt ${100 + unseen}`)}` };
  }
  if (request.role !== 'RestorePoints.Search') return request;
  const startDateTime = new Date(Date.UTC(2020, 0, 1) + unseen * 1000).toISOString();
  return { ...request, body: { ...request.body, protectionTimePeriod: { startDateTime } } };
}
