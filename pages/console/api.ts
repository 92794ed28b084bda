/** Calls of Frontdesk with the typed client, and the list of the requests that they sent. */
import { signal } from '@preact/signals';
import { type BatchingClient, createBatchingClient } from '../../client/src/batch.ts';
import { type ClientOptions, createFrontdeskClient, type FrontdeskClient } from '../../client/src/index.ts';
import { PROFILES } from '../../lib/profiles.ts';
import type { Config } from './config.ts';
import { refreshControl } from './control.ts';
import { omitSecrets } from './logic/curl.ts';
import { toResourcePath } from './logic/known-paths.ts';
import type { PageRequest } from './logic/live-rows.ts';
import { NotSent } from './logic/open-outcome.ts';
import { toProfilePath } from './logic/profile-path.ts';
import { forget, remember } from './memory.ts';
import { getToken } from './session.ts';

const MAX_PAGE_REQUESTS = 100;

/** Newest first. */
export const pageRequests = signal<readonly PageRequest[]>([]);

/** Returns a client whose requests have the paths of the deployment's profile and appear in `pageRequests`. */
export function createClient(config: Config): FrontdeskClient {
  return createFrontdeskClient(toOptions(config));
}

/** Returns such a client whose reads of the same moment are one batch. The paths in its body are of the profile from the start. */
export function createBatching(config: Config): BatchingClient {
  return createBatchingClient({ ...toOptions(config), profile: config.profile as 'vendor' });
}

function toOptions(config: Config): ClientOptions {
  const profile = PROFILES[config.profile];
  return {
    baseUrl: location.origin,
    getToken: () =>
      getToken(config).catch(({ message }: Error) => {
        throw new NotSent(message);
      }),
    fetch: (url, init) => {
      const { pathname, search } = new URL(String(url));
      const path = toProfilePath(pathname, profile) + search;
      return sendObserved(path, init ?? {}).finally(() => refreshControl(config));
    },
  };
}

/** Forgets those that have ended. */
export function clearPageRequests(): void {
  pageRequests.value = pageRequests.value.filter(({ status }) => status === undefined);
}

let lastId = 0;

async function sendObserved(path: string, init: RequestInit): Promise<Response> {
  lastId += 1;
  const { authorization: _, ...headers } = Object.fromEntries(new Headers(init.headers));
  const request: PageRequest = {
    ...{ id: lastId, method: init.method ?? 'GET', path, headers, time: new Date().toISOString() },
    ...(typeof init.body === 'string' ? { body: omitSecrets(init.body) } : {}),
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
    challenge: header('www-authenticate'),
    outcome: header('x-frontdesk-outcome'),
  };
}

interface Missing {
  readonly kind: 'scope' | 'role';
  readonly name: string;
}

/** Returns the scope or role that the 403 names as missing. */
export function findMissing(requestId: string | undefined): Missing | undefined {
  const challenge = pageRequests.value.find((each) => each.requestId === requestId)?.challenge;
  const [, kind, name] = /(scope|role)="([^"]+)"/.exec(challenge ?? '') ?? [];
  return name === undefined ? undefined : { kind: kind as Missing['kind'], name };
}
