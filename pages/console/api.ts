/** Calls of Frontdesk with the typed client, and the list of the requests that they sent. */

import { computed, signal } from '@preact/signals';
import { type CallOptions, createFrontdeskClient, type ResponseOf } from '../../client/src/index.ts';
import { config } from './context.ts';
import { refreshControl } from './control.ts';
import type { Json } from './logic/kind.ts';
import { toResourcePath } from './logic/known-paths.ts';
import type { PageRequest } from './logic/live-rows.ts';
import { NotSent } from './logic/open-outcome.ts';
import { forget, remember } from './memory.ts';
import { getToken, refuseToken } from './session.ts';

const MAX_PAGE_REQUESTS = 100;

/** Newest first. */
export const pageRequests = signal<readonly PageRequest[]>([]);

/** Its requests have the paths of the deployment's profile and appear in `pageRequests`. */
export const client = computed(() =>
  createFrontdeskClient({
    baseUrl: location.origin,
    profile: config.value.profile as 'vendor',
    getToken: () =>
      getToken().catch(({ message }: Error) => {
        throw new NotSent(message);
      }),
    fetch: (url, init) => {
      const { pathname, search } = new URL(String(url));
      return sendObserved(pathname + search, init ?? {}).finally(refreshControl);
    },
  }),
);

export type Answer = ResponseOf<number, Json>;

/** Calls an operation by its name, as data names it. */
export function call(name: string, input: object, options: CallOptions): Promise<Answer> {
  const operations = client.value as unknown as Record<
    string,
    (input: object, options: CallOptions) => Promise<Answer>
  >;
  return operations[name]?.(input, options) ?? Promise.reject(new Error(`The client has no operation ${name}.`));
}

/** Forgets those that have ended. */
export function clearPageRequests(): void {
  pageRequests.value = pageRequests.value.filter(({ status }) => status === undefined);
}

let lastId = 0;

async function sendObserved(path: string, init: RequestInit): Promise<Response> {
  lastId += 1;
  const { authorization = '', ...headers } = Object.fromEntries(new Headers(init.headers));
  const request: PageRequest = {
    ...{ id: lastId, method: init.method ?? 'GET', path, headers, time: new Date().toISOString() },
    body: typeof init.body === 'string' ? init.body : undefined,
  };
  pageRequests.value = [request, ...pageRequests.value].slice(0, MAX_PAGE_REQUESTS);
  const startedAt = performance.now();
  const complete = (result: Partial<PageRequest>) => {
    const completed = { ...request, ...result, durationMs: Math.round(performance.now() - startedAt) };
    pageRequests.value = pageRequests.value.map((each) => (each.id === request.id ? completed : each));
  };
  try {
    const response = await fetch(path, init);
    complete(readResult(response));
    if (response.status === 401) refuseToken(authorization.replace('Bearer ', ''));
    if (response.ok) rememberResource(request.method, path);
    return response;
  } catch (error) {
    // A read that nobody waits for any more has not failed.
    if ((request.method === 'GET' || path === '/$batch') && init.signal?.aborted)
      pageRequests.value = pageRequests.value.filter((each) => each.id !== request.id);
    else complete({ status: 0 });
    throw error;
  }
}

function rememberResource(method: string, path: string): void {
  const resource = toResourcePath(method, path);
  if (resource === undefined) return;
  if (method === 'DELETE') forget(resource);
  else remember(resource);
}

function readResult({ status, headers }: Response): Partial<PageRequest> {
  const header = (name: string) => headers.get(name) ?? undefined;
  return {
    status,
    requestId: header('x-ms-request-id'),
    cache: header('cache-status'),
    outcome: header('x-frontdesk-outcome'),
    problem: header('x-frontdesk-problem'),
    upstreamRequestId: header('x-frontdesk-upstream-request-id'),
  };
}
