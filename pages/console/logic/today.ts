/** What the landing page counts. */
import type { HealthEvent } from '../../../client/src/index.ts';
import { parseCacheStatus } from './cache-status.ts';
import { toLevel } from './facets.ts';
import { type KnownPath, listNames } from './known-paths.ts';
import type { Scope } from './resource-id.ts';

/** More would take a user's share of calls. */
const MAX_SCOPES = 3;

type MayTouch = (path: string) => boolean;

/** Returns the first subscriptions that are known and may be read as a whole. */
export function listSubscriptions(paths: readonly KnownPath[], mayTouch: MayTouch): readonly string[] {
  return listNames(paths, {}, 'subscriptions')
    .map(({ id }) => id)
    .filter((id) => mayTouch(`/subscriptions/${id}`))
    .slice(0, MAX_SCOPES);
}

/** Returns the first resource groups that are known and may be read. */
export function listScopes(paths: readonly KnownPath[], mayTouch: MayTouch): readonly Scope[] {
  return listNames(paths, {}, 'subscriptions')
    .flatMap(({ id: subscriptionId }) =>
      listNames(paths, { subscriptions: subscriptionId }, 'resourceGroups').map(({ id: resourceGroupName }) => ({
        subscriptionId,
        resourceGroupName,
      })),
    )
    .filter((scope) => mayTouch(`/subscriptions/${scope.subscriptionId}/resourceGroups/${scope.resourceGroupName}`))
    .slice(0, MAX_SCOPES);
}

const LEVELS = ['Critical', 'Error', 'Warning', 'Informational'];

/** Returns the active events, the most severe and then the latest first. */
export function listActive(events: readonly HealthEvent[]): readonly HealthEvent[] {
  const rank = (event: HealthEvent) => LEVELS.indexOf(toLevel(event));
  const start = ({ properties }: HealthEvent) => properties?.impactStartTime ?? '';
  return events
    .filter(({ properties }) => properties?.status === 'Active')
    .sort((one, other) => rank(one) - rank(other) || start(other).localeCompare(start(one)));
}

export interface CacheShare {
  /** Requests that caches can serve. */
  readonly all: number;
  /** Served without an upstream call of their own. */
  readonly served: number;
  readonly parts: readonly { readonly kind: 'hit' | 'shared' | 'stale' | 'miss'; readonly count: number }[];
}

/** Returns how many of the requests a cache served; undefined if it could have served none. */
export function toCacheShare(statuses: readonly (string | undefined)[]): CacheShare | undefined {
  const kinds = statuses.map((status) => parseCacheStatus(status).kind);
  const parts = (['hit', 'shared', 'stale', 'miss'] as const)
    .map((kind) => ({ kind, count: kinds.filter((each) => each === kind).length }))
    .filter(({ count }) => count > 0);
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  const missed = parts.find(({ kind }) => kind === 'miss')?.count ?? 0;
  return all === 0 ? undefined : { all, served: all - missed, parts };
}
