/** A request's way, top to bottom: each stage takes values and returns one; every failure is thrown as a Problem and rendered at the one catch. */
import type { NamedResource } from './auth/authorize.ts';
import type { Caller } from './auth/caller.ts';
import type { Spending } from './auth/rate-limit.ts';
import { type CompiledOperation, listNames } from './compile-operation.ts';
import type { JsonObject } from './contracts/json-object.ts';
import { startsLikeFullId } from './contracts/resource-id.ts';
import { type FoundText, findTexts, type IsWanted } from './contracts/schema/annotations.ts';
import {
  type Access,
  type Arrival,
  type Call,
  type Endpoint,
  type Received,
  readArrival,
  type Served,
} from './endpoint.ts';
import { fetchCached } from './fetch-cached.ts';
import { fetchUpstream } from './fetch-upstream.ts';
import { encodeBody } from './http/encode-body.ts';
import type { ResponseMessage } from './http/message.ts';
import { formatPath, type ParsedRequest, parseMessage } from './http/parse-request.ts';
import { isAtOrigin } from './http/path.ts';
import { asProblem, type Outcome, Problem, toOutcome } from './http/problem.ts';
import { addHeaders, formatProblem } from './http/respond.ts';
import { alertProblem } from './observability/alerts.ts';
import { describeInvalid, joinTargets } from './observability/request-texts.ts';
import { openPageToken } from './page-links.ts';
import type { Services } from './services.ts';
import { SKIP_TOKEN } from './upstream/next-page.ts';

/** Returns the response to a request; never throws. */
export async function serve(endpoint: Endpoint, services: Services, received: Received): Promise<ResponseMessage> {
  const arrival = readArrival(endpoint, services, received);
  const { record, batch } = arrival;
  try {
    const caller = await authenticate(arrival);
    record.startStage('rateLimit');
    const spending = services.rateLimit(caller, endpoint.cost);
    record.startStage('authorize');
    const access = await authorize(endpoint, arrival, caller);
    record.startStage('parseRequest');
    const parsed = await parseRequest(access, arrival, caller, spending);
    record.startStage('fetch');
    const call = { arrival, caller, spending, scope: access.scope, parsed };
    const fetch = () => fetchResponse(access.operation, call);
    const response = await (batch ? batch.limit(fetch) : fetch());
    record.startStage('respond');
    return await respond(endpoint, arrival, response);
  } catch (error) {
    return refuse(endpoint, arrival, asProblem(error));
  }
}

/** @throws Problem of a token that is missing or refused. */
async function authenticate({ services, message, record, batch }: Arrival): Promise<Caller> {
  const caller = batch?.caller ?? (await services.authenticate(message.header('authorization')));
  const { tenant, subject, client } = caller;
  record.set({ tenant, subject, client });
  return caller;
}

/** Decides on the path. @throws Problem */
async function authorize(endpoint: Endpoint, arrival: Arrival, caller: Caller): Promise<Access> {
  const { services, message, record, batch } = arrival;
  await services.policy.refresh();
  const operation = 'find' in endpoint ? endpoint.find(message, caller) : endpoint;
  if (batch && operation.isWrite) throw new Problem('unsupported_in_batch');
  const url = operation.parseUrl(message);
  if (!('respond' in operation)) record.set({ resource: url.path, audit: operation.readsSensitiveText && 'sensitive' });
  return { operation, url, scope: operation.authorize(services.authorizer, caller, url) };
}

/** Reads and checks the request, and opens the token of a page. @throws Problem */
async function parseRequest(
  { operation, url }: Access,
  arrival: Arrival,
  caller: Caller,
  spending: Spending,
): Promise<ParsedRequest> {
  const parsed = await parseMessage(operation.request, url, arrival.message, (bytes) => spending.takeBody(bytes));
  if ('respond' in operation) return parsed;
  if (parsed.body) authorizeBody(operation, arrival, caller, parsed.body.value);
  return SKIP_TOKEN in parsed.query ? openPageToken(operation, arrival.services, caller, parsed) : parsed;
}

