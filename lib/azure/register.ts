/** Registers the app's functions with the host and adapts the host's messages to the pipeline's. */
import { app, type HttpRequest, type InvocationContext } from '@azure/functions';
import { createBatches, type Served } from '../batch.ts';
import { compileOperation, toRoute } from '../compile-operation.ts';
import { limitBody, type RequestMessage } from '../http/message.ts';
import { toLogLine } from '../http/version.ts';
import type { Log } from '../observability/request-record.ts';
import type { Operation } from '../operation.ts';
import type { Page } from '../pages/static-pages.ts';
import { type Entry, serveOne, toEntry } from '../pipeline.ts';
import { createPolls } from '../polls.ts';
import type { Services } from '../services.ts';
import { invokeDirectly, readRawQuery, WorkerRequest, WorkerResponse } from './direct-invocation.ts';

/** Registers every function of the app: operations, pages (probes included), sweep, warm-up and shutdown. */
export function registerApp(operations: readonly Operation[], pages: readonly Page[], services: Services): void {
  const polls = createPolls(operations, services);
  const single = [...operations.map((operation) => toServed(operation, services)), { ...polls, open: () => polls }];
  const batches = createBatches(single, services).map((batch) => ({ ...batch, open: () => batch }));
  for (const served of [...single, ...batches]) registerServed(served, services);
  invokeDirectly(new Set([...single, ...batches].map(({ name }) => name)), () =>
    services.alert('direct_invocation_off', 'worker', 'The worker sent a message of an unexpected shape.'),
  );
  for (const page of pages) registerPage(page);
  // The host knows the warm-up by this very name.
  app.warmup('warmup', { handler: (_, context) => services.warmUp(toLog(context)) });
  app.timer('sweepStoredResponses', {
    schedule: '0 */15 * * * *',
    handler: async (_, context) => toLog(context)({ operation: 'sweepStoredResponses', ...(await services.sweep()) }),
  });
  app.hook.appTerminate(() => {
    services.health.drain();
    return services.close();
  });
}

/** Compiled on the first call, to keep cold starts short. */
function toServed(operation: Operation, services: Services): Served {
  const { profile } = services;
  let entry: Entry | undefined;
  const open = () => (entry ??= toEntry(compileOperation(operation, profile), services));
  return { ...operation, route: toRoute(operation, profile), open };
}

function registerServed({ name, method, route, open }: Served, services: Services): void {
  app.http(name, {
    methods: [method],
    // The pipeline requires a bearer token; the host's keys are not used.
    authLevel: 'anonymous',
    // A leading slash would stop the host from starting.
    route: route.slice(1),
    handler: async (request: HttpRequest | WorkerRequest, context) => {
      const message = request instanceof WorkerRequest ? request : toRequestMessage(request, context);
      const arrival = { message, requestId: context.invocationId, log: toLog(context) };
      return new WorkerResponse(await serveOne(open(), services, arrival));
    },
  });
}

function registerPage({ name, route, respond }: Page): void {
  app.http(name, {
    // The host serves HEAD only where it is listed.
    methods: ['GET', 'HEAD'],
    authLevel: 'anonymous',
    route,
    handler: async (request, context) => {
      const { body, ...head } = await respond(toRequestMessage(request, context));
      return new WorkerResponse(request.method === 'HEAD' || body === undefined ? head : { ...head, body });
    },
  });
}

function toRequestMessage(request: HttpRequest, context: InvocationContext): RequestMessage {
  return {
    method: request.method,
    params: request.params,
    rawQuery: readRawQuery(request.url),
    header: (name) => request.headers.get(name) ?? undefined,
    hostTraceParent: context.traceContext?.traceParent,
    async readBody(maxBytes) {
      const length = Number(request.headers.get('content-length'));
      return limitBody(length > maxBytes ? undefined : new Uint8Array(await request.arrayBuffer()), maxBytes);
    },
  };
}

/** Logs one JSON object per line. */
function toLog(context: InvocationContext): Log {
  return (record) => context.log(toLogLine(record));
}
