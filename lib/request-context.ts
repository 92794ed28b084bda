/** One request on its way: what arrived, and what each stage of the pipeline found out. */
import type { AccessScope } from './auth/authorize.ts';
import type { Caller } from './auth/caller.ts';
import type { CompiledOperation } from './compile-operation.ts';
import { type AcceptedCodings, parseAcceptEncoding } from './http/encode-body.ts';
import { isCorrelationId, type RequestMessage, type ResponseMessage } from './http/message.ts';
import type { CacheRequestDirectives } from './http/parse-headers.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import { type Log, RequestRecord } from './observability/request-record.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';
import { type Deadline, startDeadline } from './time/clock.ts';

/** What is known of a request before its caller is. */
export type Endpoint = Pick<
  CompiledOperation,
  'name' | 'route' | 'path' | 'errors' | 'timeoutMs' | 'isWrite' | 'returnsSecret' | 'cache'
> & { readonly method: Operation['method']; readonly upstream: string };

/** What is served without the stages of an operation: a poll, a batch, the caller's own grants. */
export interface SpecialEndpoint extends Endpoint {
  /** Returns the response to a known caller. @throws Problem */
  respond(context: RequestContext): Promise<ResponseMessage>;
}

/** A function of the app, and a route that parts of a batch may name. `open` compiles on the first call, to keep cold starts short. */
export interface Route extends Pick<Endpoint, 'name' | 'method' | 'route'> {
  readonly open: () => CompiledOperation | SpecialEndpoint;
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
  /** Waits for the response of a part, as long and as large as the batch allows; otherwise it is not served. */
  limit(serve: () => Promise<ResponseMessage>): Promise<ResponseMessage>;
}

/** A larger body counts as several requests. */
const BYTES_PER_REQUEST = 16 * 1024;

type Arrived = Pick<RequestContext, 'message' | 'requestId' | 'log' | 'batch'>;

export class RequestContext {
  readonly services: Services;
  readonly message: RequestMessage;
  readonly requestId: string;
  readonly log: Log;
  /** Of a part of a batch. */
  readonly batch: Batch | undefined;
  readonly record: RequestRecord;
  readonly deadline: Deadline;
  readonly accepted: AcceptedCodings;
  /** The caller's correlation id, if it is one that may be logged and relayed, or that of its batch. */
  readonly clientRequestId: string | undefined;

  // Set by the stages, in this order.
  caller!: Caller;
  operation!: CompiledOperation;
  accessScope!: AccessScope;
  /** With the upstream's page in place of our page token. */
  parsed!: ParsedRequest;
  /** Of a cached operation. */
  directives?: CacheRequestDirectives;
  /** Whether the response was returned before this load began. */
  isBackground = false;

  constructor(endpoint: Endpoint, services: Services, { message, requestId, log, batch }: Arrived) {
    const { clock, telemetry } = services;
    this.services = services;
    this.message = message;
    this.requestId = requestId;
    this.log = log;
    this.batch = batch;
    const [parent, state] = [message.header('traceparent'), message.header('tracestate')];
    const trace = telemetry.startTrace(parent, state, message.hostTraceParent);
    const started = { requestId, operation: endpoint, trace };
    this.record = new RequestRecord(started, telemetry.limitRecords(log), telemetry.observer);
    const sent = message.header('x-ms-client-request-id') ?? message.header('client-request-id');
    this.clientRequestId = sent && isCorrelationId(sent) ? sent : batch?.clientRequestId;
    this.record.set({ clientRequestId: this.clientRequestId, batch: batch?.requestId });
    const left = batch?.deadline.remainingMs() ?? endpoint.timeoutMs;
    this.deadline = startDeadline(clock, Math.min(endpoint.timeoutMs, left));
    this.accepted = parseAcceptEncoding(message.header('accept-encoding'));
  }

  /** Counts a body by its size. @throws Problem `throttled` */
  admit(bytes: number): void {
    const more = Math.floor(bytes / BYTES_PER_REQUEST);
    if (more > 0) this.services.rateLimit.take(this.caller, more);
  }
}
