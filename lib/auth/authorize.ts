/** Decides whether a caller may call an operation on a resource. Anything that no grant allows is refused. */
import { Problem } from '../http/problem.ts';
import { type AccessPolicy, DELEGATED_SCOPE, explainAccess } from './access-policy.ts';
import { createTokenProblem } from './authenticate.ts';
import type { Caller } from './caller.ts';

/** The granted resources that matched: callers with the same access scope may share a stored response (I1). */
export type AccessScope = string;

/** `resource` is a path such as `/subscriptions/…`. @throws Problem `insufficient_scope` or `forbidden`. */
export type Authorize = (caller: Caller, role: string, resource: string) => AccessScope;

/** `policy` returns the policy in force; it is called for every request. */
export function createAuthorize(policy: () => AccessPolicy): Authorize {
  return (caller, role, resource) => {
    const { missing, grants } = explainAccess(policy(), caller, role, resource);
    if (missing) {
      const scope = missing === 'scope' ? DELEGATED_SCOPE : role;
      throw createTokenProblem('insufficient_scope', { scope, reason: missing });
    }
    const covering = new Set(grants.flatMap(({ covers }) => covers ?? []));
    if (covering.size === 0) throw new Problem('forbidden');
    return [...covering].sort().join(' ');
  };
}
