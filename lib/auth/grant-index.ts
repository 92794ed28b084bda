/**
 * The grants of a policy, indexed when it loads: by role, then by path segment, with the callers at the leaves. The cost of a
 * decision grows with the length of the path only.
 */
import { type AccessPolicy, foldCase } from './access-policy.ts';
import type { Caller } from './caller.ts';

/** What access is asked for: a path such as `/subscriptions/…`, or any of the resources right or further below one. */
export type Requested = string | { readonly anyBelow: string };

/** The granted resources that cover the requested one, or how far the grant came that came furthest. */
export type GrantDecision =
  | { readonly covers: readonly string[]; readonly refusedBy?: undefined }
  | { readonly refusedBy: 'role' | 'tenant' | 'client' | 'resource'; readonly covers?: undefined };

type Grant = AccessPolicy['grants'][number];

/** The index of each policy that is in use. */
const indexes = new WeakMap<AccessPolicy, GrantIndex>();

/** Returns the index of a policy, which is made once: as a rule when the policy is loaded. */
export function indexGrants(policy: AccessPolicy): GrantIndex {
  const index = indexes.get(policy) ?? new GrantIndex(policy.grants);
  indexes.set(policy, index);
  return index;
}

export class GrantIndex {
  readonly #roles = new Map<string, RoleGrants>();

  constructor(grants: readonly Grant[]) {
    for (const grant of grants) {
      const callers = toCallerKeys(grant);
      for (const role of grant.roles) {
        const held = this.#roles.get(role) ?? new RoleGrants();
        this.#roles.set(role, held);
        held.add(grant, callers);
      }
    }
  }

  decide(caller: Pick<Caller, 'tenant' | 'client'>, role: string, requested: Requested): GrantDecision {
    return this.#roles.get(role)?.decide(caller, requested) ?? { refusedBy: 'role' };
  }
}

/** The grants of one role. */
class RoleGrants {
  readonly #root = new PathNode();
  /** Undefined for every tenant. */
  readonly #tenants = new Set<string | undefined>();

  add({ tenants, resources }: Grant, callers: ReadonlySet<string>): void {
    for (const tenant of tenants ?? [undefined]) this.#tenants.add(tenant);
    for (const resource of resources) this.#root.grant(resource, callers);
  }

  decide({ tenant, client }: Pick<Caller, 'tenant' | 'client'>, requested: Requested): GrantDecision {
    const [ownTenant, ownClient] = [foldCase(tenant), client === undefined ? undefined : foldCase(client)];
    const keys = listKeys(ownTenant, ownClient);
    const covers = this.#root.find(keys, requested);
    if (covers.length > 0) return { covers };
    if (!this.#tenants.has(undefined) && !this.#tenants.has(ownTenant)) return { refusedBy: 'tenant' };
    return { refusedBy: this.#root.hasGrantFor(keys) ? 'resource' : 'client' };
  }
}

const EVERYTHING = '*';

type CallerKeys = ReadonlySet<string>;

/** A segment of a path: whom the path to here is granted, and whom anything at or below it. */
class PathNode {
  #children: Map<string, PathNode> | undefined;
  #here: CallerKeys | undefined;
  #within: CallerKeys | undefined;
  #resource = '';

  /** To be called at the root. */
  grant(resource: string, callers: CallerKeys): void {
    let node: PathNode = this;
    node.#within = join(node.#within, callers);
    for (const segment of listSegments(resource)) {
      node = node.#openChild(segment);
      node.#within = join(node.#within, callers);
    }
    node.#here = join(node.#here, callers);
    node.#resource = resource;
  }

  #openChild(segment: string): PathNode {
    this.#children ??= new Map();
    const child = this.#children.get(segment) ?? new PathNode();
    this.#children.set(segment, child);
    return child;
  }

  /** Returns the granted resources that cover the requested one. To be called at the root. */
  find(keys: readonly string[], requested: Requested): readonly string[] {
    const isAny = typeof requested !== 'string';
    const path = foldCase(isAny ? requested.anyBelow : requested);
    const covers: string[] = [];
    let node: PathNode | undefined = this;
    if (hasAny(node.#here, keys)) covers.push(EVERYTHING);
    for (const segment of listSegments(path)) {
      node = node.#children?.get(segment);
      if (node === undefined) return covers;
      if (hasAny(node.#here, keys)) covers.push(node.#resource);
    }
    // Callers with the same keys have the same grants below: they need not be listed.
    if (isAny && hasAny(node.#within, keys)) covers.push(`${path}/… ${keys.join('|')}`);
    return covers;
  }

  hasGrantFor(keys: readonly string[]): boolean {
    return hasAny(this.#within, keys);
  }
}

function hasAny(callers: CallerKeys | undefined, keys: readonly string[]): boolean {
  return callers !== undefined && keys.some((key) => callers.has(key));
}

/** A path begins with a slash; `*`, and what is no path, is as far as the root leads. */
function listSegments(path: string): readonly string[] {
  return path.startsWith('/') ? path.slice(1).split('/') : [];
}

/** A set that `join` made and may add to; any other belongs to a grant, all of whose resources share it. */
class JoinedKeys extends Set<string> {}

function join(callers: CallerKeys | undefined, added: CallerKeys): CallerKeys {
  if (callers === undefined || callers === added) return added;
  const all = callers instanceof JoinedKeys ? callers : new JoinedKeys(callers);
  for (const key of added) all.add(key);
  return all;
}

/** One key for each tenant and client that a grant is for; a part is left out where the grant has no such list. */
function toCallerKeys({ tenants, clients }: Grant): ReadonlySet<string> {
  return new Set((tenants ?? ['']).flatMap((tenant) => (clients ?? ['']).map((client) => `${tenant} ${client}`)));
}

/** Returns the keys of the grants that are for a caller. Its names have no space, so no other pair has its key. */
function listKeys(tenant: string, client = ''): readonly string[] {
  return [' ', `${tenant} `, ` ${client}`, `${tenant} ${client}`];
}
