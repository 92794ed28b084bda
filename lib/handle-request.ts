/** One request of a known caller, from its access to its response. Throws Problems, for the catch of the pipeline. */

import type { NamedResource } from './auth/authorize.ts';
import type { Caller } from './auth/caller.ts';
import { type CompiledOperation, listNames } from './compile-operation.ts';
import { startsLikeFullId } from './contracts/resource-id.ts';
import { findTexts } from './contracts/schema/annotations.ts';
import { findUndescribed } from './contracts/schema/described.ts';
import { fetchCached } from './fetch-cached.ts';
import { fetchUpstream } from './fetch-upstream.ts';
import { parseCacheDirectives } from './http/conditional.ts';
import { type AcceptedCodings, encodeBody } from './http/encode-body.ts';
import type { RequestMessage, ResponseMessage } from './http/message.ts';
import { formatPath, type ParsedRequest, parseRequest } from './http/parse-request.ts';
import { asProblem, Problem } from './http/problem.ts';
import { isAtOrigin } from './http/url.ts';
import type { Log, RequestRecord } from './observability/request-record.ts';
import { describeInvalid, joinTargets } from './observability/request-texts.ts';
import { openPageToken } from './page-links.ts';
import type { RequestContext } from './request-context.ts';
import type { Services } from './services.ts';
import type { Deadline } from './time/deadline.ts';
import type { SingleFlight } from './time/single-flight.ts';

export interface Arrival {
  readonly message: RequestMessage;
  readonly requestId: string;
  readonly log: Log;
  /** Of a part of a batch. */
  readonly batch?: Batch | undefined;
}

/** What a part has from its batch. */
export interface Batch {
  readonly requestId: string;
  /** The batch's `x-ms-client-request-id`, for parts without their own. */
  readonly clientRequestId: string | undefined;
  readonly caller: Caller;
  readonly deadline: Deadline;
  /** The calls of equal parts that no cache shares. */
  readonly flights: SingleFlight<string, ResponseMessage>;
  /** Waits for the response of a part, as long and as large as the batch allows. */
  limit(handled: Promise<ResponseMessage>): Promise<ResponseMessage>;
}

/** A request on its way. */
export interface Exchange extends Arrival {
  readonly record: RequestRecord;
  readonly deadline: Deadline;
  readonly accepted: AcceptedCodings;
  /** The caller's correlation id, if it is one that may be logged and relayed. */
  readonly clientRequestId: string | undefined;
}

/** Serves a request of a known caller. @throws Problem, also one that does not concern the operation. */
export async function handleRequest(
  operation: CompiledOperation,
  services: Services,
  exchange: Exchange,
  caller: Caller,
): Promise<ResponseMessage> {
  const { message, record, requestId, deadline, accepted, clientRequestId = requestId } = exchange;
  try {
    const url = operation.parseUrl(message);
    record.set({ resource: url.path, audit: operation.readsSensitiveText && 'sensitive' });
    // A stored response costs the upstream nothing; the load of a new one counts (fetch-cached.ts).
    if (operation.cache) services.rateLimit.admit(caller);
    else services.rateLimit.take(caller);
    const { role, each } = operation.access;
    const accessScope = services.authorize(caller, role, each ? { anyBelow: url.resource } : url.resource);
    record.startStage('parse');
    const parsed = await parseRequest(operation.request, url, message);
    record.set({ targets: listTargets(operation, parsed) });
    rejectForeignRedirects(operation, parsed, services.redirectOrigins);
    services.authorizeBody(caller, role, listNamedResources(operation, parsed));
    record.startStage('respond');
    const directives = parseCacheDirectives(message);
    const given = { operation, services, record, deadline, caller, accessScope, clientRequestId, parsed, directives };
    const context = await openPageToken(given);
    const response = await fetchResponse(context, exchange.batch);
    return await encode(operation, response, accepted, directives.ifNoneMatch);
  } catch (error) {
    record.set({ invalid: describeInvalid(asProblem(error), createNameCheck(operation)) });
    throw error;
  }
}

/** Returns what the body says the request is about. */
function listTargets({ auditedPath }: CompiledOperation, { body }: ParsedRequest): string | undefined {
  return auditedPath && joinTargets(findTexts(body?.value, [auditedPath]).map(({ text }) => text));
}

function createNameCheck(operation: CompiledOperation): (name: string) => boolean {
  let names: ReadonlySet<string> | undefined;
  return (name) => {
    names ??= listNames(operation);
    return names.has(name);
  };
}

function fetchResponse(context: RequestContext, batch: Batch | undefined): Promise<ResponseMessage> {
  const { operation, parsed, deadline } = context;
  const { cache } = operation;
  if (cache) return fetchCached(context, cache);
  const fetch = () => fetchUpstream(context, deadline);
  return batch ? batch.flights.run(JSON.stringify([operation.name, parsed]), fetch) : fetch();
}

/** Returns the resources that a body names: in annotated members, and by full ids in members that are not described. */
function listNamedResources(operation: CompiledOperation, { body }: ParsedRequest): readonly NamedResource[] {
  const annotated = findTexts(body?.value, operation.resourceIdPaths);
  const others = findUndescribed(body?.value, operation.describedBody, startsLikeFullId);
  return [...annotated, ...others].map(({ path, text }) => ({ target: formatPath(path), id: text }));
}

/** Otherwise a page of anybody's could receive what follows a sign-in (open redirect). @throws Problem `invalid_request`. */
function rejectForeignRedirects(
  operation: CompiledOperation,
  { body }: ParsedRequest,
  origins: readonly string[],
): void {
  const refused = findTexts(body?.value, operation.redirectPaths).filter(({ text }) => !isAtOrigin(text, origins));
  if (refused.length === 0) return;
  const message = 'must be at an origin that the setting LOGIN_REDIRECT_ORIGINS names';
  const details = refused.map(({ path }) => ({ code: 'invalid_value', target: formatPath(path), message }));
  throw new Problem('invalid_request', { details });
}

/** A secret is never compressed next to text that a caller chose: the size would tell whether they are alike (BREACH). */
export async function encode(
  { returnsSecret }: Pick<CompiledOperation, 'returnsSecret'>,
  response: ResponseMessage,
  accepted: AcceptedCodings,
  ifNoneMatch?: string,
): Promise<ResponseMessage> {
  return returnsSecret ? response : encodeBody(response, accepted, ifNoneMatch);
}
