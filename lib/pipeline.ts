/** A request's way, top to bottom. Every failure is thrown as a Problem and rendered at the one catch. */

import type { NamedResource } from './auth/authorize.ts';
import type { Caller } from './auth/caller.ts';
import { type CompiledOperation, listNames } from './compile-operation.ts';
import { startsLikeFullId } from './contracts/resource-id.ts';
import { findTexts } from './contracts/schema/annotations.ts';
import { findUndescribed } from './contracts/schema/described.ts';
import { fetchCached } from './fetch-cached.ts';
import { fetchUpstream } from './fetch-upstream.ts';
import { parseCacheDirectives } from './http/conditional.ts';
import { type AcceptedCodings, encodeBody, parseAcceptEncoding } from './http/encode-body.ts';
import { isCorrelationId } from './http/headers.ts';
import type { RequestMessage, ResponseMessage } from './http/message.ts';
import { formatPath, type ParsedRequest, parseRequest } from './http/parse-request.ts';
import { asProblem, Problem, toOutcome } from './http/problem.ts';
import { respond, respondProblem } from './http/respond.ts';
import { isAtOrigin } from './http/url.ts';
import { fetchWrite } from './mark-write.ts';
import { alertProblem } from './observability/alerts.ts';
import { type Log, RequestRecord } from './observability/request-record.ts';
import { describeInvalid, joinTargets } from './observability/request-texts.ts';
import { openPageToken } from './page-links.ts';
import type { RequestContext } from './request-context.ts';
import type { Services } from './services.ts';
import { startDeadline } from './time/deadline.ts';

/** Serves one request; never throws. `requestId` is the host's id of the invocation. */
export type Serve = (message: RequestMessage, requestId: string, log: Log) => Promise<ResponseMessage>;

/** What is known of a request before its caller is. */
export type Entry = Pick<
  CompiledOperation,
  'name' | 'method' | 'route' | 'path' | 'upstream' | 'errors' | 'timeoutMs' | 'returnsSecret'
> & {
  readonly isWrite: boolean;
  /** Returns the operation that the request is for. */
  open(message: RequestMessage, caller: Caller): Promise<CompiledOperation>;
};

/** Returns the function that serves an operation. */
export function serve(operation: CompiledOperation, services: Services): Serve {
  return serveEntry({ ...operation, isWrite: operation.responseRules.isWrite, open: async () => operation }, services);
}

/** Returns the function that serves requests for which the caller must be known to find the operation. */
export function serveEntry(entry: Entry, services: Services): Serve {
  return (message, requestId, log) => services.requests.track(serveOne(entry, services, { message, requestId, log }));
}

async function serveOne(entry: Entry, services: Services, arrival: Arrival): Promise<ResponseMessage> {
  const { message, requestId } = arrival;
  const record = openRecord(entry, services, arrival);
  const deadline = startDeadline(services.clock, entry.timeoutMs);
  const clientRequestId = readClientRequestId(message);
  const accepted = parseAcceptEncoding(message.header('accept-encoding'));
  record.set({ clientRequestId });
  let operation: CompiledOperation | undefined;
  try {
    if (services.requests.isEnding) throw new Problem('shutting_down');
    const caller = await services.authenticate(message.header('authorization'));
    record.startStage('access');
    await services.policy.refresh();
    const { tenant, subject, client } = caller;
    record.set({ tenant, subject, client });
    operation = await entry.open(message, caller);
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
    record.startStage('answer');
    const directives = parseCacheDirectives(message);
    const common = { operation, services, record, deadline, caller, accessScope, parsed, directives };
    const context = await openPageToken({ ...common, clientRequestId: clientRequestId ?? requestId });
    const response = await fetchResponse(context);
    const encoded = await encode(operation, response, accepted, directives.ifNoneMatch);
    record.end(encoded.status);
    return respond(encoded, record);
  } catch (error) {
    return encode(entry, fail({ entry, services, record, operation }, asProblem(error)), accepted);
  }
}

interface Failed {
  readonly entry: Entry;
  readonly services: Services;
  readonly record: RequestRecord;
  /** Undefined if the request failed before it was known. */
  readonly operation: CompiledOperation | undefined;
}

/** Ends the record of a failed request, and returns the response. */
function fail({ entry, services, record, operation }: Failed, problem: Problem): ResponseMessage {
  if (operation) record.set({ invalid: describeInvalid(problem, createNameCheck(operation)) });
  const outcome = entry.isWrite ? toOutcome(problem) : undefined;
  record.end(problem.status, problem, outcome);
  alertProblem(services.alert, problem, entry.upstream);
  const { requestId, upstreamRequestId, isAuthenticated } = record;
  const failed = { requestId, upstreamRequestId, isAuthenticated, shape: entry.errors, outcome };
  return respondProblem(problem, failed, services.clock.wallNow());
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

function fetchResponse(context: RequestContext): Promise<ResponseMessage> {
  const { cache, responseRules, changesNothing } = context.operation;
  if (cache) return fetchCached(context, cache);
  const mayChange = (responseRules.isWrite && !changesNothing) || responseRules.isPoll;
  return mayChange ? fetchWrite(context, context.deadline) : fetchUpstream(context, context.deadline);
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
async function encode(
  { returnsSecret }: Pick<CompiledOperation, 'returnsSecret'>,
  response: ResponseMessage,
  accepted: AcceptedCodings,
  ifNoneMatch?: string,
): Promise<ResponseMessage> {
  return returnsSecret ? response : encodeBody(response, accepted, ifNoneMatch);
}

interface Arrival {
  readonly message: RequestMessage;
  readonly requestId: string;
  readonly log: Log;
}

function openRecord(operation: Entry, { telemetry }: Services, arrival: Arrival): RequestRecord {
  const { message, requestId, log } = arrival;
  const [parent, state] = [message.header('traceparent'), message.header('tracestate')];
  const trace = telemetry.startTrace(parent, state, message.hostTraceParent);
  return new RequestRecord({ requestId, operation, trace }, telemetry.limitRefusals(log), telemetry.observer);
}

/** Returns the caller's correlation id, if it is one that may be logged and relayed. */
function readClientRequestId(message: RequestMessage): string | undefined {
  const sent = message.header('x-ms-client-request-id');
  return sent && isCorrelationId(sent) ? sent : undefined;
}
