/** Calls the upstream: compose, send, accept, then redact secrets and rewrite links in the response. */
import { isJsonObject } from './contracts/json-object.ts';
import { editJson, type JsonRules } from './http/edit-json.ts';
import { isCorrelationId } from './http/headers.ts';
import type { HttpResponse } from './http/http-client.ts';
import type { ResponseMessage } from './http/message.ts';
import { fillPath } from './http/path.ts';
import { toCallerAddresses } from './long-running.ts';
import type { ListedResources } from './operation.ts';
import { nextLinkRules } from './page-links.ts';
import type { RequestContext } from './request-context.ts';
import type { Deadline } from './time/deadline.ts';
import { type AcceptedBody, type AcceptedResponse, acceptResponse } from './upstream/accept-response.ts';
import type { SendOptions } from './upstream/client.ts';
import { composeRequest, type UpstreamRequest } from './upstream/compose-request.ts';
import { createRedactor } from './upstream/redact.ts';

export interface FetchedResponse extends ResponseMessage {
  /** The parsed body, before it was edited. */
  readonly value?: AcceptedBody['value'];
  /** It differs from the contract, so it must not be stored. */
  readonly hasDrifted?: boolean;
}

/** Returns the response for the caller. Throws the Problem that the upstream's response or its absence amounts to. */
export async function fetchUpstream(context: RequestContext, deadline: Deadline): Promise<FetchedResponse> {
  const { status, body, addresses, drift, ...accepted } = await fetchAccepted(context, deadline);
  const callerAddresses = addresses && toCallerAddresses(context, addresses);
  const elsewhere = Object.keys(addresses ?? {}).filter((name) => !(name in (callerAddresses ?? {})));
  if (drift !== undefined || elsewhere.length > 0) reportDrift(context, status, drift ?? elsewhere.join(', '));
  const headers = { ...accepted.headers, ...callerAddresses };
  if (body === undefined) return { status, headers };
  const rules = toEditRules(context, body.value);
  // Unedited bodies keep the upstream's bytes.
  const edited = rules ? editJson(body.text, rules) : body.text;
  return {
    status,
    headers,
    body: edited === body.text ? body.bytes : edited,
    value: body.value,
    hasDrifted: drift !== undefined,
  };
}

function reportDrift({ operation, services, record }: RequestContext, status: number, drift: string): void {
  record.set({ drift });
  services.alert('upstream_drift', operation.upstream, `${operation.name} ${status}: ${drift}`);
}

async function fetchAccepted(context: RequestContext, deadline: Deadline): Promise<AcceptedResponse> {
  const { operation, parsed, requestId, clientRequestId = requestId } = context;
  const request = composeRequest(operation, parsed, clientRequestId);
  return accept(context, await send(context, request, deadline));
}

async function send(context: RequestContext, request: UpstreamRequest, deadline: Deadline): Promise<HttpResponse> {
  const { operation, services, record } = context;
  const response = await services.clients[operation.upstream].send(request, toSendOptions(context), deadline);
  const { status, headers } = response;
  record.set({ upstreamStatus: status });
  const upstreamRequestId =
    headers['x-ms-request-id'] ?? headers['request-id'] ?? headers['apim-request-id'] ?? headers['ms-correlation-x'];
  if (upstreamRequestId && isCorrelationId(upstreamRequestId)) record.set({ upstreamRequestId });
  return response;
}

/** The management API counts calls by subscription, and deletes apart from other writes. */
function toSendOptions({ operation, parsed, caller, record }: RequestContext): SendOptions {
  const { isWrite, quotaKind: kind } = operation;
  const subscriptionId = parsed.params['subscriptionId']?.toLowerCase() ?? '';
  const isDelete = operation.method === 'DELETE' && kind === 'write' && subscriptionId !== '';
  const counter = isDelete ? `${subscriptionId}/deletes` : subscriptionId;
  // Where the path is the same for all, callers are what must not decide for each other.
  const resource = operation.path.includes('{') ? parsed.encodedPath : caller.key;
  const quota = { kind, operation: operation.name, resource, counter, caller: caller.key } as const;
  return { isWrite, quota, tracer: record };
}

function accept({ operation, services, parsed }: RequestContext, response: HttpResponse): AcceptedResponse {
  const upstream = services.upstreams[operation.upstream];
  // Any of the numbers that `value` does not hold may be a secret.
  const body = parsed.body && [parsed.body.value, { secret: parsed.body.inexactNumbers }];
  const redactor = createRedactor(body, upstream, services.publicUrl);
  return acceptResponse(operation, response, redactor, services.clock.wallNow());
}

/** Returns what is edited in the response's text, or undefined where nothing is. */
function toEditRules(context: RequestContext, value: AcceptedBody['value']): JsonRules | undefined {
  const { access, paged, redactRules } = context.operation;
  const link = paged && paged.link in value ? nextLinkRules(context, paged.link, value[paged.link]) : undefined;
  const members = [...(access.each ? hideUngranted(context, access.each) : []), ...(link?.members ?? [])];
  if (members.length === 0) return redactRules;
  const { mayApply: _, ...redact } = redactRules ?? {};
  return { ...redact, members: new Map([...(redact.members ?? []), ...members]) };
}

/** The managed identity sees more than the caller. What has no id is nobody's. */
function hideUngranted(context: RequestContext, each: ListedResources): readonly [string, JsonRules][] {
  const { operation, services, caller, parsed } = context;
  const above = fillPath(operation.resource, parsed.params);
  const drop = (text: string) => {
    const element: unknown = JSON.parse(text);
    const id = isJsonObject(element) ? element[each.id] : undefined;
    return typeof id !== 'string' || !services.mayAccess(caller, operation.access.role, `${above}/${id}`);
  };
  return [[each.list, { each: { drop } }]];
}
