/**
 * Decides whether a caller may do an operation to a resource. Nothing is allowed that no grant allows.
 * Source: DESIGN 3 (Access); RFC 6750 3.1.
 */
import * as z from 'zod';
import { Problem } from '../http/problem.ts';
import { createTokenProblem } from './bearer.ts';
import type { Caller } from './caller.ts';

/** Names are compared without regard to case. */
const name = z.string().min(1).transform(foldCase);

const resource = z
  .string()
  .regex(/^(?:\*|(?:\/[^/]+)+)$/, 'must be * or start with /')
  .transform(foldCase);

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

export type Authorize = (caller: Caller, role: string, resource: string) => AccessScope;

/** How the policy judges a caller's wish: what is missing, else the resources of each grant that cover the wished one. */
export interface AccessDecision {
  readonly missing: 'scope' | 'role' | undefined;
  /** In the policy's order; a grant that covers nothing says what stands against it. */
  readonly grants: readonly GrantResult[];
}

type GrantResult =
  | { readonly covers: readonly string[] }
  | { readonly refusedBy: 'roles' | 'tenants' | 'clients' | 'resources'; readonly covers?: undefined };

/** Judges a wish: `resource` is a path such as `/subscriptions/…`. */
export function explainAccess(policy: AccessPolicy, caller: Caller, role: string, resource: string): AccessDecision {
  const wish = toAccessRequest(caller, role, resource);
  return {
    missing: findMissing(caller, role),
    grants: policy.grants.map((grant) => checkGrant(grant, wish)),
  };
}

/** Answers a function that throws Problem `insufficient_scope` or `forbidden` where the policy in force does not grant the wish. */
export function createAuthorize(policy: () => AccessPolicy): Authorize {
  return (caller, role, resource) => {
    const missing = findMissing(caller, role);
    if (missing)
      throw createTokenProblem('insufficient_scope', {
        scope: missing === 'scope' ? DELEGATED_SCOPE : role,
        reason: missing,
      });
    const covering = findCovering(policy(), toAccessRequest(caller, role, resource));
    if (covering.length === 0) throw new Problem('forbidden');
    return covering.sort().join(' ');
  };
}

/** Answers the granted resources that cover the wished one, each once. */
function findCovering({ grants }: AccessPolicy, wish: AccessRequest): string[] {
  const covering: string[] = [];
  for (const grant of grants) {
    for (const granted of checkGrant(grant, wish).covers ?? []) if (!covering.includes(granted)) covering.push(granted);
  }
  return covering;
}

/** An application's own token has no scopes: its roles speak for it. */
function findMissing(caller: Caller, role: string): AccessDecision['missing'] {
  if (caller.scopes && !caller.scopes.includes(DELEGATED_SCOPE)) return 'scope';
  return caller.roles.includes(role) ? undefined : 'role';
}

/** Names in their comparable form. */
interface AccessRequest {
  readonly role: string;
  readonly tenant: string;
  readonly client: string | undefined;
  readonly path: string;
}

function toAccessRequest({ tenant, client }: Caller, role: string, resource: string): AccessRequest {
  return { role, tenant: foldCase(tenant), client: client && foldCase(client), path: foldCase(resource) };
}

function checkGrant(grant: AccessPolicy['grants'][number], { role, tenant, client, path }: AccessRequest): GrantResult {
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
function foldCase(text: string): string {
  // Stryker disable next-line Regex: the quick way to the same
  const isAscii = /^[\0-\x7f]*$/.test(text);
  return isAscii ? text.toLowerCase() : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
