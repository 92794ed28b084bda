/** The response cache in front of fetchUpstream: Cache-Control, Age and Cache-Status. Source: RFC 9111 4, 5; RFC 9211. */
import { formatCacheControl, formatCacheStatus, toAge, toLifetime } from './cache/freshness.ts';
import { type CacheKey, toCacheKey } from './cache/key.ts';
import type { CacheState } from './cache/response-cache.ts';
import type { CompiledOperation } from './compile-operation.ts';
import type { Call } from './endpoint.ts';
import { fetchUpstream } from './fetch-upstream.ts';
import type { ResponseMessage } from './http/message.ts';
import { asksForNewResponse } from './http/parse-headers.ts';
import type { JsonBody } from './http/parse-json.ts';
import { Problem } from './http/problem.ts';
import type { OperationCache } from './operation.ts';
import { startDeadline, withTimeout } from './time/clock.ts';
import { UPSTREAMS, type UpstreamEntry } from './upstream/upstreams.ts';

/** Returns a stored response, or fetches and stores one. Throws the Problem of a fetch that no stored response can replace. */
export async function fetchCached(
  operation: CompiledOperation,
  policy: OperationCache,
  call: Call,
): Promise<ResponseMessage> {
  const { spending, caller } = call;
  const { services, message, record, deadline } = call.arrival;
  const { cache, clock } = services;
  const request = {
    key: toKey(operation, policy, call),
    tenant: caller.tenant,
    owner: caller.key,
    policy,
    noCache: asksForNewResponse(message),
    mayRefresh: () => spending.mayLoad(),
    load: () => {
      spending.load();
      // All callers that wait for the key share this load, so it has its own deadline.
      return fetchUpstream(operation, call, startDeadline(clock, operation.timeoutMs));
    },
    startRead: () => record.startSpan('table'),
  };
  const timedOut = () => new Problem('upstream_timeout', { cause: 'The deadline passed.' });
  try {
    const state =
      cache.find(request) ?? (await withTimeout(clock, cache.get(request), deadline.remainingMs(), timedOut));
    return toResponse(operation, policy, call, state);
  } catch (error) {
    record.set({ cache: error instanceof Problem ? error.headers['cache-status'] : undefined });
    throw error;
  }
}

/** Every part of the request that is relayed counts, so that two requests share a response only if they are equal (invariant I1). */
function toKey(
  operation: CompiledOperation,
  policy: OperationCache,
  { arrival, caller, scope, parsed }: Call,
): CacheKey {
  const { upstreams, profile } = arrival.services;
  const body = parsed.body && toRelayedBody(parsed.body, policy);
  const { ignoresPathCase }: UpstreamEntry = UPSTREAMS[operation.upstream];
  const path = ignoresPathCase ? parsed.encodedPath.toLowerCase() : parsed.encodedPath;
  return toCacheKey({
    operation: operation.name,
    profile: profile.name,
    upstream: upstreams[operation.upstream].baseUrl,
    apiVersion: parsed.query['api-version'],
    tenant: caller.tenant,
    accessScope: scope,
    relayed: [path, parsed.query, body, parsed.page],
  });
}

/** The value of an inexact number is not the number that is relayed, so the text counts. */
function toRelayedBody({ text, value, inexactNumbers }: JsonBody, { toCanonicalBody }: OperationCache): unknown {
  return inexactNumbers ? text : (toCanonicalBody?.(value) ?? text);
}

function toResponse(
  { method }: CompiledOperation,
  policy: OperationCache,
  { arrival, spending }: Call,
  state: CacheState,
): ResponseMessage {
  const { body, packed, digest } = state.response;
  const now = arrival.services.clock.monotonicNow();
  const cacheStatus = formatCacheStatus(state);
  arrival.record.set({ cache: cacheStatus });
  // The caller that loaded it has paid for its bytes.
  if (state.hit || state.collapsed) spending.owe(body.length);
  const age = String(Math.floor(toAge(state.response, now)));
  const headers: Record<string, string> = { 'cache-status': cacheStatus, age };
  // Only a GET can be conditional.
  if (method !== 'GET') return { status: 200, headers, body, packed };
  headers['cache-control'] = formatCacheControl(toLifetime(state.response, policy));
  // A browser is shared by those who sign in one after the other.
  headers['vary'] = 'authorization';
  return { status: 200, headers, body, packed, digest };
}
