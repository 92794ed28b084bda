/** The way of a request, in order. Every failure is thrown as a Problem and answered at the one catch. */
import { openPage, readThroughCache, relayCall } from './call.ts';
import { parseCacheDirectives } from './http/conditional.ts';
import { isCorrelationId } from './http/headers.ts';
import type { RequestMessage, ResponseMessage } from './http/message.ts';
import { parseRequest } from './http/parse-request.ts';
import { asProblem, toOutcome } from './http/problem.ts';
import { respond, respondProblem } from './http/respond.ts';
import { alertProblem } from './observability/alerts.ts';
import { type Log, startRecord } from './observability/request-record.ts';
import type { CloudOperation } from './operation.ts';
import { toPlan } from './plan.ts';
import type { Services } from './services.ts';
import { createReadTarget } from './target.ts';
import { startDeadline } from './time/deadline.ts';

/** Answers one request; never throws. `requestId` is the host's id of the invocation. */
export type Serve = (message: RequestMessage, requestId: string, log: Log) => Promise<ResponseMessage>;

/** Answers the function that serves an operation. */
export function serve(operation: CloudOperation, services: Services): Serve {
  const plan = toPlan(operation);
  const readTarget = createReadTarget(plan);

  return async (message, requestId, log) => {
    const trace = services.telemetry.startTrace(
      message.header('traceparent'),
      message.header('tracestate'),
      message.hostTraceParent,
    );
    const exchange = startRecord(requestId, operation, trace, log, services.telemetry.observer);
    const deadline = startDeadline(services.clock, operation.timeoutMs);
    const clientRequestId = readClientRequestId(message);
    if (clientRequestId) exchange.set({ clientRequestId });
    try {
      const verified = services.authenticate(message.header('authorization'));
      const caller = verified instanceof Promise ? await verified : verified;
      exchange.startStage('access');
      const target = readTarget(message);
      const { tenant, subject, client } = caller;
      exchange.set({ tenant, subject, client, resource: target.path });
      services.rateLimit(caller);
      const accessScope = services.authorize(caller, operation.access.role, target.resource);
      exchange.startStage('parse');
      const parsed = await parseRequest(plan.request, message, target.address());
      const wishes = parseCacheDirectives(message);
      exchange.startStage('answer');
      const call = openPage({
        plan,
        services,
        exchange,
        deadline,
        caller,
        accessScope,
        target,
        clientRequestId: clientRequestId ?? requestId,
        parsed,
        wishes,
      });
      const success = await (operation.cache ? readThroughCache(call, operation.cache) : relayCall(call));
      exchange.end(success.status);
      return respond(success, requestId);
    } catch (error) {
      const problem = asProblem(error);
      const outcome = plan.answer.isWrite ? toOutcome(problem) : undefined;
      exchange.end(problem.status, problem, outcome);
      alertProblem(services.alert, problem, operation.upstream);
      return respondProblem(operation.errors, problem, outcome, requestId, services.clock.now());
    }
  };
}

/** The caller's own correlation id, where it is one. */
function readClientRequestId(message: RequestMessage): string | undefined {
  const sent = message.header('x-ms-client-request-id');
  return sent && isCorrelationId(sent) ? sent : undefined;
}
