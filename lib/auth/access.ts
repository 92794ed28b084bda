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
export function createRequireAccess(policy: AccessPolicy): RequireAccess {
  const grants = policy.grants.map((grant) => ({
    roles: new Set(grant.roles),
    tenants: grant.tenants && new Set(grant.tenants.map(toKey)),
    clients: grant.clients && new Set(grant.clients.map(toKey)),
    resources: grant.resources.map(toKey),
  }));

  return (caller, role, resource) => {
    if (caller.scopes && !caller.scopes.includes(DELEGATED_SCOPE)) {
      throw refuseToken('insufficient_scope', { scope: DELEGATED_SCOPE, reason: 'scope' });
    }
    if (!caller.roles.includes(role)) throw refuseToken('insufficient_scope', { scope: role, reason: 'role' });
    const path = toKey(resource);
    const matched = grants.flatMap((grant) =>
      grant.roles.has(role) &&
      (!grant.tenants || grant.tenants.has(toKey(caller.tenant))) &&
      (!grant.clients || (caller.client !== undefined && grant.clients.has(toKey(caller.client))))
        ? grant.resources.filter((granted) => isWithin(path, granted))
        : [],
    );
    if (matched.length === 0) throw new Problem('forbidden');
    return [...new Set(matched)].sort().join(' ');
  };
}

/** Whether a path is the granted one or below it, by whole segments. */
function isWithin(path: string, granted: string): boolean {
  return granted === '*' || path === granted || path.startsWith(`${granted}/`);
}

function toKey(text: string): string {
  return text.toLowerCase();
}
