/** A client with one method per operation. Each call sends one request, unless `retry` is set: no cache, no stored tokens. */
import { createPager } from './pages.ts';
import { ROUTES } from './schema.ts';
import { send } from './send.ts';
import type { ClientOptions, FrontdeskClient, OperationName, ProfileName, WaitOptions } from './types.ts';
import type { AnyCall, AnyResponse } from './untyped.ts';
import { wait } from './wait.ts';

/** Returns a client; it sends nothing before the first call. */
export function createFrontdeskClient<Profile extends ProfileName = 'vendor'>(
  options: ClientOptions<Profile>,
): FrontdeskClient<Profile> {
  const methods = Object.entries(ROUTES).map(([name, route]): [string, AnyCall] => {
    const path = toProfilePath(route.path, options.profile);
    const operation = { ...route, name: name as OperationName, path };
    const call: AnyCall = (input, callOptions = {}) => send(options, operation, input, callOptions);
    return [name, Object.assign(call, createPager(call))];
  });
  const calls: Readonly<Record<string, AnyCall>> = Object.fromEntries(methods);
  const follow = (response: AnyResponse, waiting?: WaitOptions) =>
    wait(calls['getOperation'] as AnyCall, response, waiting);
  // The routes and the types are generated from one document.
  return { ...calls, wait: follow } as unknown as FrontdeskClient<Profile>;
}

/** Returns the path in the names of the profile; a test compares all with the document of that profile. */
export function toProfilePath(path: string, profile: ProfileName = 'vendor'): string {
  if (profile === 'vendor') return path;
  return path
    .replaceAll('/Vendor.', '/Microsoft.')
    .replace(/^\/vendor-docs\//, '/documentintelligence/')
    .replace(/^\/solutions\//, '/v1.0/solutions/')
    .replace(/^\/companies\b/, '/v2.0/companies');
}
