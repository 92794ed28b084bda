/** Calls the upstream: compose, send, accept, then redact secrets and rewrite links in the response. */
import { isJsonObject } from './contracts/json-object.ts';
import { editJson, type JsonRules } from './http/edit-json.ts';
import { isCorrelationId } from './http/headers.ts';
import type { ResponseMessage } from './http/message.ts';
import { fillPath } from './http/path.ts';
import { asProblem, Problem } from './http/problem.ts';
import { toCallerAddresses } from './long-running.ts';
import type { ListedResources } from './operation.ts';
import { nextLinkRules } from './page-links.ts';
import type { RequestContext } from './request-context.ts';
import { type Deadline, endEarlier } from './time/deadline.ts';
import { type AcceptedBody, type AcceptedResponse, acceptResponse } from './upstream/accept-response.ts';
import type { SendOptions, UpstreamResponse } from './upstream/client.ts';
import { composeRequest, type UpstreamRequest } from './upstream/compose-request.ts';
import { createRedactor } from './upstream/redact.ts';
import type { Idempotency } from './upstream/retry.ts';
import { verifyWrite } from './verify-write.ts';

export interface FetchedResponse extends ResponseMessage {
  /** The parsed body, before it was edited. */
  readonly value?: AcceptedBody['value'];
  /** It differs from the contract, so it must not be stored. */
  readonly hasDrifted?: boolean;
}

/** Returns the response for the caller. Throws the Problem that the upstream's response or its absence amounts to. */
export async function fetchUpstream(context: RequestContext, deadline: Deadline): Promise<FetchedResponse> {
  const { status, body, addresses = {}, drift, ...accepted } = await fetchAccepted(context, deadline);
  const callerAddresses = await toCallerAddresses(context, addresses);
  const elsewhere = Object.keys(addresses).filter((name) => !(name in callerAddresses));
  if (drift !== undefined || elsewhere.length > 0) reportDrift(context, status, drift ?? elsewhere.join(', '));
  const headers = { ...accepted.headers, ...callerAddresses };
  if (body === undefined) return { status, headers };
  const rules = await toEditRules(context, body.value);
  // Unedited bodies keep the upstream's bytes.
  const edited = rules ? editJson(body.text, rules) : body.bytes;
  return { status, headers, body: edited, value: body.value, hasDrifted: drift !== undefined };
}

function reportDrift({ operation, services, record }: RequestContext, status: number, drift: string): void {
  record.set({ drift });
  services.alert('upstream_drift', operation.upstream, `${operation.name} ${status}: ${drift}`);
}

async function fetchAccepted(context: RequestContext, deadline: Deadline): Promise<AcceptedResponse> {
  const { operation, services, parsed, clientRequestId } = context;
  const request = composeRequest(operation, parsed, clientRequestId);
  const { verifiedByRead } = operation;
  try {
    return accept(context, await send(context, request, verifiedByRead ? endEarlier(deadline, VERIFY_MS) : deadline));
  } catch (error) {
    const problem = asProblem(error);
    // A shutdown leaves no time for reads.
    if (!verifiedByRead || !isLost(problem) || services.requests.isEnding) throw problem;
    return accept(context, await verify(context, { request, problem }, deadline));
  }
}

/** Whether the write may have been done. A redirect, or what is no HTTP, comes from another server. */
function isLost({ outcome, type }: Problem): boolean {
  return outcome === 'unknown' && type !== 'upstream_invalid_response';
}

/** What a write leaves for the reads that verify it. */
const VERIFY_MS = 3_000;

interface LostRequest {
  readonly request: UpstreamRequest;
  readonly problem: Problem;
}

/** Returns the response that a write with an unknown outcome would have had. Throws `problem` where no read can tell. */
async function verify(context: RequestContext, lost: LostRequest, deadline: Deadline): Promise<UpstreamResponse> {
  const { operation, services, record, parsed, clientRequestId } = context;
  const query = { ...parsed.query, ...operation.verifiedByRead };
  const { params, encodedPath } = parsed;
  const get = { method: 'GET', dropFromRequest: {} };
  const request = composeRequest(get, { params, encodedPath, query, preconditions: {} }, clientRequestId);
  // The record counts what was sent of the write.
  const tracer: SendOptions['tracer'] = { startSpan: (name) => record.startSpan(name, true) };
  const options: SendOptions = { ...toSendOptions(context, 'safe'), maxAttempts: 1, tracer };
  const read = () => services.clients[operation.upstream].send(request, options, deadline);
  const { verdict, response } = await verifyWrite(lost.request, read, services.clock, deadline);
  if (verdict !== 'unknown') record.set({ verified: 'read' });
  if (response) return response;
  if (verdict === 'unknown') throw lost.problem;
  const message = 'The resource was changed by another request.';
  throw new Problem('precondition_failed', { message, outcome: 'rejected', cause: lost.problem.cause });
}

async function send(context: RequestContext, request: UpstreamRequest, deadline: Deadline): Promise<UpstreamResponse> {
  const { operation, services, record } = context;
  const response = await services.clients[operation.upstream].send(
    request,
    toSendOptions(context, operation.attempts.idempotency),
    deadline,
  );
  const { status, headers } = response;
  record.set({ upstreamStatus: status });
  const upstreamRequestId =
    headers['x-ms-request-id'] ?? headers['request-id'] ?? headers['apim-request-id'] ?? headers['ms-correlation-x'];
  if (upstreamRequestId && isCorrelationId(upstreamRequestId)) record.set({ upstreamRequestId });
  return response;
}

/** The management API counts calls by subscription, and deletes apart from other writes. Source: L-47. */
function toSendOptions(context: RequestContext, idempotency: Idempotency): SendOptions {
  const { operation, parsed, caller, record } = context;
  const { max, timeoutMs } = operation.attempts;
  const kind = operation.quota ?? (idempotency === 'safe' ? 'read' : 'write');
  const subscriptionId = parsed.params['subscriptionId']?.toLowerCase() ?? '';
  const isDelete = operation.method === 'DELETE' && kind === 'write' && subscriptionId !== '';
  const counter = isDelete ? `${subscriptionId}/deletes` : subscriptionId;
  const quota = { kind, operation: operation.name, counter, caller: caller.key } as const;
  return { idempotency, maxAttempts: max, timeoutMs, quota, tracer: record };
}

function accept({ operation, services, parsed }: RequestContext, response: UpstreamResponse): AcceptedResponse {
  // An earlier attempt of this call deleted it, and its response was lost.
  if (operation.method === 'DELETE' && response.status === 404 && response.isRepeated)
    return { status: 204, headers: {} };
  const upstream = services.upstreams[operation.upstream];
  // Any of the numbers that `value` does not hold may be a secret.
  const body = parsed.body && [parsed.body.value, { secret: parsed.body.inexactNumbers }];
  const redactor = createRedactor(body, upstream, services.publicUrl);
  return acceptResponse(operation.responseRules, response, redactor, services.clock.wallNow());
}

/** Returns what is edited in the response's text, or undefined where nothing is. */
async function toEditRules(context: RequestContext, value: AcceptedBody['value']): Promise<JsonRules | undefined> {
  const { access, paged, redactRules } = context.operation;
  const link = paged && paged.link in value ? await nextLinkRules(context, paged.link, value[paged.link]) : undefined;
  const members = [...(access.each ? hideUngranted(context, access.each) : []), ...(link?.members ?? [])];
  if (members.length === 0) return redactRules;
  return { ...redactRules, members: new Map([...(redactRules?.members ?? []), ...members]) };
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
