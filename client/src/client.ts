/** A client with one method per operation. Each call sends one request, unless `retry` is set: no cache, no stored tokens. */
import { createPager } from './pages.ts';
import { PREFIXES, ROUTES } from './schema.ts';
import { send } from './send.ts';
import type { ClientOptions, FrontdeskClient, OperationName, ProfileName, WaitOptions } from './types.ts';
import type { AnyCall, AnyResponse } from './untyped.ts';
import { wait } from './wait.ts';

/** Returns a client; it sends nothing before the first call. */
export function createFrontdeskClient<Profile extends ProfileName = 'vendor'>(
  options: ClientOptions<Profile>,
): FrontdeskClient<Profile> {
  const calls = {
    wait: (response: AnyResponse, waiting?: WaitOptions) => wait(calls.getOperation, response, waiting),
  } as unknown as Record<OperationName, AnyCall>;
  for (const [key, route] of Object.entries(ROUTES)) {
    const name = key as OperationName;
    const operation = { ...route, name, path: toProfilePath(route.path, options.profile) };
    const call: AnyCall = (input, callOptions = {}) => send(options, operation, input, callOptions);
    calls[name] = Object.assign(call, createPager(call));
  }
  // The routes and the types are generated from one document.
  return calls as unknown as FrontdeskClient<Profile>;
}

/** Returns the path in the names of the profile; a test compares all with the document of that profile. */
export function toProfilePath(path: string, profile?: ProfileName): string {
  if (profile !== 'microsoft') return path;
  const [, first = ''] = /^\/(\w+)/.exec(path) ?? [];
  const named = path.replaceAll('/Vendor.', '/Microsoft.').replace(/^\/vendor-docs\//, '/documentintelligence/');
  return (PREFIXES[first] ?? '') + named;
}
