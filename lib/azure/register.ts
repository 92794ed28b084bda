/** Registers the app's functions with the host and adapts the host's messages to the pipeline's. */
import { app, type HttpMethod, type HttpRequest, type InvocationContext } from '@azure/functions';
import { toRoute } from '../compile-operation.ts';
import { type Received, type Route, readArrival, type Served } from '../endpoint.ts';
import { limitBody, type RequestMessage } from '../http/message.ts';
import { createPathMatcher } from '../http/path.ts';
import { Problem } from '../http/problem.ts';
import { toLogLine } from '../observability/request-record.ts';
import type { Operation } from '../operation.ts';
import type { Page } from '../pages/static-pages.ts';
import { refuse, serve } from '../pipeline.ts';
import { PROFILES, type Profile } from '../profiles.ts';
import type { Services } from '../services.ts';
import { invokeDirectly, readRawQuery, WorkerResponse } from './direct-invocation.ts';
import { UNKNOWN_ROUTES } from './list-functions.ts';

/** Registers every function of the app, and what ends it. `operations` has also those that are not served. */
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
    handler: async (request: HttpRequest | RequestMessage, context) => {
      const response = await serve(open(), services, toReceived(request, context));
      return new WorkerResponse(response, request.method);
    },
  });
}

type Handler = (request: HttpRequest | RequestMessage, context: InvocationContext) => Promise<WorkerResponse>;

/** Returns the handler that refuses requests to unknown routes, without authentication. */
function createRefusal(operations: readonly Operation[], services: Services): Handler {
  let known: ReturnType<typeof listKnown> | undefined;
  return async (request, context) => {
    const path = `/${request.params['path'] ?? ''}`;
    const method = request.method as Served['method'];
    known ??= listKnown(operations);
    // The API that the caller means, by the end of the path, or else by its first word.
    const requested = path.toLowerCase().replace(/\/+$/, '');
    const begun = known.find(({ start }) => start === readStart(requested));
    const meant = known.find(({ end }) => requested.endsWith(end)) ?? begun;
    const endpoint = { ...UNKNOWN_ROUTE, method, errors: meant?.errors ?? 'arm' };
    const arrival = readArrival(endpoint, services, toReceived(request, context));
    // Any other word may be the caller's own.
    arrival.record.set({ segment: begun?.start.slice(1) ?? '*' });
    const matching = known.filter(({ match }) => match(path));
    return new WorkerResponse(await refuse(endpoint, arrival, explain(matching, method, services.profile)), method);
  };
}

const UNKNOWN_ROUTE = { name: 'unknownRoute', upstream: 'none', route: '/', path: '/', timeoutMs: 0, isWrite: false };

type KnownPath = ReturnType<typeof listKnown>[number];

/** Lists the paths of the operations in the names of each profile. */
function listKnown(operations: readonly Operation[]) {
  return Object.values(PROFILES).flatMap((profile) =>
    operations.map((operation) => {
      const route = toRoute(operation, profile).toLowerCase();
      const { method, errors } = operation;
      const end = /[^}]*\/[^}]*$/.exec(route)?.[0] ?? '?';
      return { method, errors, profile: profile.name, match: createPathMatcher(route), start: readStart(route), end };
    }),
  );
}

/** Returns the first word of a path, after its slash. */
const readStart = (path: string): string => /^\/[^/(]*/.exec(path)?.[0] ?? '?';

/** Returns the problem of an unknown route. It names the other profile if that has the path: the frontend was built for it. */
function explain(matching: readonly KnownPath[], method: string, { name }: Profile): Problem {
  if (matching.some((known) => known.profile === name && known.method === method))
    // OPERATIONS lacks it.
    return new Problem('route_not_found', { cause: 'not_in_operations' });
  const other = matching.find(({ profile }) => profile !== name)?.profile;
  if (other === undefined) return new Problem('route_not_found');
  const message = `The path has the names of the profile ${other}; this Frontdesk has the profile ${name} (CLOUD_PROFILE).`;
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

function toReceived(request: HttpRequest | RequestMessage, context: InvocationContext): Received {
  const message = 'rawQuery' in request ? request : toRequestMessage(request, context);
  return { message, requestId: context.invocationId, log: (record) => context.log(toLogLine(record)) };
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
