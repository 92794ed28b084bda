/**
 * Decides whether a caller may do an operation to a resource. Nothing is allowed that no grant allows.
 * Source: DESIGN 3 (Access); RFC 6750 3.1.
 */
import * as z from 'zod';
import { Problem } from '../http/problem.ts';
import { refuseToken } from './bearer.ts';
import type { Caller } from './caller.ts';

/** What the policy's author writes. */
export const accessPolicy = z.strictObject({
  grants: z
    .array(
      z.strictObject({
        roles: z.array(z.string().min(1)).min(1),
        tenants: z.array(z.string().min(1)).min(1).optional(),
        clients: z.array(z.string().min(1)).min(1).optional(),
        resources: z
          .array(z.union([z.literal('*'), z.string().regex(/^(?:\/[^/]+)+$/, 'must be * or start with /')]))
          .min(1),
      }),
    )
    .min(1),
});

export type AccessPolicy = z.infer<typeof accessPolicy>;

/** The scope that every delegated token bears. */
const DELEGATED_SCOPE = 'user_impersonation';

/** Which grants decided: callers with the same access scope may share a stored reply (DESIGN 4, 1). */
export type AccessScope = string;

export type RequireAccess = (caller: Caller, role: string, resource: string) => AccessScope;

/**
 * Answers a function that throws Problem `insufficient_scope` when the token lacks the scope or the role,
 * and `forbidden` when no grant holds for the resource (a path such as `/subscriptions/…`).
 */
export function createRequireAccess(source: () => AccessPolicy): RequireAccess {
  let policy: AccessPolicy | undefined;
  let grants: readonly Grant[] = [];

  return (caller, role, resource) => {
    if (policy !== source()) {
      policy = source();
      grants = policy.grants.map(toGrant);
    }
    if (caller.scopes && !caller.scopes.includes(DELEGATED_SCOPE)) {
      throw refuseToken('insufficient_scope', { scope: DELEGATED_SCOPE, reason: 'scope' });
    }
    if (!caller.roles.includes(role)) throw refuseToken('insufficient_scope', { scope: role, reason: 'role' });
    const path = toKey(resource);
    const matched = grants
      .filter((grant) => mayUse(grant, caller, role))
      .flatMap((grant) => grant.resources.filter((granted) => isWithin(path, granted)));
    if (matched.length === 0) throw new Problem('forbidden');
    return [...new Set(matched)].sort().join(' ');
  };
}

interface Grant {
  readonly roles: ReadonlySet<string>;
  readonly tenants: ReadonlySet<string> | undefined;
  readonly clients: ReadonlySet<string> | undefined;
  readonly resources: readonly string[];
}

function toGrant({ roles, tenants, clients, resources }: AccessPolicy['grants'][number]): Grant {
  return {
    roles: new Set(roles),
    tenants: tenants && new Set(tenants.map(toKey)),
    clients: clients && new Set(clients.map(toKey)),
    resources: resources.map(toKey),
  };
}

function mayUse(grant: Grant, { tenant, client }: Caller, role: string): boolean {
  return (
    grant.roles.has(role) &&
    (!grant.tenants || grant.tenants.has(toKey(tenant))) &&
    (!grant.clients || (client !== undefined && grant.clients.has(toKey(client))))
  );
}

/** Whether a path is the granted one or below it, by whole segments. */
function isWithin(path: string, granted: string): boolean {
  return granted === '*' || path === granted || path.startsWith(`${granted}/`);
}

function toKey(text: string): string {
  return text.toLowerCase();
}
