/** Every HTTP function of the app: what is registered with the host, and has its level in host.json. */
import * as z from 'zod';
import { createBatches } from '../batch.ts';
import { type CompiledOperation, compileOperation, toRoute } from '../compile-operation.ts';
import type { Endpoint, OwnEndpoint, Route, Served } from '../endpoint.ts';
import { parseUrl } from '../http/parse-request.ts';
import { createPolls, type ServedRoute } from '../long-running.ts';
import type { Operation } from '../operation.ts';
import { listPages, type Page } from '../pages/static-pages.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings/schema.ts';

/**
 * Routes of the functions that refuse every unknown path. The host tries functions in the order of their names, so these are last. They
 * leave out the host's own paths, below `admin` and `runtime`; the root has its own route, because no pattern matches an empty path.
 */
export const UNKNOWN_ROUTES = [
  { name: 'zUnknownRoot', route: '{root:maxlength(0)?}' },
  { name: 'zUnknownRoutes', route: '{*path:regex(^(?!(?:admin|runtime)(?:/|$)))}' },
] as const;

/** Returns the functions that the pipeline serves: operations, polls, batches, and the caller's own grants for the console. */
export function listRoutes(
  operations: readonly Operation[],
  { PAGES }: Pick<Settings, 'PAGES'>,
  services: Services,
): readonly Route[] {
  const served = operations.map((operation) => toServedRoute(operation, services));
  const single = [...served, open(createPolls(served, services))];
  const grants = PAGES?.includes('console') ? [OWN_GRANTS] : [];
  return [...single, ...[...createBatches(single, services), ...grants].map(open)];
}

/** Returns the route of an operation, which is compiled once. */
export function toServedRoute(operation: Operation, services: Pick<Services, 'profile'>): ServedRoute {
  const { name, method } = operation;
  const { profile } = services;
  let compiled: CompiledOperation | undefined;
  return {
    ...{ name, method, route: toRoute(operation, profile) },
    open: () => (compiled ??= compileOperation(operation, profile)),
  };
}

function open(endpoint: Endpoint & Served): Route {
  return { ...endpoint, open: () => endpoint };
}

const GRANTS_PATH = '/console/me/grants';
const NO_INPUT = { params: z.object({}) };

/** The caller's own grants: the console offers what they name. Calls no upstream. Source: C-59. */
const OWN_GRANTS: OwnEndpoint = {
  name: 'showOwnGrants',
  method: 'GET',
  route: GRANTS_PATH,
  path: GRANTS_PATH,
  upstream: 'none',
  errors: 'arm',
  timeoutMs: 5_000,
  isWrite: false,
  request: NO_INPUT,
  parseUrl: (message) => parseUrl(NO_INPUT, { path: GRANTS_PATH, resource: GRANTS_PATH }, message),
  authorize: () => '',
  respond: async ({ arrival, caller }) => {
    const value = arrival.services.authorizer.listGrants(caller);
    return { status: 200, headers: {}, body: JSON.stringify({ value }) };
  },
};

/** Returns the functions without authentication: probes, and the pages that `PAGES` names, whose files are in `folder`. */
export function listAnonymous(settings: Settings, folder: string, { health }: Pick<Services, 'health'>) {
  const probes: readonly Page[] = [
    { name: 'healthz', route: 'healthz', respond: async () => health.respondAlive() },
    { name: 'readyz', route: 'readyz', respond: () => health.respondReady() },
  ];
  return [...probes, ...listPages(settings, folder)];
}
