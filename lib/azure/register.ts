/** Registers the app's functions with the host and adapts the host's messages to the pipeline's. */
import { app, type HttpMethod, type HttpRequest, type InvocationContext } from '@azure/functions';
import { toRoute } from '../compile-operation.ts';
import { Arrival, type Received, type Route, type Served } from '../endpoint.ts';
import type { ErrorFormatName } from '../http/error-formats.ts';
import { limitBody, type RequestMessage } from '../http/message.ts';
import { matchPath } from '../http/path.ts';
import { Problem } from '../http/problem.ts';
import { type Log, toLogLine } from '../observability/request-record.ts';
import type { Operation } from '../operation.ts';
import type { Page } from '../pages/static-pages.ts';
import { refuse, serve } from '../pipeline.ts';
import { PROFILES, type Profile } from '../profiles.ts';
import type { Services } from '../services.ts';
import { invokeDirectly, readRawQuery, WorkerRequest, WorkerResponse } from './direct-invocation.ts';
import { UNKNOWN_ROUTES } from './list-functions.ts';

/** Registers every function of the app, and its end. `operations` are also those that are not served. */
export function registerApp(
  operations: readonly Operation[],
  routes: readonly Route[],
  pages: readonly Page[],
  services: Services,
): void {
  for (const route of routes) registerRoute(route, services);
  const handler = createRefusal(operations, services);
  for (const { name, route } of UNKNOWN_ROUTES)
    app.http(name, { methods: METHODS, authLevel: 'anonymous', route, handler });
  invokeDirectly(new Set([...routes, ...UNKNOWN_ROUTES].map(({ name }) => name)), () =>
    services.alert('direct_invocation_off', 'worker', 'The worker sent a message of an unexpected shape.'),
  );
  for (const page of pages) registerPage(page, handler);
  // The host calls it when nothing runs any more, and takes no more lines of the log.
  app.hook.appTerminate(() => services.close());
}

const METHODS: HttpMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function registerRoute({ name, method, route, open }: Route, services: Services): void {
  app.http(name, {
    // the host serves HEAD only where it is listed.
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    // The pipeline requires a bearer token; the host's keys are not used.
    authLevel: 'anonymous',
    // A leading slash would stop the host from starting.
    route: route.slice(1),
    handler: async (request: HttpRequest | WorkerRequest, context) => {
      const message = request instanceof WorkerRequest ? request : toRequestMessage(request, context);
      const response = await serve(open(), services, toReceived(message, context));
      return new WorkerResponse(response, message.method);
    },
  });
}

const UNKNOWN_ROUTE = {
  ...{ name: 'unknownRoute', upstream: 'none', errors: 'arm', route: '/', path: '/', timeoutMs: 0, isWrite: false },
} as const;

type Handler = (request: HttpRequest | WorkerRequest, context: InvocationContext) => Promise<WorkerResponse>;

/** Returns the handler that refuses requests to unknown routes, without authentication. */
function createRefusal(operations: readonly Operation[], services: Services): Handler {
  return async (request, context) => {
    const message = request instanceof WorkerRequest ? request : toRequestMessage(request, context);
    const path = `/${message.params['path'] ?? ''}`;
    const problem = createUnknownRoute(path, message.method, operations, services.profile);
    const endpoint = { ...UNKNOWN_ROUTE, method: message.method, errors: findErrors(path, operations) } as Served;
    const arrival = new Arrival(endpoint, services, toReceived(message, context));
    arrival.record.set({ segment: readSegment(path, operations) });
    return new WorkerResponse(await refuse(endpoint, arrival, problem), message.method);
  };
}

/** Returns the error format of the API for which a path of no operation was meant: its end is an operation's, or else its first word. */
function findErrors(path: string, operations: readonly Operation[]): ErrorFormatName {
  const asked = path.toLowerCase().replace(/\/+$/, '');
  const find = (isMeant: (route: string) => boolean) =>
    operations.find((each) => Object.values(PROFILES).some((own) => isMeant(toRoute(each, own).toLowerCase())));
  const byEnd = find((route) => asked.endsWith(/[^}]*\/[^}]*$/.exec(route)?.[0] ?? '?'));
  return (byEnd ?? find((route) => asked.startsWith(/^\/[^/(]*/.exec(route)?.[0] ?? '?')))?.errors ?? 'arm';
}

/** Returns the first segment if an operation's path has it, otherwise `*`: other words are the caller's. */
function readSegment(path: string, operations: readonly Operation[]): string {
  const [segment = '*'] = /^[^/(]+/.exec(path.slice(1).toLowerCase()) ?? [];
  const begins = (route: string) => /^[^/(]+/.exec(route.slice(1).toLowerCase())?.[0] === segment;
  return operations.some((each) => Object.values(PROFILES).some((own) => begins(toRoute(each, own)))) ? segment : '*';
}

/** Names the profile if the path is one of the other's: a frontend that was built for it gets nothing else. */
function createUnknownRoute(path: string, method: string, operations: readonly Operation[], own: Profile): Problem {
  const { name } = own;
  const other = PROFILES[name === 'vendor' ? 'microsoft' : 'vendor'];
  // OPERATIONS lacks it.
  if (operations.some((each) => each.method === method && matchPath(toRoute(each, own), path)))
    return new Problem('route_not_found', { cause: 'not_in_operations' });
  if (!operations.some((operation) => matchPath(toRoute(operation, other), path)))
    return new Problem('route_not_found');
  const message = `The path has the names of the profile ${other.name}; this Frontdesk has the profile ${name} (CLOUD_PROFILE).`;
  return new Problem('route_not_found', { message, cause: 'other_profile' });
}

function registerPage({ name, route, respond }: Page, refuse: Handler): void {
  app.http(name, {
    // The host serves HEAD only where it is listed.
    methods: ['GET', 'HEAD'],
    authLevel: 'anonymous',
    route,
    handler: async (request, context) => {
      const response = await respond(toRequestMessage(request, context));
      return response ? new WorkerResponse(response, request.method) : refuse(request, context);
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
    readBody: async (maxBytes) => limitBody(new Uint8Array(await request.arrayBuffer()), maxBytes),
  };
}

function toReceived(message: RequestMessage, context: InvocationContext): Received {
  return { message, requestId: context.invocationId, log: toLog(context) };
}

/** Logs one JSON object per line. */
function toLog(context: InvocationContext): Log {
  return (record) => context.log(toLogLine(record));
}
