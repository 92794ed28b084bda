/** Decides whether a caller may call an operation on a resource. Anything that no grant allows is refused. */
import { isResourceId, toFullPath } from '../contracts/resource-id.ts';
import { Problem } from '../http/problem.ts';
import {
  type AccessDecision,
  type AccessPolicy,
  DELEGATED_SCOPE,
  explainAccess,
  listGrants,
  type OwnGrant,
  type Requested,
} from './access-policy.ts';
import type { Caller } from './caller.ts';
import { createTokenProblem } from './token-problem.ts';

/** The granted resources that matched: callers with the same access scope may share a stored response (I1). */
export type AccessScope = string;

/** @throws Problem `insufficient_scope` or `forbidden`. */
export type Authorize = (caller: Caller, role: string, resource: Requested) => AccessScope;

/** `policy` returns the policy in force; it is called for every request. */
export function createAuthorize(policy: () => AccessPolicy): Authorize {
  return (caller, role, resource) => {
    const { missing, grants } = explainAccess(policy(), caller, role, resource);
    if (missing) {
      const named = missing === 'scope' ? { scope: DELEGATED_SCOPE } : { role };
      throw createTokenProblem('insufficient_scope', { ...named, reason: missing });
    }
    const covering = new Set(grants.flatMap(({ covers }) => covers ?? []));
    if (covering.size === 0) throw new Problem('forbidden', { cause: describeRefusal(grants) });
    return [...covering].sort().join(' ');
  };
}

/** Says how far the grant came that came furthest: `no_grant_for_resource` if only the resource did not match. */
function describeRefusal(grants: AccessDecision['grants']): string {
  const furthest = GRANT_MEMBERS.findLast(([member]) => grants.some(({ refusedBy }) => refusedBy === member));
  return `no_grant_for_${furthest?.[1] ?? 'role'}`;
}

/** In the order in which a grant is checked. */
const GRANT_MEMBERS = [
  ['roles', 'role'],
  ['tenants', 'tenant'],
  ['clients', 'client'],
  ['resources', 'resource'],
] as const;

/** Returns whether the caller may call an operation with this role on the resource. */
export type MayAccess = (caller: Caller, role: string, resource: string) => boolean;

/** `policy` as in `createAuthorize`. */
export function createMayAccess(policy: () => AccessPolicy): MayAccess {
  return (caller, role, resource) => {
    const { missing, grants } = explainAccess(policy(), caller, role, resource);
    return missing === undefined && grants.some(({ covers }) => covers !== undefined);
  };
}

/** A resource id in a body; `target` is the path of its member. */
export interface NamedResource {
  readonly target: string;
  readonly id: string;
}

/** More would take longer to check than a request may block others. */
const MAX_NAMED = 100;

/**
 * Takes the resources that a body names: the managed identity acts on them for the caller. A relative id is within the
 * operation's own resource. @throws Problem `forbidden` that lists the members that no grant covers,
 * or `invalid_request` for too many.
 */
export type AuthorizeBody = (caller: Caller, role: string, named: readonly NamedResource[]) => void;

/** `policy` as in `createAuthorize`. */
export function createAuthorizeBody(policy: () => AccessPolicy): AuthorizeBody {
  const mayAccess = createMayAccess(policy);
  return (caller, role, named) => {
    if (named.length > MAX_NAMED) {
      const message = `must name at most ${MAX_NAMED} resources`;
      throw new Problem('invalid_request', { details: [{ code: 'invalid_value', target: 'body', message }] });
    }
    const refused = named.filter(({ id }) => !mayName(mayAccess, caller, role, id));
    if (refused.length === 0) return;
    const message = 'names a resource to which you do not have access';
    const details = refused.map(({ target }) => ({ code: 'forbidden', target, message }));
    throw new Problem('forbidden', { details, cause: 'resource_in_body' });
  };
}

function mayName(mayAccess: MayAccess, caller: Caller, role: string, id: string): boolean {
  if (!isResourceId(id)) return false;
  const path = toFullPath(id);
  return path === undefined || mayAccess(caller, role, path);
}

/** What the policy in force decides. */
export interface Decisions {
  readonly authorize: Authorize;
  readonly authorizeBody: AuthorizeBody;
  readonly mayAccess: MayAccess;
  /** Returns the caller's own grants. */
  readonly listGrants: (caller: Caller) => readonly OwnGrant[];
}

/** `policy` as in `createAuthorize`. */
export function createDecisions(policy: () => AccessPolicy): Decisions {
  return {
    authorize: createAuthorize(policy),
    authorizeBody: createAuthorizeBody(policy),
    mayAccess: createMayAccess(policy),
    listGrants: (caller) => listGrants(policy(), caller),
  };
}
