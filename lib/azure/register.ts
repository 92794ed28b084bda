/** Registers the app's functions with the host and adapts the host's messages to the pipeline's. */
import { app, type HttpRequest, type InvocationContext } from '@azure/functions';
import { compileOperation, toRoute } from '../compile-operation.ts';
import type { RequestMessage } from '../http/message.ts';
import { toLogLine } from '../http/version.ts';
import type { Log } from '../observability/request-record.ts';
import type { Operation } from '../operation.ts';
import type { Page } from '../pages/static-pages.ts';
import { type Entry, type Serve, serve, serveEntry } from '../pipeline.ts';
import { createPolls } from '../polls.ts';
import type { Services } from '../services.ts';
import { invokeDirectly, limitBody, readRawQuery, WorkerRequest, WorkerResponse } from './direct-invocation.ts';

/** Registers every function of the app: operations, pages (probes included), sweep, warm-up and shutdown. */
export function registerApp(operations: readonly Operation[], pages: readonly Page[], services: Services): void {
  for (const operation of operations) {
    // Compiled on the first call, to keep cold starts short.
    const compile = () => serve(compileOperation(operation, services.profile), services);
    registerServed({ ...operation, route: toRoute(operation, services.profile) }, compile);
  }
  const polls = createPolls(operations, services);
  registerServed(polls, () => serveEntry(polls, services));
  invokeDirectly(new Set([...operations, polls].map(({ name }) => name)), () =>
    services.alert('direct_invocation_off', 'worker', 'The worker sent a message of an unexpected shape.'),
  );
  for (const page of pages) registerPage(page);
  // The host knows the warm-up by this very name.
  app.warmup('warmup', { handler: (_, context) => services.warmUp(toLog(context)) });
  app.timer('sweepStoredReplies', {
    schedule: '0 */15 * * * *',
    handler: async (_, context) => toLog(context)({ operation: 'sweepStoredReplies', ...(await services.sweep()) }),
  });
  app.hook.appTerminate(() => {
    services.health.drain();
    return services.close();
  });
}

function registerServed({ name, method, route }: Pick<Entry, 'name' | 'method' | 'route'>, create: () => Serve): void {
  let serveRequest: Serve | undefined;
  app.http(name, {
    methods: [method],
    // The pipeline requires a bearer token; the host's keys are not used.
    authLevel: 'anonymous',
    // A leading slash would stop the host from starting.
    route: route.slice(1),
    handler: async (request: HttpRequest | WorkerRequest, context) => {
      serveRequest ??= create();
      const message = request instanceof WorkerRequest ? request : toRequestMessage(request, context);
      return new WorkerResponse(await serveRequest(message, context.invocationId, toLog(context)));
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
