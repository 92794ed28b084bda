/** One granted and valid call on its way to the upstream and back, with or without the cache between. */
import type { AccessScope } from './auth/access-policy.ts';
import type { Caller } from './auth/caller.ts';
import { formatCacheStatus, toAge } from './cache/freshness.ts';
import { type CacheKey, toCacheKey } from './cache/key.ts';
import { type CacheRequestDirectives, matchesEntityTag } from './http/conditional.ts';
import { editJson, type JsonRules } from './http/edit-json.ts';
import { isCorrelationId, pickRelayedHeaders } from './http/headers.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import { encodePath } from './http/path.ts';
import { Problem } from './http/problem.ts';
import type { Success } from './http/respond.ts';
import type { RequestRecord } from './observability/request-record.ts';
import type { OperationCache } from './operation.ts';
import type { Plan } from './plan.ts';
import type { Services } from './services.ts';
import type { Target } from './target.ts';
import { type Deadline, startDeadline, withTimeout } from './time/deadline.ts';
import { type AcceptedBody, type AcceptedResponse, acceptResponse } from './upstream/accept-response.ts';
import type { SendOptions, UpstreamResponse } from './upstream/client.ts';
import { composeRequest, formatQuery } from './upstream/compose-request.ts';
import { type PageScope, readSkipToken, SKIP_TOKEN } from './upstream/paging.ts';
import { createRedactor } from './upstream/redact.ts';

export interface Call {
  readonly plan: Plan;
  readonly services: Services;
  readonly exchange: RequestRecord;
  readonly deadline: Deadline;
  readonly caller: Caller;
  readonly accessScope: AccessScope;
  readonly target: Target;
  /** The caller's correlation id, or our own request id. */
  readonly clientRequestId: string;
  readonly parsed: ParsedRequest;
  readonly wishes: CacheRequestDirectives;
}

/** Relays the call. Throws the Problem that the upstream's answer amounts to. */
export async function relayCall(call: Call): Promise<Success> {
  const { plan, services, target } = call;
  const answer = await askUpstream(call, call.deadline);
  // A write's answer may hold a secret: it is never kept.
  const seen = plan.answer.isWrite ? undefined : services.seen;
  if (seen?.has(target, answer)) {
    const { status, headers, body } = answer;
    return { status, headers: pickRelayedHeaders(headers), body };
  }
  const success = toSuccess(call, accept(call, answer));
  if (success.body === answer.body) seen?.keep(target, answer);
  return success;
}

/** Answers the call from what is stored, or relays it and keeps the answer. */
export async function readThroughCache(call: Call, cache: OperationCache): Promise<Success> {
  const { plan, services, exchange, deadline, wishes } = call;
  const key = toKey(call, cache);
  const load = async () => {
    // The flight serves all who wait for it, so it has a deadline of its own.
    const ofFlight = startDeadline(services.clock, plan.operation.timeoutMs);
    const answer = accept(call, await askUpstream(call, ofFlight));
    const expiresAt = cache.toExpiry?.(answer.body?.value);
    const { body = '' } = toSuccess(call, answer);
    const own = typeof body === 'string' ? Buffer.from(body) : Buffer.copyBytesFrom(body);
    return { body: own, ...(expiresAt === undefined ? {} : { expiresAt }) };
  };
  const reading = services.cache.get({
    key,
    owner: call.caller.key,
    policy: cache,
    load,
    noCache: wishes.noCache,
    startRead: () => exchange.startSpan('table'),
  });
  const { response: reply, state } =
    reading instanceof Promise
      ? await withTimeout(services.clock, reading, deadline.remainingMs(), outOfTime)
      : reading;
  const cacheStatus = formatCacheStatus(state);
  exchange.set({ cache: cacheStatus });
  const age = String(Math.floor(toAge(reply, services.clock.now())));
  if (plan.operation.method !== 'GET')
    return { status: 200, headers: { 'cache-status': cacheStatus, age }, body: reply.body };
  const etag = `"${reply.digest}"`;
  const headers = { 'cache-status': cacheStatus, age, etag, 'cache-control': 'private, no-cache' };
  return wishes.ifNoneMatch !== undefined && matchesEntityTag(wishes.ifNoneMatch, etag)
    ? { status: 304, headers }
    : { status: 200, headers, body: reply.body };
}

function outOfTime(): Problem {
  return new Problem('upstream_timeout', { cause: 'The deadline passed.' });
}

/** Worked out once for all who share a reply, where the address says everything: no body, and no page token of one caller's. */
function toKey(call: Call, cache: OperationCache): CacheKey {
  const { target, caller, accessScope, parsed } = call;
  if (parsed.body !== undefined || parsed.query !== target.address().query) return makeKey(call, cache);
  const sharers = `${caller.tenant} ${accessScope}`;
  let key = target.keys.get(sharers);
  if (key === undefined) {
    key = makeKey(call, cache);
    target.keys.set(sharers, key);
  }
  return key;
}

