/**
 * The grants of a policy, indexed when it loads: by role, then by resource, with the callers of each. The cost of a decision grows
 * with the length of the path only.
 */
import { type AccessPolicy, lowerAscii } from './access-policy.ts';
import type { Caller } from './caller.ts';

/** The resource that a request is about: a path such as `/subscriptions/…`, or any resource below one. */
export type Requested = string | { readonly anyBelow: string };

/** The granted resources that cover the requested one, or the first of the four that no grant allows. */
export type GrantDecision =
  | { readonly covers: readonly string[]; readonly refusedBy?: undefined }
  | { readonly refusedBy: 'role' | 'tenant' | 'client' | 'resource'; readonly covers?: undefined };

type Grant = AccessPolicy['grants'][number];

/** The index of each policy that is in use. */
const indexes = new WeakMap<AccessPolicy, GrantIndex>();

/** Returns the index of a policy. It is made once, usually when the policy is loaded. */
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

type CallerKeys = ReadonlySet<string>;

const EVERYTHING = '*';

/** A set that was made for one map, so that `grant` may change it; any other set may also belong to another map, or to a grant. */
class JoinedKeys extends Set<string> {
  readonly #owner: object;

  constructor(owner: object, keys: CallerKeys) {
    super(keys);
    this.#owner = owner;
  }

  isOf(owner: object): boolean {
    return this.#owner === owner;
  }
}

function grant(granted: Map<string, CallerKeys>, resource: string, added: CallerKeys): void {
  const callers = granted.get(resource);
  if (callers === added) return;
  if (callers === undefined) return void granted.set(resource, added);
  const isOwn = callers instanceof JoinedKeys && callers.isOf(granted);
  const joined = isOwn ? callers : new JoinedKeys(granted, callers);
  for (const key of added) joined.add(key);
  granted.set(resource, joined);
}

/** The grants of one role. */
class RoleGrants {
  /** The callers of each granted resource. */
  readonly #callers = new Map<string, CallerKeys>();
  /** Numbers of segments of the resources: only parts of a path with as many need a look-up. */
  readonly #depths = new Set<number>();
  readonly #all = new Set<string>();
  /** The callers at each path that is a granted resource or above one; made on first use, because only lists need it. */
  #within: Map<string, CallerKeys> | undefined;
  /** The tenants that the grants are for; undefined for a grant to every tenant. */
  readonly #tenants = new Set<string | undefined>();

  add({ tenants, resources }: Grant, callers: CallerKeys): void {
    for (const tenant of tenants ?? [undefined]) this.#tenants.add(tenant);
    for (const key of callers) this.#all.add(key);
    for (const resource of resources) {
      this.#depths.add(resource.split('/').length - 1);
      grant(this.#callers, resource, callers);
    }
  }

  decide({ tenant, client }: Pick<Caller, 'tenant' | 'client'>, requested: Requested): GrantDecision {
    const ownTenant = lowerAscii(tenant);
    const keys = listKeys(ownTenant, client === undefined ? '' : lowerAscii(client));
    const covers = this.#find(keys, requested);
    if (covers.length > 0) return { covers };
    if (!this.#tenants.has(undefined) && !this.#tenants.has(ownTenant)) return { refusedBy: 'tenant' };
    return { refusedBy: hasAny(this.#all, keys) ? 'resource' : 'client' };
  }

  /** Returns the granted resources that cover the requested one. */
  #find(keys: readonly string[], requested: Requested): readonly string[] {
    const isAny = typeof requested !== 'string';
    const path = lowerAscii(isAny ? requested.anyBelow : requested);
    const covers: string[] = [];
    if (hasAny(this.#callers.get(EVERYTHING), keys)) covers.push(EVERYTHING);
    for (const resource of listPaths(path, this.#depths))
      if (hasAny(this.#callers.get(resource), keys)) covers.push(resource);
    if (!isAny) return covers;
    this.#within ??= this.#listWithin();
    // Callers with the same keys have the same grants below: they need not be listed.
    if (hasAny(this.#within.get(path), keys)) covers.push(`${path}/… ${keys.join('|')}`);
    return covers;
  }

  #listWithin(): Map<string, CallerKeys> {
    const within = new Map<string, CallerKeys>();
    for (const [resource, callers] of this.#callers)
      for (const path of listPaths(resource)) grant(within, path, callers);
    return within;
  }
}

function hasAny(callers: CallerKeys | undefined, keys: readonly string[]): boolean {
  if (callers === undefined) return false;
  for (const key of keys) if (callers.has(key)) return true;
  return false;
}

/** Lists `/a`, `/a/b` and so on to the path itself, only those of these depths; nothing for a text that is no path. */
function listPaths(path: string, depths?: ReadonlySet<number>): readonly string[] {
  const paths: string[] = [];
  if (!path.startsWith('/')) return paths;
  for (let depth = 1, at = 0; at < path.length; depth++) {
    const next = path.indexOf('/', at + 1);
    at = next < 0 ? path.length : next;
    if (depths?.has(depth) ?? true) paths.push(path.slice(0, at));
  }
  return paths;
}

/** One key for each tenant and client that a grant is for; a part is left out where the grant has no such list. */
function toCallerKeys({ tenants, clients }: Grant): ReadonlySet<string> {
  return new Set((tenants ?? ['']).flatMap((tenant) => (clients ?? ['']).map((client) => `${tenant} ${client}`)));
}

/** Returns the keys of the grants that are for a caller. Its names have no space, so no other pair has its key. */
function listKeys(tenant: string, client: string): readonly string[] {
  return [' ', `${tenant} `, ` ${client}`, `${tenant} ${client}`];
}
