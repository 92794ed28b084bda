/** Decides whether a caller may call an operation on a resource. Anything that no grant allows is refused. */
import { isResourceId, toFullPath } from '../contracts/resource-id.ts';
import { Problem } from '../http/problem.ts';
import { type AccessPolicy, DELEGATED_SCOPE, findMissing, listGrants } from './access-policy.ts';
import { type Caller, createTokenProblem } from './caller.ts';
import { indexGrants, type Requested } from './grant-index.ts';
import { ROLES } from './roles.ts';

/** The granted resources that matched: callers with the same access scope may share a stored response (I1). */
export type AccessScope = string;

/** Refuses a token that no operation could accept, before anything is done for it. @throws Problem `insufficient_scope` */
export function requireSomeAccess(caller: Caller): AccessScope {
  const missing = ROLES.map((role) => findMissing(caller, role));
  if (missing.includes(undefined)) return '';
  const [reason = 'role'] = missing;
  throw createTokenProblem('insufficient_scope', { reason, ...(reason === 'scope' && { scope: DELEGATED_SCOPE }) });
}

/** A resource id in a body; `target` is the path of its member. */
export interface NamedResource {
  readonly target: string;
  readonly id: string;
}

/** The check of more resources would block other requests for too long. */
const MAX_NAMED = 100;

/** Decides by the policy in force. */
export class Authorizer {
  readonly #policy: () => AccessPolicy;

  /** `policy` returns the policy in force; it is called for every decision. */
  constructor(policy: () => AccessPolicy) {
    this.#policy = policy;
  }

  /** Returns what the caller may access. @throws Problem `insufficient_scope` or `forbidden`. */
  authorize(caller: Caller, role: string, resource: Requested): AccessScope {
    const missing = findMissing(caller, role);
    if (missing) {
      const named = missing === 'scope' ? { scope: DELEGATED_SCOPE } : { role };
      throw createTokenProblem('insufficient_scope', { ...named, reason: missing });
    }
    const { covers, refusedBy } = indexGrants(this.#policy()).decide(caller, role, resource);
    if (refusedBy !== undefined) throw new Problem('forbidden', { cause: `no_grant_for_${refusedBy}` });
    return covers.join(' ');
  }

  /** Returns whether the caller may call an operation with this role on the resource. */
  mayAccess(caller: Caller, role: string, resource: string): boolean {
    if (findMissing(caller, role) !== undefined) return false;
    return indexGrants(this.#policy()).decide(caller, role, resource).covers !== undefined;
  }

  /**
   * Checks the resources that a body names, because the managed identity acts on them. A relative id is within the operation's own
   * resource. @throws Problem `forbidden`, which lists the members without a grant, or `invalid_request` for too many.
   */
  authorizeBody(caller: Caller, role: string, named: readonly NamedResource[]): void {
    if (named.length > MAX_NAMED) {
      const message = `must name at most ${MAX_NAMED} resources`;
      throw new Problem('invalid_request', { details: [{ code: 'invalid_value', target: 'body', message }] });
    }
    const refused = named.filter(({ id }) => !this.#mayName(caller, role, id));
    if (refused.length === 0) return;
    const message = 'names a resource to which you do not have access';
    const details = refused.map(({ target }) => ({ code: 'forbidden', target, message }));
    throw new Problem('forbidden', { details, cause: 'resource_in_body' });
  }

  #mayName(caller: Caller, role: string, id: string): boolean {
    if (!isResourceId(id)) return false;
    const path = toFullPath(id);
    return path === undefined || this.mayAccess(caller, role, path);
  }

  /** Returns the caller's own grants. */
  listGrants(caller: Caller) {
    return listGrants(this.#policy(), caller);
  }
}
