/** The caller's own grants: the console offers what they name. Calls no upstream. Source: C-59. */
import type { SpecialEndpoint } from '../request-context.ts';

const ROUTE = '/console/me/grants';

export const ownGrants: SpecialEndpoint = {
  name: 'showOwnGrants',
  method: 'GET',
  route: ROUTE,
  path: ROUTE,
  upstream: 'none',
  errors: 'arm',
  timeoutMs: 5_000,
  isWrite: false,
  respond: async ({ services, caller }) => {
    return { status: 200, headers: {}, body: JSON.stringify({ value: services.listGrants(caller) }) };
  },
};