function makeKey(call: Call, cache: OperationCache): CacheKey {
  const { plan, services, caller, accessScope, parsed } = call;
  return toCacheKey({
    operation: plan.operation.name,
    profile: services.profile.name,
    apiVersion: parsed.query['api-version'],
    tenant: caller.tenant,
    accessScope,
    relayed: toRelayed(call, cache),
  });
}

/** Answers every part of the request that is relayed, in the form that equal requests share. */
function toRelayed({ target, parsed }: Call, cache: OperationCache): unknown {
  const path = target.upstreamPath();
  const body = parsed.body && (cache.toCanonicalBody?.(parsed.body.value) ?? parsed.body.text);
  return [cache.ignoresPathCase ? path.toLowerCase() : path, parsed.query, body];
}

async function askUpstream(call: Call, deadline: Deadline): Promise<UpstreamResponse> {
  const { plan, services, exchange, parsed, clientRequestId, target } = call;
  const request = composeRequest(plan.compose, parsed, clientRequestId, target.upstreamTarget(parsed.query));
  const answer = await services.clients[plan.operation.upstream].send(request, toTries(call), deadline);
  const upstreamRequestId =
    answer.headers['x-ms-request-id'] ?? answer.headers['request-id'] ?? answer.headers['apim-request-id'];
  exchange.set({ upstreamStatus: answer.status });
  if (upstreamRequestId && isCorrelationId(upstreamRequestId)) exchange.set({ upstreamRequestId });
  return answer;
}

/** Throws the Problem that the answer amounts to where it is no success. */
function accept({ plan, services, parsed }: Call, answer: UpstreamResponse): AcceptedResponse {
  const upstream = services.upstreams[plan.operation.upstream];
  const mask = createRedactor(parsed.body?.value, upstream, services.publicUrl);
  // Deleted by an earlier try of this very call, whose answer was lost.
  if (answer.status === 404 && answer.isRepeated && plan.operation.method === 'DELETE')
    return { status: 204, headers: {} };
  return acceptResponse(plan.answer, answer, mask, services.clock.now());
}

/** Management calls count against their subscription. */
function toTries({ plan, parsed, exchange }: Call): SendOptions {
  const { max: most, timeoutMs, idempotency } = plan.operation.attempts;
  const kind = idempotency === 'safe' ? 'read' : 'write';
  const of = parsed.params['subscriptionId']?.toLowerCase() ?? '';
  return { idempotency, maxAttempts: most, timeoutMs, quota: { kind, subscriptionId: of }, watch: exchange };
}

/** The content goes down as it came, byte for byte, where nothing in it has to change. */
function toSuccess(
  call: Call,
  { status, headers, body }: AcceptedResponse,
): Success & { readonly body?: Buffer | string } {
  if (body === undefined) return { status, headers };
  const rules = toAnswerRules(call, body.value);
  return { status, headers, body: rules ? editJson(body.text, rules) : body.bytes };
}

/** What is changed in the answer's text: secrets go, and the link to the next page leads through Frontdesk. */
function toAnswerRules(call: Call, value: AcceptedBody['value']): JsonRules | undefined {
  const { operation, withhold } = call.plan;
  if (!operation.paged || !('nextLink' in value)) return withhold;
  const nextLink: JsonRules = { replace: (link) => toCallerLink(call, JSON.parse(link)) };
  return { ...withhold, members: new Map([...(withhold?.members ?? []), ['nextLink', nextLink]]) };
}

/** Answers the call with the upstream's page token in the place of ours; throws Problem `invalid_cursor`. */
export function openPage(call: Call): Call {
  const cursor = call.plan.operation.paged ? call.parsed.query[SKIP_TOKEN] : undefined;
  if (cursor === undefined) return call;
  const skipToken = call.services.paging.open(cursor, toPageOf(call));
  return { ...call, parsed: { ...call.parsed, query: { ...call.parsed.query, [SKIP_TOKEN]: skipToken } } };
}

/** Answers a link as JSON text; null and the empty string say that there is no next page. */
function toCallerLink(call: Call, nextLink: unknown): string | undefined {
  const { plan, services, parsed, target } = call;
  if (nextLink === null || nextLink === '') return undefined;
  if (typeof nextLink !== 'string')
    throw new Problem('upstream_invalid_response', { cause: 'The nextLink is no text.' });
  const { origin, basePath } = services.upstreams[plan.operation.upstream];
  const skipToken = readSkipToken(nextLink, origin + basePath + target.upstreamPath());
  const cursor = services.paging.seal(skipToken, toPageOf(call));
  const query = formatQuery({ ...parsed.query, [SKIP_TOKEN]: cursor });
  return JSON.stringify(services.publicUrl + encodePath(plan.operation.route, parsed.params) + query);
}

/** The list is the resource with its filter: the page token is the only thing that may differ between its pages. */
function toPageOf({ plan, caller, parsed, target }: Call): PageScope {
  const { [SKIP_TOKEN]: _, ...query } = parsed.query;
  const path = target.upstreamPath().toLowerCase();
  return { operation: plan.operation.name, tenant: caller.tenant, list: path + formatQuery(query) };
}
