/**
 * Decides whether a caller may do an operation to a resource. Nothing is allowed that no grant allows.
 * Source: DESIGN 3 (Access); RFC 6750 3.1.
 */
import * as z from 'zod';
import { Problem } from '../http/problem.ts';
import { refuseToken } from './bearer.ts';
import type { Caller } from './caller.ts';

/** Names are compared without regard to case. */
const name = z.string().min(1).transform(toKey);

const resource = z
  .string()
  .regex(/^(?:\*|(?:\/[^/]+)+)$/, 'must be * or start with /')
  .transform(toKey);

/** What the policy's author writes. */
export const accessPolicy = z.strictObject({
  grants: z
    .array(
      z.strictObject({
        roles: z.array(z.string().min(1)).min(1),
        tenants: z.array(name).min(1).optional(),
        clients: z.array(name).min(1).optional(),
        resources: z.array(resource).min(1),
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

/** How the policy judges a caller's wish: what is missing, else the resources of each grant that cover the wished one. */
export interface Judgement {
  readonly missing: 'scope' | 'role' | undefined;
  /** In the policy's order; a grant that covers nothing says what stands against it. */
  readonly grants: readonly Weighed[];
}

type Weighed =
  | { readonly covers: readonly string[] }
  | { readonly refusedBy: 'roles' | 'tenants' | 'clients' | 'resources'; readonly covers?: undefined };

/** Judges a wish: `resource` is a path such as `/subscriptions/…`. */
export function judgeAccess(policy: AccessPolicy, caller: Caller, role: string, resource: string): Judgement {
  return {
    missing: findMissing(caller, role),
    grants: policy.grants.map((grant) => weigh(grant, caller, role, toKey(resource))),
  };
}

/** Answers a function that throws Problem `insufficient_scope` or `forbidden` where the policy in force does not grant the wish. */
export function createRequireAccess(policy: () => AccessPolicy): RequireAccess {
  return (caller, role, resource) => {
    const { missing, grants } = judgeAccess(policy(), caller, role, resource);
    if (missing)
      throw refuseToken('insufficient_scope', { scope: missing === 'scope' ? DELEGATED_SCOPE : role, reason: missing });
    const covering = new Set(grants.flatMap(({ covers = [] }) => covers));
    if (covering.size === 0) throw new Problem('forbidden');
    return [...covering].sort().join(' ');
  };
}

/** An application's own token has no scopes: its roles speak for it. */
function findMissing(caller: Caller, role: string): Judgement['missing'] {
  if (caller.scopes && !caller.scopes.includes(DELEGATED_SCOPE)) return 'scope';
  return caller.roles.includes(role) ? undefined : 'role';
}

function weigh(grant: AccessPolicy['grants'][number], caller: Caller, role: string, resource: string): Weighed {
  if (!grant.roles.includes(role)) return { refusedBy: 'roles' };
  if (grant.tenants && !names(grant.tenants, caller.tenant)) return { refusedBy: 'tenants' };
  if (grant.clients && !names(grant.clients, caller.client)) return { refusedBy: 'clients' };
  const covers = grant.resources.filter((granted) => isWithin(resource, granted));
  return covers.length > 0 ? { covers } : { refusedBy: 'resources' };
}

function names(list: readonly string[], name: string | undefined): boolean {
  return name !== undefined && list.includes(toKey(name));
}

/** Whether a path is the granted one or below it, by whole segments. */
function isWithin(path: string, granted: string): boolean {
  return granted === '*' || path === granted || path.startsWith(`${granted}/`);
}

/** Letters of other alphabets keep their case: some of them turn into an ASCII letter, and would reach another's resource. */
function toKey(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
