/**
 * What a call counts for: a limit or a failure belongs to its operation in one scope, and what is narrower than that is a resource.
 * Source: docs/reliability.md#limits-of-the-upstreams.
 */
import { type CallKind, UPSTREAMS, type UpstreamEntry, type UpstreamName } from './upstreams.ts';

/** How the paths of an operation tell what its calls count for. */
export interface Scoping {
  /** The path parameter that is the scope; undefined if the API has none. */
  readonly parameter: string | undefined;
  /** Paths that differ only by case name the same resource. */
  readonly ignoresCase: boolean;
  readonly hasParameters: boolean;
  /** A scope has more than one resource. */
  readonly hasResources: boolean;
}

export interface Quota {
  readonly kind: CallKind;
  readonly operation: string;
  /** The subscription or the company; empty if the API has neither. */
  readonly scope: string;
  /** What the upstream counts: the scope, or its deletes. */
  readonly counter: string;
  /** The path, or the caller where all requests have one path. */
  readonly resource: string;
  /** What has one vote about the health of the scope: a resource, or a caller where there are none. */
  readonly voter: string;
  readonly tenant: string;
  readonly caller: string;
}

/** Returns the scoping of an operation with this path template. */
export function toScoping(path: string, upstream: UpstreamName): Scoping {
  const { scopedBy, ignoresPathCase: ignoresCase }: UpstreamEntry = UPSTREAMS[upstream];
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  const parameter = names.find((name) => name === scopedBy);
  const hasResources = parameter !== undefined && names.length > 1;
  return { parameter, ignoresCase, hasParameters: names.length > 0, hasResources };
}

interface ScopedOperation {
  readonly name: string;
  readonly method: string;
  readonly quotaKind: CallKind;
  readonly scoping: Scoping;
}

interface Url {
  readonly params: Readonly<Record<string, string>>;
  readonly encodedPath: string;
}

export function toQuota(
  { name: operation, method, quotaKind: kind, scoping }: ScopedOperation,
  { params, encodedPath }: Url,
  { tenant, key: caller }: { readonly tenant: string; readonly key: string },
): Quota {
  const { parameter = '', ignoresCase, hasParameters, hasResources } = scoping;
  const scope = params[parameter]?.toLowerCase() ?? '';
  // The management API counts deletes apart from other writes.
  const counter = scope && method === 'DELETE' ? `${scope}/deletes` : scope;
  const path = ignoresCase ? encodedPath.toLowerCase() : encodedPath;
  const resource = hasParameters ? path : caller;
  return { kind, operation, scope, counter, resource, voter: hasResources ? path : caller, tenant, caller };
}