/** Equal parts of a batch share what no cache shares. */
function fetchResponse(operation: Access['operation'], call: Call): Promise<ResponseMessage> {
  const { batch, deadline } = call.arrival;
  if ('respond' in operation) return operation.respond(call);
  if (operation.cache) return fetchCached(operation, operation.cache, call);
  if (!batch) return fetchUpstream(operation, call, deadline);
  const key = JSON.stringify([operation.name, call.parsed]);
  const shared = batch.shared.get(key) ?? fetchUpstream(operation, call, deadline);
  batch.shared.set(key, shared);
  return shared;
}

/** Returns the response for the host, and ends the record. `failure` is the problem that the response reports. */
async function respond(
  endpoint: Served,
  { message, record, clientRequestId }: Arrival,
  response: ResponseMessage,
  failure?: { readonly problem: Problem; readonly outcome: Outcome | undefined },
): Promise<ResponseMessage> {
  // A secret is never compressed next to text that a caller chose: the size would tell whether they are alike (BREACH).
  const isSecret = endpoint.returnsSecret || response.hasSecret;
  const encoded = isSecret ? response : await encodeBody(response, message);
  record.end(encoded.status, failure?.problem, failure?.outcome);
  const returnedId = message.header('x-ms-return-client-request-id') === 'true' ? clientRequestId : undefined;
  return addHeaders(encoded, record.toIds(), endpoint.errors, returnedId);
}

export function refuse(endpoint: Served, arrival: Arrival, problem: Problem): Promise<ResponseMessage> {
  const { services, record } = arrival;
  const outcome = endpoint.isWrite ? toOutcome(problem) : undefined;
  if (isOperation(endpoint)) record.set({ invalid: describeInvalid(problem, () => listNames(endpoint)) });
  const failed = { ...record.toIds(), format: endpoint.errors, outcome };
  alertProblem(services.alert, problem, endpoint.upstream, failed.scope);
  const response = formatProblem(problem, failed, services.clock.wallNow());
  return respond(endpoint, arrival, response, { problem, outcome });
}

/** Decides on what the body names: the managed identity acts on that for the caller. @throws Problem `forbidden` or `invalid_request`. */
function authorizeBody(
  { auditedMember, describedBody, access }: CompiledOperation,
  { services, record }: Arrival,
  caller: Caller,
  body: unknown,
): void {
  if (auditedMember) record.set({ targets: joinTargets([(body as JsonObject)[auditedMember]].flat() as string[]) });
  const found = findTexts(body, describedBody, isIdOrRedirect);
  const redirects = found.filter((text) => !isId(text));
  rejectForeignRedirects(redirects, services.redirectOrigins);
  services.authorizer.authorizeBody(caller, access.role, found.filter(isId).map(toNamedResource));
}

/** Finds ids and redirects in members that the contract does not describe, by text or name. */
const isIdOrRedirect: IsWanted = (text, name) => startsLikeFullId(text) || /redirect|return_?ur[il]/i.test(name);
const isId = ({ text, names }: FoundText): boolean => (names ? names === 'x-resource-id' : startsLikeFullId(text));
const toNamedResource = ({ path, text }: FoundText): NamedResource => ({ target: formatPath(path), id: text });

const isOperation = (endpoint: Served): endpoint is CompiledOperation => 'describedBody' in endpoint;

/** Rejects redirects to other origins: any page could receive what follows a sign-in (open redirect). @throws Problem `invalid_request`. */
function rejectForeignRedirects(redirects: readonly FoundText[], origins: readonly string[]): void {
  const refused = redirects.filter(({ text }) => !isAtOrigin(text, origins));
  if (refused.length === 0) return;
  const message = 'must be at an origin that the setting LOGIN_REDIRECT_ORIGINS names';
  const details = refused.map(({ path }) => ({ code: 'invalid_value', target: formatPath(path), message }));
  throw new Problem('invalid_request', { details });
}
