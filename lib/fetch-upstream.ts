/** Calls the upstream: compose, send, accept, then redact secrets and rewrite links in the response. */
import { isJsonObject } from './contracts/json-object.ts';
import { editJson, type JsonRules } from './http/edit-json.ts';
import type { HttpResponse } from './http/http-client.ts';
import { isCorrelationId, type ResponseMessage } from './http/message.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import { fillPath } from './http/path.ts';
import { toCallerAddresses } from './long-running.ts';
import type { ListedResources } from './operation.ts';
import { findPage, nextLinkRules, withPage } from './page-links.ts';
import type { RequestContext } from './request-context.ts';
import type { Deadline } from './time/clock.ts';
import { type AcceptedResponse, acceptResponse, type Content } from './upstream/accept-response.ts';
import type { UpstreamRequest } from './upstream/client.ts';
import { createRedactor } from './upstream/redact.ts';

export interface FetchedResponse extends ResponseMessage {
  /** The upstream's link to the next page. */
  readonly next?: unknown;
  /** Epoch milliseconds at which the content itself expires. */
  readonly expiresAt?: number | undefined;
  /** It differs from the contract, so it must not be stored. */
  readonly hasDrifted?: boolean;
  /** The caller sees no element of the list. */
  readonly isEmpty?: boolean | undefined;
}

/** Of a list that hides all that it has: the caller is sent on to what may have more. */
const MAX_EMPTY_PAGES = 10;

/** Returns the response for the caller. Throws the Problem that the upstream's response or its absence amounts to. */
export async function fetchUpstream(context: RequestContext, deadline: Deadline): Promise<FetchedResponse> {
  let fetched = await fetchPage(context, deadline);
  for (let pages = 1; fetched.isEmpty && pages < MAX_EMPTY_PAGES; pages++) {
    const page = findPage(context, fetched.next);
    if (page === undefined) break;
    // It costs as much as the first.
    context.services.rateLimit.take(context.caller);
    context.parsed = withPage(context.parsed, page);
    fetched = await fetchPage(context, deadline);
  }
  return fetched;
}

async function fetchPage(context: RequestContext, deadline: Deadline): Promise<FetchedResponse> {
  const { operation, services, parsed, record, requestId, clientRequestId = requestId } = context;
  const request = composeRequest(operation, parsed, clientRequestId);
  const { isWrite, maxResponseBytes } = operation;
  const options = { isWrite, quota: operation.toQuota(parsed, context.caller), tracer: record, maxResponseBytes };
  const response = await services.clients[operation.upstream].send(request, options, deadline);
  const { status, headers } = response;
  const id =
    headers['x-ms-request-id'] ?? headers['request-id'] ?? headers['apim-request-id'] ?? headers['ms-correlation-x'];
  record.set({ upstreamStatus: status, upstreamRequestId: id && isCorrelationId(id) ? id : undefined });
  if (!context.isBackground) services.rateLimit.charge(context.caller, response.body.length);
  return toFetched(context, accept(context, response));
}

function toFetched(context: RequestContext, accepted: AcceptedResponse): FetchedResponse {
  const { status, headers, body, addresses, drift } = accepted;
  const ours = addresses ? toCallerAddresses(context, addresses) : {};
  const elsewhere = Object.keys(addresses ?? {}).filter((name) => !(name in ours));
  if (drift !== undefined || elsewhere.length > 0) reportDrift(context, status, drift ?? elsewhere.join(', '));
  Object.assign(headers, ours);
  if (body === undefined) return { status, headers };
  const { edited, isEmpty } = editBody(context, body);
  // It would change with what is hidden.
  if (isEmpty !== undefined) delete headers['etag'];
  // Unedited bodies keep the upstream's bytes.
  const sent = edited === body.text ? body.bytes : edited;
  const { next, expiresAt } = body;
  return { status, headers, body: sent, next, expiresAt, hasDrifted: drift !== undefined, isEmpty };
}

