/** The response cache in front of fetchUpstream: Cache-Control, Age and Cache-Status. Source: RFC 9111 4, 5; RFC 9211. */
import { formatCacheControl, formatCacheStatus, isOfCaller, toAge, toLifetime } from './cache/freshness.ts';
import { type CacheKey, toCacheKey } from './cache/key.ts';
import type { CacheRequest, LoadedResponse } from './cache/loader.ts';
import type { CacheResult } from './cache/response-cache.ts';
import { fetchUpstream } from './fetch-upstream.ts';
import type { ResponseMessage } from './http/message.ts';
import type { JsonBody } from './http/parse-json.ts';
import { Problem } from './http/problem.ts';
import type { OperationCache } from './operation.ts';
import type { RequestContext } from './request-context.ts';
import { startDeadline, withTimeout } from './time/clock.ts';
import { UPSTREAMS } from './upstream/upstreams.ts';

/** Returns a stored response, or fetches and stores one. Throws the Problem of a fetch that no stored response can replace. */
export async function fetchCached(context: RequestContext, cache: OperationCache): Promise<ResponseMessage> {
  const own = { hasLoaded: false };
  try {
    const result = await read(context, cache, own).catch((error) => {
      // A refusal that belongs to the caller who loads is not shared: then this caller loads.
      if (own.hasLoaded || !isOfCaller(error)) throw error;
      return read(context, cache, own);
    });
    return respond(context, cache, result);
  } catch (error) {
    context.record.set({ cache: error instanceof Problem ? error.headers['cache-status'] : undefined });
    throw error;
  }
}

async function read(context: RequestContext, cache: OperationCache, own: { hasLoaded: boolean }): Promise<CacheResult> {
  const { services, record, deadline, caller, directives } = context;
  let isAwaited = true;
  const request: CacheRequest = {
    key: toKey(context, cache),
    tenant: caller.tenant,
    owner: caller.key,
    policy: cache,
    noCache: directives?.noCache === true,
    load: async () => {
      own.hasLoaded = true;
      // What is loaded in the background, after the response, counts for nobody.
      if (isAwaited) services.rateLimit.take(caller);
      context.isBackground = !isAwaited;
      return load(context);
    },
    startRead: () => record.startSpan('table'),
  };
  const timedOut = () => new Problem('upstream_timeout', { cause: 'The deadline passed.' });
  const wait = () => withTimeout(services.clock, services.cache.get(request), deadline.remainingMs(), timedOut);
  try {
    return services.cache.find(request) ?? (await wait());
  } finally {
    isAwaited = false;
  }
}

/** Every part of the request that is relayed counts, so that two requests share a response only if they are equal (invariant I1). */
function toKey(context: RequestContext, cache: OperationCache): CacheKey {
  const { operation, services, caller, accessScope, parsed } = context;
  const { baseUrl } = services.upstreams[operation.upstream];
  const body = parsed.body && toRelayedBody(parsed.body, cache);
  const path = UPSTREAMS[operation.upstream].ignoresPathCase ? parsed.encodedPath.toLowerCase() : parsed.encodedPath;
  return toCacheKey({
    operation: operation.name,
    profile: services.profile.name,
    upstream: baseUrl,
    apiVersion: parsed.query['api-version'],
    tenant: caller.tenant,
    accessScope,
    relayed: [path, parsed.query, body, parsed.page],
  });
}

/** The value of an inexact number is not the number that is relayed, so the text counts. */
function toRelayedBody({ text, value, inexactNumbers }: JsonBody, { toCanonicalBody }: OperationCache): unknown {
  return inexactNumbers ? text : (toCanonicalBody?.(value) ?? text);
}

/** All callers that wait for the key share this load, so it has its own deadline. */
async function load(context: RequestContext): Promise<LoadedResponse> {
  const { clock } = context.services;
  const deadline = startDeadline(clock, context.operation.timeoutMs);
  const fetched = await fetchUpstream(context, deadline);
  const { body = '', hasDrifted } = fetched;
  // Expired at once: not stored.
  const expiresAt = hasDrifted ? 0 : fetched.expiresAt;
  // A copy: the upstream's body may be a slice of a larger buffer.
  const copy = typeof body === 'string' ? Buffer.from(body) : Buffer.copyBytesFrom(body);
  return { body: copy, expiresAt: expiresAt && clock.monotonicNow() + expiresAt - clock.wallNow() };
}

function respond(context: RequestContext, cache: OperationCache, { response, state }: CacheResult): ResponseMessage {
  const { operation, services, record } = context;
  const { body, packed, digest } = response;
  const now = services.clock.monotonicNow();
  const cacheStatus = formatCacheStatus(state);
  record.set({ cache: cacheStatus });
  const age = String(Math.floor(toAge(response, now)));
  const headers: Record<string, string> = { 'cache-status': cacheStatus, age };
  // Only a GET can be conditional.
  if (operation.method !== 'GET') return { status: 200, headers, body, packed };
  const isStored = state.hit || state.stored;
  headers['cache-control'] = formatCacheControl(isStored ? toLifetime(response, cache) : 0);
  // A browser is shared by those who sign in one after the other.
  headers['vary'] = 'authorization';
  return { status: 200, headers, body, packed, digest };
}
