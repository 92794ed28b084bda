/** The way of a request, in order. Every failure is thrown as a Problem and answered at the one catch. */
import { openPage, readThroughCache, relayCall } from './call.ts';
import { readCacheWishes } from './http/conditional.ts';
import { isCorrelationId } from './http/headers.ts';
import type { ReplyMessage, RequestMessage } from './http/message.ts';
import { parseRequest } from './http/parse-request.ts';
import { toOutcome, toProblem } from './http/problem.ts';
import { respond, respondProblem } from './http/respond.ts';
import { alertProblem } from './observability/alerts.ts';
import { type Log, startExchange } from './observability/request-record.ts';
import type { CloudOperation } from './operation.ts';
import { toPlan } from './plan.ts';
import type { Services } from './services.ts';
import { createReadTarget } from './target.ts';
import { startDeadline } from './time/deadline.ts';

/** Answers one request; never throws. `requestId` is the host's id of the invocation. */
export type Serve = (message: RequestMessage, requestId: string, log: Log) => Promise<ReplyMessage>;

/** Answers the function that serves an operation. */
export function serve(operation: CloudOperation, services: Services): Serve {
  const plan = toPlan(operation);
  const readTarget = createReadTarget(plan);

  return async (message, requestId, log) => {
    const trace = services.telemetry.follow(
      message.field('traceparent'),
      message.field('tracestate'),
      message.hostTraceParent,
    );
    const exchange = startExchange(requestId, operation, trace, log, services.telemetry.observer);
    const deadline = startDeadline(services.clock, operation.timeoutMs);
    const clientRequestId = readClientRequestId(message);
    if (clientRequestId) exchange.note({ clientRequestId });
    try {
      const verified = services.verifyToken(message.field('authorization'));
      const caller = verified instanceof Promise ? await verified : verified;
      exchange.begin('access');
      const target = readTarget(message);
      const { tenant, subject, client } = caller;
      exchange.note({ tenant, subject, client, resource: target.path });
      services.limitCaller(caller);
      const accessScope = services.requireAccess(caller, operation.access.role, target.resource);
      exchange.begin('parse');
      const parsed = await parseRequest(plan.request, message, target.address());
      const wishes = readCacheWishes(message);
      exchange.begin('answer');
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
      const problem = toProblem(error);
      const outcome = plan.answer.isWrite ? toOutcome(problem) : undefined;
      exchange.end(problem.status, problem, outcome);
      alertProblem(services.alert, problem, operation.upstream);
      return respondProblem(operation.errors, problem, outcome, requestId, services.clock.now());
    }
  };
}

/** The caller's own correlation id, where it is one. */
function readClientRequestId(message: RequestMessage): string | undefined {
  const sent = message.field('x-ms-client-request-id');
  return sent && isCorrelationId(sent) ? sent : undefined;
}
