/**
 * A request's way, top to bottom: authenticate, rateLimit, authorize, parse, fetch (from the cache where the operation has one),
 * respond. Every failure is thrown as a Problem and rendered at the one catch.
 */
import type { NamedResource } from './auth/authorize.ts';
import { type CompiledOperation, listNames } from './compile-operation.ts';
import type { JsonObject } from './contracts/json-object.ts';
import { startsLikeFullId } from './contracts/resource-id.ts';
import { type FoundText, findTexts, type IsWanted } from './contracts/schema/annotations.ts';
import { fetchCached } from './fetch-cached.ts';
import { fetchUpstream } from './fetch-upstream.ts';
import { encodeBody } from './http/encode-body.ts';
import type { RequestMessage, ResponseMessage } from './http/message.ts';
import { parseCacheDirectives } from './http/parse-headers.ts';
import { formatPath, parseRequest } from './http/parse-request.ts';
import { isAtOrigin } from './http/path.ts';
import { asProblem, Problem, toOutcome } from './http/problem.ts';
import { respond, respondProblem } from './http/respond.ts';
import { alertProblem } from './observability/alerts.ts';
import type { Log } from './observability/request-record.ts';
import { describeInvalid, joinTargets } from './observability/request-texts.ts';
import { openPageToken } from './page-links.ts';
import { type Batch, type Endpoint, RequestContext, type SpecialEndpoint } from './request-context.ts';
import type { Services } from './services.ts';
import { SKIP_TOKEN } from './upstream/next-page.ts';

/** Returns the response; never throws. `requestId` is the host's id of the invocation, `batch` that of a part. */
export type Serve = (message: RequestMessage, requestId: string, log: Log, batch?: Batch) => Promise<ResponseMessage>;

/** Returns the function that serves an operation, or an endpoint with a response of its own. */
export function serve(endpoint: CompiledOperation | SpecialEndpoint, services: Services): Serve {
  return (message, requestId, log, batch) =>
    serveContext(endpoint, new RequestContext(endpoint, services, { message, requestId, log, batch }));
}

async function serveContext(
  endpoint: CompiledOperation | SpecialEndpoint,
  context: RequestContext,
): Promise<ResponseMessage> {
  const { services, message, record, batch } = context;
  try {
    context.caller = batch?.caller ?? (await services.authenticate(message.header('authorization')));
    record.startStage('access');
    const { tenant, subject, client } = context.caller;
    record.set({ tenant, subject, client });
    await services.policy.refresh();
    // Of a cached operation count its loads (fetch-cached.ts) and what is refused: a stored response is free.
    if (!endpoint.cache) services.rateLimit.take(context.caller);
    const run = () => ('parseUrl' in endpoint ? serveOperation(endpoint, context) : endpoint.respond(context));
    const response = await (batch ? batch.limit(run) : run());
    record.end(response.status);
    return respond(response, record.toIds(), endpoint.errors);
  } catch (error) {
    const failed = fail(endpoint, context, asProblem(error));
    return endpoint.returnsSecret ? failed : encodeBody(failed, context.accepted);
  }
}

/** The stages of an operation after its caller is known. @throws Problem, also one that does not concern the operation. */
export async function serveOperation(operation: CompiledOperation, context: RequestContext): Promise<ResponseMessage> {
  const { services, message, record, caller } = context;
  context.operation = operation;
  let isAccepted = false;
  try {
    if (context.batch && operation.isWrite) throw new Problem('unsupported_in_batch');
    const url = operation.parseUrl(message);
    record.set({ resource: url.path, audit: operation.readsSensitiveText && 'sensitive' });
    const { role, each } = operation.access;
    context.accessScope = services.access.authorize(caller, role, each ? { anyBelow: url.resource } : url.resource);
    record.startStage('parse');
    context.parsed = await parseRequest(operation.request, url, message, context);
    const { body } = context.parsed;
    if (body) authorizeBody(context, body.value);
    record.startStage('respond');
    if (operation.cache) context.directives = parseCacheDirectives(message);
    if (SKIP_TOKEN in context.parsed.query) context.parsed = openPageToken(context);
    isAccepted = true;
    const response = await fetchResponse(context);
    // A secret is never compressed next to text that a caller chose: the size would tell whether they are alike (BREACH).
    return operation.returnsSecret
      ? response
      : await encodeBody(response, context.accepted, context.directives?.ifNoneMatch);
  } catch (error) {
    record.set({ invalid: describeInvalid(asProblem(error), createNameCheck(operation)) });
    if (operation.cache && !isAccepted) services.rateLimit.take(caller);
    throw error;
  }
}

function fetchResponse(context: RequestContext): Promise<ResponseMessage> {
  const { operation, parsed, deadline, batch } = context;
  if (operation.cache) return fetchCached(context, operation.cache);
  if (!batch) return fetchUpstream(context, deadline);
  const key = JSON.stringify([operation.name, parsed]);
  const shared = batch.shared.get(key) ?? fetchUpstream(context, deadline);
  batch.shared.set(key, shared);
  return shared;
}

/** Decides on what the body names: the managed identity acts on that for the caller. @throws Problem `forbidden` or `invalid_request`. */
function authorizeBody({ operation, services, record, caller }: RequestContext, body: unknown): void {
  const { auditedMember, access } = operation;
  if (auditedMember) record.set({ targets: joinTargets([(body as JsonObject)[auditedMember]].flat() as string[]) });
  const found = findTexts(body, operation.describedBody, isIdOrRedirect);
  const redirects = found.filter((text) => !isId(text));
  rejectForeignRedirects(redirects, services.redirectOrigins);
  services.access.authorizeBody(caller, access.role, found.filter(isId).map(toNamedResource));
}

/** In members that are not described nothing else tells an id, or where a browser is sent. */
const isIdOrRedirect: IsWanted = (text, name) => startsLikeFullId(text) || /redirect|return_?ur[il]/i.test(name);
const isId = ({ text, names }: FoundText): boolean => (names ? names === 'x-resource-id' : startsLikeFullId(text));
const toNamedResource = ({ path, text }: FoundText): NamedResource => ({ target: formatPath(path), id: text });

function createNameCheck(operation: CompiledOperation): (name: string) => boolean {
  let names: ReadonlySet<string> | undefined;
  return (name) => {
    names ??= listNames(operation);
    return names.has(name);
  };
}

/** Otherwise a page of anybody's could receive what follows a sign-in (open redirect). @throws Problem `invalid_request`. */
function rejectForeignRedirects(redirects: readonly FoundText[], origins: readonly string[]): void {
  const refused = redirects.filter(({ text }) => !isAtOrigin(text, origins));
  if (refused.length === 0) return;
  const message = 'must be at an origin that the setting LOGIN_REDIRECT_ORIGINS names';
  const details = refused.map(({ path }) => ({ code: 'invalid_value', target: formatPath(path), message }));
  throw new Problem('invalid_request', { details });
}

/** Ends the record of a failed request, and returns the response. */
export function fail(endpoint: Endpoint, { services, record }: RequestContext, problem: Problem): ResponseMessage {
  const outcome = endpoint.isWrite ? toOutcome(problem) : undefined;
  record.end(problem.status, problem, outcome);
  alertProblem(services.alert, problem, endpoint.upstream);
  const failed = { ...record.toIds(), format: endpoint.errors, outcome };
  return respondProblem(problem, failed, services.clock.wallNow());
}
