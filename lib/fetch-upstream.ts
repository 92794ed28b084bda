/** Calls the upstream: compose, send, accept, then redact secrets and rewrite links in the response. */
import type { CompiledOperation } from './compile-operation.ts';
import { isJsonObject } from './contracts/json-object.ts';
import type { Call } from './endpoint.ts';
import { editJson, type JsonRules } from './http/edit-json.ts';
import { isCorrelationId, type ResponseMessage } from './http/message.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import { fillPath } from './http/path.ts';
import { toCallerAddresses } from './long-running.ts';
import type { ListedResources } from './operation.ts';
import { findPage, nextLinkRules, withVersion } from './page-links.ts';
import type { Deadline } from './time/clock.ts';
import { type AcceptedResponse, acceptResponse, type Content } from './upstream/accept-response.ts';
import type { UpstreamRequest } from './upstream/client.ts';
import { createRedactor } from './upstream/redact.ts';

/** Pages that are read of a list while every element is hidden; then the caller gets the link to the next. */
const MAX_EMPTY_PAGES = 10;

/** Returns the response for the caller. Throws the Problem that the upstream's response or its absence amounts to. */
export async function fetchUpstream(
  operation: CompiledOperation,
  call: Call,
  deadline: Deadline,
): Promise<ResponseMessage> {
  let { page } = call.parsed;
  for (let pages = 1; ; pages++) {
    const accepted = await send(operation, call, page, deadline);
    const edited = accepted.body && editBody(operation, call, accepted.body);
    const next =
      edited?.isEmpty && pages < MAX_EMPTY_PAGES ? findPage(operation, call, accepted.body?.next) : undefined;
    // Each page costs as much as the first; a caller with nothing left continues later from the link.
    if (next === undefined || !call.spending.mayLoad(1)) return toResponse(operation, call, accepted, edited);
    call.spending.take(1);
    page = withVersion(call.parsed, next);
  }
}

async function send(
  operation: CompiledOperation,
  { arrival, caller, spending, parsed }: Call,
  page: string | undefined,
  deadline: Deadline,
): Promise<AcceptedResponse> {
  const { services, record, requestId, clientRequestId = requestId } = arrival;
  const { isWrite, maxResponseBytes } = operation;
  const upstream = services.upstreams[operation.upstream];
  const request = composeRequest(operation, parsed, clientRequestId, page);
  const quota = operation.toQuota(parsed, caller);
  record.set({ scope: quota.scope || undefined });
  const options = { isWrite, quota, tracer: record, maxResponseBytes };
  const response = await services.clients[operation.upstream].send(request, options, deadline);
  const { status, headers } = response;
  const id =
    headers['x-ms-request-id'] ?? headers['request-id'] ?? headers['apim-request-id'] ?? headers['ms-correlation-x'];
  record.set({ upstreamStatus: status, upstreamRequestId: id && isCorrelationId(id) ? id : undefined });
  spending.owe(response.body.length);
  // Any of the numbers that `value` does not hold may be a secret.
  const sent = parsed.body && [parsed.body.value, { secret: parsed.body.inexactNumbers }];
  return acceptResponse(operation, response, createRedactor(sent, upstream), services.clock.wallNow());
}

function toResponse(
  operation: CompiledOperation,
  call: Call,
  { status, headers, body, addresses, drift }: AcceptedResponse,
  edited: ReturnType<typeof editBody> | undefined,
): ResponseMessage {
  const ours = addresses ? toCallerAddresses(operation, call, addresses) : {};
  const elsewhere = Object.keys(addresses ?? {}).filter((name) => !(name in ours));
  const difference = drift ?? elsewhere.join(', ');
  if (difference !== '') {
    const { services, record } = call.arrival;
    record.set({ drift: difference });
    services.alert('upstream_drift', operation.upstream, `${operation.name} ${status}: ${difference}`);
  }
  Object.assign(headers, ours);
  if (body === undefined || edited === undefined) return { status, headers };
  // The tag would change with hidden elements.
  if (edited.isEmpty !== undefined) delete headers['etag'];
  // Unedited bodies keep the upstream's bytes.
  const sent = edited.text === body.text ? body.bytes : edited.text;
  return { status, headers, body: sent, expiresAt: drift === undefined ? body.expiresAt : 0 };
}

/**
 * Removes secrets and what the caller has no grant for, and makes the link to the next page lead here.
 * `isEmpty`, of a list that hides elements: whether the caller sees none.
 */
function editBody(operation: CompiledOperation, call: Call, { text, next }: Content) {
  const { access, paged, redactRules } = operation;
  const link = paged && next !== undefined ? nextLinkRules(operation, call, next) : undefined;
  const hiding = access.each && hideUngranted(operation, call, access.each);
  const rules = link || hiding ? joinRules(redactRules, hiding?.rules, link) : redactRules;
  if (!rules) return { text, isEmpty: undefined };
  const edited = editJson(text, rules);
  return { text: edited, isEmpty: hiding && hiding.countShown() === 0 };
}

function joinRules(...all: readonly (JsonRules | undefined)[]): JsonRules {
  const members = all.flatMap((rules) => [...(rules?.members ?? [])]);
  const { mayApply: _, ...joined } = Object.assign({}, ...all) as JsonRules;
  return { ...joined, members: new Map(members) };
}

/**
 * Hides each element that has no id or no grant of the caller: the managed identity sees more than the caller does. Of the
 * list's other members only `@odata.context` stays: a count would tell of hidden elements.
 */
function hideUngranted(operation: CompiledOperation, { arrival, caller, parsed }: Call, each: ListedResources) {
  const { authorizer } = arrival.services;
  const above = fillPath(operation.resource, parsed.params);
  let shown = 0;
  const drop = (text: string) => {
    const element: unknown = JSON.parse(text);
    const id = isJsonObject(element) ? element[each.id] : undefined;
    const isShown = typeof id === 'string' && authorizer.mayAccess(caller, operation.access.role, `${above}/${id}`);
    if (isShown) shown++;
    return !isShown;
  };
  const members = { [each.list]: { each: { drop } }, '@odata.context': {} };
  const rules: JsonRules = { members: new Map(Object.entries(members)), each: { drop: true } };
  return { rules, countShown: () => shown };
}

export type ComposeRules = Pick<CompiledOperation, 'method' | 'upstreamHeaders' | 'dropFromRequest'>;

/**
 * Composes the upstream request from the parsed request only (I4, I8). `clientRequestId` is the caller's correlation id or
 * our own; `page` is a page of a list, in the upstream's own words.
 */
export function composeRequest(
  rules: ComposeRules,
  parsed: ParsedRequest,
  clientRequestId: string,
  page = parsed.page,
): UpstreamRequest {
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
  const target = page === undefined ? parsed.target : page.startsWith('/') ? page : parsed.encodedPath + page;
  const request = { method: rules.method, target, headers };
  if (parsed.body === undefined) return request;
  headers['content-type'] = 'application/json';
  return { ...request, body: editJson(parsed.body.text, rules.dropFromRequest) };
}
