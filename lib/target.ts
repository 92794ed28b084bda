/** What the address of a request says: read once for all that come with the same one, since a page's widgets keep asking for the same. */
import { LRUCache } from 'lru-cache';
import type { CacheKey } from './cache/key.ts';
import type { RequestMessage } from './http/message.ts';
import { type ParsedUrl, parseUrl } from './http/parse-request.ts';
import { encodePath, fillPath, isSafePathValue } from './http/path.ts';
import type { Plan } from './plan.ts';
import { formatQuery } from './upstream/compose-request.ts';

export interface Target {
  /** What the operation acts on, as grants name it. */
  readonly resource: string;
  /** As a record names it; undefined where a value may stand in no path. */
  readonly path: string | undefined;
  /** Read when it is first asked for: not before access is granted. */
  readonly address: () => ParsedUrl;
  /** The upstream's path of it, encoded; only what was parsed may be asked for it. */
  readonly upstreamPath: () => string;
  /** The same with a query behind it; worked out once for the address's own. */
  readonly upstreamTarget: (query: ParsedUrl['query']) => string;
  /** Keys of stored replies, by who shares them. */
  readonly keys: Map<string, CacheKey>;
}

/** Answers the target of a request; pure but for what it remembers. */
export type ReadTarget = (message: Pick<RequestMessage, 'params' | 'rawQuery'>) => Target;

/** About two kilobytes each. */
const MAX_TARGETS = 2_000;
/** Longer ones are rare, and would make the bound on their number no bound on the memory. */
const MAX_LENGTH = 1_024;

export function createReadTarget(plan: Plan): ReadTarget {
  const known = new LRUCache<string, Target>({ max: MAX_TARGETS });
  return (message) => {
    const key = toKey(message);
    let target = known.get(key);
    if (target === undefined) {
      target = readTarget(plan, message);
      if (target.path !== undefined && key.length <= MAX_LENGTH) known.set(key, target);
    }
    return target;
  };
}

/** The key of one that is remembered has as many line breaks as values: none is within a safe value, nor in an encoded query. */
function toKey({ params, rawQuery: search }: Parameters<ReadTarget>[0]): string {
  let key = search;
  for (const name in params) key += `\n${params[name]}`;
  return key;
}

function readTarget(
  { operation, resource, request }: Plan,
  { params, rawQuery: search }: Parameters<ReadTarget>[0],
): Target {
  let address: ParsedUrl | undefined;
  let upstreamPath: string | undefined;
  let upstreamTarget: string | undefined;
  const target: Target = {
    keys: new Map(),
    resource: fillPath(resource, params),
    path: Object.values(params).every(isSafePathValue) ? fillPath(operation.path, params) : undefined,
    address() {
      address ??= parseUrl(request, { params, rawQuery: search });
      return address;
    },
    upstreamPath() {
      upstreamPath ??= encodePath(operation.path, params);
      return upstreamPath;
    },
    upstreamTarget(query) {
      if (query !== target.address().query) return target.upstreamPath() + formatQuery(query);
      upstreamTarget ??= target.upstreamPath() + formatQuery(query);
      return upstreamTarget;
    },
  };
  return target;
}