function reportDrift({ operation, services, record }: RequestContext, status: number, drift: string): void {
  record.set({ drift });
  services.alert('upstream_drift', operation.upstream, `${operation.name} ${status}: ${drift}`);
}

function accept(context: RequestContext, response: HttpResponse): AcceptedResponse {
  const { operation, services, parsed } = context;
  const upstream = services.upstreams[operation.upstream];
  // Any of the numbers that `value` does not hold may be a secret.
  const body = parsed.body && [parsed.body.value, { secret: parsed.body.inexactNumbers }];
  const redactor = createRedactor(body, upstream);
  return acceptResponse(operation, response, redactor, services.clock.wallNow());
}

/** Removes secrets and what the caller has no grant for, and makes the link to the next page lead here. */
function editBody(context: RequestContext, { text, next }: Content): { edited: string; isEmpty?: boolean | undefined } {
  const { access, paged, redactRules } = context.operation;
  const link = paged && next !== undefined ? nextLinkRules(context, paged.link, next) : undefined;
  const hiding = access.each && hideUngranted(context, access.each);
  const rules = link || hiding ? joinRules(redactRules, hiding?.rules, link) : redactRules;
  if (!rules) return { edited: text };
  const edited = editJson(text, rules);
  return { edited, isEmpty: hiding && hiding.countShown() === 0 };
}

function joinRules(...all: readonly (JsonRules | undefined)[]): JsonRules {
  const members = all.flatMap((rules) => [...(rules?.members ?? [])]);
  const { mayApply: _, ...joined } = Object.assign({}, ...all) as JsonRules;
  return { ...joined, members: new Map(members) };
}

/**
 * The managed identity sees more than the caller. What has no id is nobody's. No other member stays, as a count would tell of
 * what is hidden, but `@odata.context`.
 */
function hideUngranted({ operation, services, caller, parsed }: RequestContext, each: ListedResources) {
  const above = fillPath(operation.resource, parsed.params);
  let shown = 0;
  const drop = (text: string) => {
    const element: unknown = JSON.parse(text);
    const id = isJsonObject(element) ? element[each.id] : undefined;
    const isShown =
      typeof id === 'string' && services.access.mayAccess(caller, operation.access.role, `${above}/${id}`);
    if (isShown) shown++;
    return !isShown;
  };
  const members = { [each.list]: { each: { drop } }, '@odata.context': {} };
  const rules: JsonRules = { members: new Map(Object.entries(members)), each: { drop: true } };
  return { rules, countShown: () => shown };
}

export interface ComposeRules {
  readonly method: string;
  readonly upstreamHeaders?: Readonly<Record<string, string>>;
  /** Drops the read-only members, which the upstream sets. */
  readonly dropFromRequest: JsonRules;
}

/** Composes the upstream request from the parsed request and nothing else (I4, I8). `clientRequestId` is the caller's correlation id or our own. */
export function composeRequest(rules: ComposeRules, parsed: ParsedRequest, clientRequestId: string): UpstreamRequest {
  const headers: Record<string, string> = {
    accept: 'application/json',
    // Response bodies are limited in size and read as they are; nothing decompresses them.
    'accept-encoding': 'identity',
    'user-agent': 'frontdesk',
    'x-ms-client-request-id': clientRequestId,
    // Graph's name of it.
    'client-request-id': clientRequestId,
  };
  Object.assign(headers, rules.upstreamHeaders, parsed.preconditions);
  // A link to the next page does not have it.
  if (parsed.pageSize) headers['prefer'] = `odata.maxpagesize=${parsed.pageSize}`;
  const { page, encodedPath } = parsed;
  const target = page === undefined ? parsed.target : page.startsWith('/') ? page : encodedPath + page;
  const request = { method: rules.method, target, headers };
  if (parsed.body === undefined) return request;
  headers['content-type'] = 'application/json';
  return { ...request, body: editJson(parsed.body.text, rules.dropFromRequest) };
}
