/** Decides whether a caller may call an operation on a resource. Anything that no grant allows is refused. */
import { isResourceId, toFullPath } from '../contracts/resource-id.ts';
import { Problem } from '../http/problem.ts';
import { type AccessPolicy, DELEGATED_SCOPE, findMissing, listGrants, type OwnGrant } from './access-policy.ts';
import { type Caller, createTokenProblem } from './caller.ts';
import { indexGrants, type Requested } from './grant-index.ts';
import { ROLES } from './roles.ts';

/** The granted resources that matched: callers with the same access scope may share a stored response (I1). */
export type AccessScope = string;

/** @throws Problem `insufficient_scope` or `forbidden`. */
export type Authorize = (caller: Caller, role: string, resource: Requested) => AccessScope;

/** `policy` returns the policy in force; it is called for every request. */
export function createAuthorize(policy: () => AccessPolicy): Authorize {
  return (caller, role, resource) => {
    const missing = findMissing(caller, role);
    if (missing) {
      const named = missing === 'scope' ? { scope: DELEGATED_SCOPE } : { role };
      throw createTokenProblem('insufficient_scope', { ...named, reason: missing });
    }
    const { covers, refusedBy } = indexGrants(policy()).decide(caller, role, resource);
    if (refusedBy !== undefined) throw new Problem('forbidden', { cause: `no_grant_for_${refusedBy}` });
    return covers.join(' ');
  };
}

/** Refuses a token that no operation could accept, before anything is done for it. @throws Problem `insufficient_scope` */
export function requireSomeAccess(caller: Caller): void {
  const missing = ROLES.map((role) => findMissing(caller, role));
  if (missing.includes(undefined)) return;
  const [reason = 'role'] = missing;
  throw createTokenProblem('insufficient_scope', { reason, ...(reason === 'scope' && { scope: DELEGATED_SCOPE }) });
}

/** Returns whether the caller may call an operation with this role on the resource. */
export type MayAccess = (caller: Caller, role: string, resource: string) => boolean;

/** `policy` as in `createAuthorize`. */
export function createMayAccess(policy: () => AccessPolicy): MayAccess {
  return (caller, role, resource) =>
    findMissing(caller, role) === undefined &&
    indexGrants(policy()).decide(caller, role, resource).covers !== undefined;
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
