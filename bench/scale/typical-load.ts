/** The assumed load: dashboards of many users, mostly health events. The command line can change it. */
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { searchRestorePoints } from '../../functions/search-restore-points.ts';
import type { OperationCache } from '../../lib/operation.ts';
import type { Load } from './predict.ts';

export interface LoadOptions {
  readonly callsPerSecond: number;
  /** Resources whose events are requested. */
  readonly resources: number;
  /** Distinct searches. */
  readonly searches: number;
  /** Zipf exponent of resources and searches. */
  readonly skew: number;
  readonly subscriptions: number;
  readonly alwaysReady: number;
}

/** The mean of a day for which the defaults of infra are: the daily cap of the log above all. */
export const DEFAULT_CALLS = 100;

export const TYPICAL: Omit<LoadOptions, 'callsPerSecond'> = {
  resources: 2_000,
  searches: 100,
  skew: 0.8,
  subscriptions: 20,
  alwaysReady: 0,
};

/** Upstream times: two to three seconds for jobs and 0.1 s for a copy were recorded; the others are assumed (L-54). */
export function toTypicalLoad(options: LoadOptions): Load {
  const { callsPerSecond, resources, searches, skew, subscriptions, alwaysReady } = options;
  const share = (part: number) => callsPerSecond * part;
  return {
    subscriptions,
    alwaysReady,
    operations: {
      listHealthEvents: {
        ...{ callsPerSecond: share(0.8), upstream: 'armRead', upstreamSeconds: 0.2 },
        cache: { policy: listHealthEvents.cache as OperationCache, keys: resources, skew },
      },
      searchRestorePoints: {
        ...{ callsPerSecond: share(0.1), upstream: 'graph', upstreamSeconds: 0.8 },
        cache: { policy: searchRestorePoints.cache as OperationCache, keys: searches, skew },
      },
      getCustomer: { callsPerSecond: share(0.04), upstream: 'businessData', upstreamSeconds: 0.2 },
      getItem: { callsPerSecond: share(0.04), upstream: 'businessData', upstreamSeconds: 0.2 },
      createOrReplaceStreamingJob: { callsPerSecond: share(0.005), upstream: 'armWrite', upstreamSeconds: 2.5 },
      createOrUpdateAuthorization: { callsPerSecond: share(0.005), upstream: 'armWrite', upstreamSeconds: 1 },
      deleteRestoreSession: { callsPerSecond: share(0.005), upstream: 'graph', upstreamSeconds: 0.5 },
      authorizeModelCopy: { callsPerSecond: share(0.005), upstream: 'documentModels', upstreamSeconds: 0.2 },
    },
  };
}
