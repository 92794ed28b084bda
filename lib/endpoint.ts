/** What is served, and what is known of a request to it. */
import type { AccessScope, Authorizer } from './auth/authorize.ts';
import type { Caller } from './auth/caller.ts';
import type { Spending } from './auth/rate-limit.ts';
import type { CompiledOperation } from './compile-operation.ts';
import { isCorrelationId, type RequestMessage, type ResponseMessage } from './http/message.ts';
import type { ParsedRequest, ParsedUrl, RequestRules } from './http/parse-request.ts';
import { type Log, RequestRecord } from './observability/request-record.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';
import { type Deadline, startDeadline } from './time/clock.ts';

/** What telemetry, errors and limits need of what is served. */
export type Served = Pick<
  CompiledOperation,
  'name' | 'route' | 'path' | 'errors' | 'timeoutMs' | 'isWrite' | 'returnsSecret'
> & { readonly method: Operation['method']; readonly upstream: string; readonly cost?: number };

/** Served without an upstream: a batch, the caller's own grants. */
export interface OwnEndpoint extends Served {
  readonly request: RequestRules;
  parseUrl(message: RequestMessage): ParsedUrl;
  /** @throws Problem `insufficient_scope` or `forbidden`. */
  authorize(authorizer: Authorizer, caller: Caller, url: ParsedUrl): AccessScope;
  /** @throws Problem */
  respond(call: Call): Promise<ResponseMessage>;
}

/** Serves an operation that only the request names: the poll of a write. */
export interface OpenEndpoint extends Served {
  /** @throws Problem */
  find(message: RequestMessage, caller: Caller): CompiledOperation;
}

export type Endpoint = CompiledOperation | OwnEndpoint | OpenEndpoint;

/** A function of the app, and a route that parts of a batch may name. `open` compiles on the first call, to keep cold starts short. */
export interface Route extends Pick<Served, 'name' | 'method' | 'route'> {
  readonly open: () => Endpoint;
}

/** What the parts of a batch share. */
export interface Batch {
  readonly requestId: string;
  /** The batch's correlation id, for parts without their own. */
  readonly clientRequestId: string | undefined;
  readonly caller: Caller;
  readonly deadline: Deadline;
  /** The responses of equal parts that no cache shares. */
  readonly shared: Map<string, Promise<ResponseMessage>>;
  /** Waits for the response of a part, as long and as large as the batch allows; otherwise it is not fetched. */
  limit(fetch: () => Promise<ResponseMessage>): Promise<ResponseMessage>;
}

/** The host's part of a request: `requestId` is its id of the invocation, `batch` that of a part. */
export interface Received {
  readonly message: RequestMessage;
  readonly requestId: string;
  readonly log: Log;
  readonly batch?: Batch | undefined;
}

export type Arrival = Readonly<ReturnType<typeof readArrival>>;

export function readArrival(endpoint: Served, services: Services, { message, requestId, log, batch }: Received) {
  const { clock, telemetry } = services;
  const [parent, state] = [message.header('traceparent'), message.header('tracestate')];
  const trace = telemetry.startTrace(parent, state, message.hostTraceParent);
  const observed = { operation: endpoint, trace };
  const record = new RequestRecord(requestId, observed, telemetry.limitRecords(log), telemetry.observers);
  const sent = message.header('x-ms-client-request-id') ?? message.header('client-request-id');
  // It may be logged and relayed.
  const clientRequestId = sent && isCorrelationId(sent) ? sent : batch?.clientRequestId;
  record.set({ clientRequestId, batch: batch?.requestId });
  const left = batch?.deadline.remainingMs() ?? endpoint.timeoutMs;
  const deadline = startDeadline(clock, Math.min(endpoint.timeoutMs, left));
  return { services, message, requestId, log, batch, record, deadline, clientRequestId };
}

/** What a caller may call, and on what. */
export interface Access {
  readonly operation: CompiledOperation | OwnEndpoint;
  readonly url: ParsedUrl;
  readonly scope: AccessScope;
}

/** A request that may be fetched: what every stage before has returned. */
export interface Call {
  readonly arrival: Arrival;
  readonly caller: Caller;
  readonly spending: Spending;
  readonly scope: AccessScope;
  readonly parsed: ParsedRequest;
}
