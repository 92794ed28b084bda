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
  const wish = toWish(caller, role, resource);
  return {
    missing: findMissing(caller, role),
    grants: policy.grants.map((grant) => weigh(grant, wish)),
  };
}

/** Answers a function that throws Problem `insufficient_scope` or `forbidden` where the policy in force does not grant the wish. */
export function createRequireAccess(policy: () => AccessPolicy): RequireAccess {
  return (caller, role, resource) => {
    const missing = findMissing(caller, role);
    if (missing)
      throw refuseToken('insufficient_scope', { scope: missing === 'scope' ? DELEGATED_SCOPE : role, reason: missing });
    const covering = findCovering(policy(), toWish(caller, role, resource));
    if (covering.length === 0) throw new Problem('forbidden');
    return covering.sort().join(' ');
  };
}

/** Answers the granted resources that cover the wished one, each once. */
function findCovering({ grants }: AccessPolicy, wish: Wish): string[] {
  const covering: string[] = [];
  for (const grant of grants) {
    for (const granted of weigh(grant, wish).covers ?? []) if (!covering.includes(granted)) covering.push(granted);
  }
  return covering;
}

/** An application's own token has no scopes: its roles speak for it. */
function findMissing(caller: Caller, role: string): Judgement['missing'] {
  if (caller.scopes && !caller.scopes.includes(DELEGATED_SCOPE)) return 'scope';
  return caller.roles.includes(role) ? undefined : 'role';
}

/** Names in their comparable form. */
interface Wish {
  readonly role: string;
  readonly tenant: string;
  readonly client: string | undefined;
  readonly path: string;
}

function toWish({ tenant, client }: Caller, role: string, resource: string): Wish {
  return { role, tenant: toKey(tenant), client: client && toKey(client), path: toKey(resource) };
}

function weigh(grant: AccessPolicy['grants'][number], { role, tenant, client, path }: Wish): Weighed {
  if (!grant.roles.includes(role)) return { refusedBy: 'roles' };
  if (grant.tenants && !grant.tenants.includes(tenant)) return { refusedBy: 'tenants' };
  if (grant.clients && !grant.clients.some((granted) => granted === client)) return { refusedBy: 'clients' };
  const covers = grant.resources.filter((granted) => isWithin(path, granted));
  return covers.length > 0 ? { covers } : { refusedBy: 'resources' };
}

/** Whether a path is the granted one or below it, by whole segments. */
function isWithin(path: string, granted: string): boolean {
  if (granted === '*') return true;
  return path.startsWith(granted) && (path.length === granted.length || path[granted.length] === '/');
}

/** Letters of other alphabets keep their case: some of them turn into an ASCII letter, and would reach another's resource. */
function toKey(text: string): string {
  // Stryker disable next-line Regex: the quick way to the same
  const isAscii = /^[\0-\x7f]*$/.test(text);
  return isAscii ? text.toLowerCase() : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
