/** Reads what a call counts for: its operation in one scope, and a resource in that. Source: docs/reliability.md#limits-of-the-upstreams. */
import { type CallKind, UPSTREAMS, type UpstreamEntry, type UpstreamName } from './upstreams.ts';

export interface Quota {
  readonly kind: CallKind;
  readonly operation: string;
  /** The subscription or the company in the path; empty if the API has neither. */
  readonly scope: string;
  /** The upstream's counter: the scope, or its deletes. */
  readonly counter: string;
  /** The path, without case if the API has none; the caller where all requests have one path. */
  readonly resource: string;
  /** Has one vote about the health of the scope: the resource, or the caller where there are no resources. */
  readonly voter: string;
  readonly tenant: string;
  readonly caller: string;
}

/** The operation's path is a template. */
type ScopedOperation = Readonly<Record<'name' | 'method' | 'path', string>> & { readonly upstream: UpstreamName };
type Url = { readonly params: Readonly<Record<string, string>>; readonly encodedPath: string };
type Caller = Readonly<Record<'tenant' | 'key', string>>;

/** Returns the function that reads what a call of the operation counts for. */
export function createToQuota({ name: operation, method, path, upstream }: ScopedOperation, kind: CallKind) {
  const { scopedBy, ignoresPathCase }: UpstreamEntry = UPSTREAMS[upstream];
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const parameter = names.find((name) => name === scopedBy);
  const hasResources = parameter !== undefined && names.length > 1;
  return ({ params, encodedPath }: Url, { tenant, key: caller }: Caller): Quota => {
    const scope = (parameter && params[parameter]?.toLowerCase()) ?? '';
    // The management API counts deletes apart from other writes.
    const counter = scope && method === 'DELETE' ? `${scope}/deletes` : scope;
    const own = ignoresPathCase ? encodedPath.toLowerCase() : encodedPath;
    const resource = names.length > 0 ? own : caller;
    return { kind, operation, scope, counter, resource, voter: hasResources ? own : caller, tenant, caller };
  };
}
