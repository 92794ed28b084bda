/** The adapter between the Functions host and the pipeline's messages. */
import { app, type HttpRequest, type InvocationContext } from '@azure/functions';
import type { WarmUp } from '../health/warm-up.ts';
import type { RequestMessage } from '../http/message.ts';
import type { Log } from '../observability/request-record.ts';
import type { CloudOperation } from '../operation.ts';
import type { Page } from '../pages/static-pages.ts';
import type { Serve } from '../pipeline.ts';
import { invokeDirectly, limitBody, readRawQuery, WorkerRequest, WorkerResponse } from './direct-invocation.ts';

/** Registers an operation as an HTTP-triggered function. Keys of the host play no part: the pipeline asks for a bearer token. */
export function registerOperation(operation: CloudOperation, serve: Serve): void {
  app.http(operation.name, {
    methods: [operation.method],
    authLevel: 'anonymous',
    // A leading slash would take the whole host down (routes are joined to the prefix as they are).
    route: operation.route.slice(1),
    handler: async (request: HttpRequest | WorkerRequest, context) => {
      const message =
        request instanceof WorkerRequest
          ? request
          : { ...toRequestMessage(request), hostTraceParent: context.traceContext?.traceParent };
      return new WorkerResponse(await serve(message, context.invocationId, toLog(context)));
    },
  });
  invokeDirectly(operation.name);
}

/** Registers a page as an HTTP-triggered function that everyone may call. */
export function registerPage({ name, route, respond: answer }: Page): void {
  app.http(name, {
    methods: ['GET'],
    authLevel: 'anonymous',
    route,
    handler: async (request) => new WorkerResponse(await answer(toRequestMessage(request))),
  });
}

/** Registers the sweep of expired replies, at a quarter past every hour. */
export function registerSweep(sweep: () => Promise<number>): void {
  app.timer('sweepStoredReplies', {
    schedule: '0 15 * * * *',
    handler: async (_, context) => toLog(context)({ operation: 'sweepStoredReplies', swept: await sweep() }),
  });
}

/** Registers the warm-up of a new instance; the host knows it by this very name. */
export function registerWarmUp(warmUp: WarmUp): void {
  app.warmup('warmup', { handler: (_, context) => warmUp(toLog(context)) });
}

function toRequestMessage(request: HttpRequest): RequestMessage {
  return {
    method: request.method,
    params: request.params,
    rawQuery: readRawQuery(request.url),
    header: (name) => request.headers.get(name) ?? undefined,
    async readBody(maxBytes) {
      const length = Number(request.headers.get('content-length'));
      return limitBody(length > maxBytes ? undefined : new Uint8Array(await request.arrayBuffer()), maxBytes);
    },
  };
}

/** One JSON object a line. */
function toLog(context: InvocationContext): Log {
  return (record) => context.log(JSON.stringify(record));
}

/** What no invocation can say: one JSON object a line as well. */
export const report: Log = (record) => console.warn(JSON.stringify(record));
