/** A request's way: the caller, then its handling. Every failure is thrown as a Problem and rendered at the one catch. */
import type { Caller } from './auth/caller.ts';
import type { CompiledOperation } from './compile-operation.ts';
import { type Arrival, type Exchange, encode, handleRequest } from './handle-request.ts';
import { parseAcceptEncoding } from './http/encode-body.ts';
import { isCorrelationId } from './http/headers.ts';
import type { RequestMessage, ResponseMessage } from './http/message.ts';
import { asProblem, Problem, toOutcome } from './http/problem.ts';
import { respond, respondProblem } from './http/respond.ts';
import { alertProblem } from './observability/alerts.ts';
import { type Log, RequestRecord } from './observability/request-record.ts';
import type { Services } from './services.ts';
import { startDeadline } from './time/deadline.ts';

/** `requestId` is the host's id of the invocation. */
export type Serve = (message: RequestMessage, requestId: string, log: Log) => Promise<ResponseMessage>;

/** What is known of a request before its caller is, and how it is handled then. */
export type Entry = Pick<
  CompiledOperation,
  'name' | 'method' | 'route' | 'path' | 'errors' | 'timeoutMs' | 'returnsSecret'
> & {
  readonly upstream: string;
  readonly isWrite: boolean;
  /** Returns the response to a known caller, in a coding that is accepted; throws a Problem. */
  handle(exchange: Exchange, caller: Caller): Promise<ResponseMessage>;
};

/** Returns the function that serves an operation. */
export function serve(operation: CompiledOperation, services: Services): Serve {
  const entry = toEntry(operation, services);
  return (message, requestId, log) => serveOne(entry, services, { message, requestId, log });
}

export function toEntry(operation: CompiledOperation, services: Services): Entry {
  return {
    ...operation,
    isWrite: operation.responseRules.isWrite,
    handle: (exchange, caller) => handleRequest(operation, services, exchange, caller),
  };
}

/** Serves one request; never throws. */
export function serveOne(entry: Entry, services: Services, arrival: Arrival): Promise<ResponseMessage> {
  return services.requests.track(respondTo(entry, services, openExchange(entry, services, arrival)));
}

async function respondTo(entry: Entry, services: Services, exchange: Exchange): Promise<ResponseMessage> {
  const { message, record, batch, accepted } = exchange;
  try {
    if (services.requests.isEnding) throw new Problem('shutting_down');
    const caller = batch?.caller ?? (await services.authenticate(message.header('authorization')));
    record.startStage('access');
    await services.policy.refresh();
    const { tenant, subject, client } = caller;
    record.set({ tenant, subject, client });
    const handled = entry.handle(exchange, caller);
    const response = await (batch ? batch.limit(handled) : handled);
    record.end(response.status);
    return respond(response, record);
  } catch (error) {
    return encode(entry, fail(entry, services, record, asProblem(error)), accepted);
  }
}

/** Ends the record of a failed request, and returns the response. */
function fail(entry: Entry, services: Services, record: RequestRecord, problem: Problem): ResponseMessage {
  const outcome = entry.isWrite ? toOutcome(problem) : undefined;
  record.end(problem.status, problem, outcome);
  alertProblem(services.alert, problem, entry.upstream);
  const { requestId, upstreamRequestId, isAuthenticated } = record;
  const failed = { requestId, upstreamRequestId, isAuthenticated, shape: entry.errors, outcome };
  return respondProblem(problem, failed, services.clock.wallNow());
}

function openExchange(entry: Entry, { clock, telemetry }: Services, arrival: Arrival): Exchange {
  const { message, requestId, log, batch } = arrival;
  const [parent, state] = [message.header('traceparent'), message.header('tracestate')];
  const trace = telemetry.startTrace(parent, state, message.hostTraceParent);
  const started = { requestId, operation: entry, trace };
  const record = new RequestRecord(started, telemetry.limitRefusals(log), telemetry.observer);
  const clientRequestId = readClientRequestId(message) ?? batch?.clientRequestId;
  record.set({ clientRequestId, batch: batch?.requestId });
  const left = batch?.deadline.remainingMs() ?? entry.timeoutMs;
  const deadline = startDeadline(clock, Math.min(entry.timeoutMs, left));
  const accepted = parseAcceptEncoding(message.header('accept-encoding'));
  // Listed: a spread that adds a member makes a new hidden class for each request.
  return { message, requestId, log, batch, record, deadline, accepted, clientRequestId };
}

/** Returns the caller's correlation id, if it is one that may be logged and relayed. */
function readClientRequestId(message: RequestMessage): string | undefined {
  const sent = message.header('x-ms-client-request-id');
  return sent && isCorrelationId(sent) ? sent : undefined;
}
