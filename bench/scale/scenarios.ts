/** Scenarios of the simulation: both cache policies, with frequent and rare requests, on one and on many instances. */
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { searchRestorePoints } from '../../functions/search-restore-points.ts';
import type { OperationCache } from '../../lib/operation.ts';
import type { Scenario } from './simulate.ts';

const events = listHealthEvents.cache as OperationCache;
const searches = searchRestorePoints.cache as OperationCache;
const common = { warmUpSeconds: 300, seed: 7 };

export const scenarios: Readonly<Record<string, Scenario>> = {
  'events, 1 a second, 1 instance': {
    ...{ ...common, policy: events, upstreamSeconds: 0.2 },
    ...{ callsPerSecond: 1, instances: 1, keys: 20, seconds: 3_900 },
  },
  'events, 1 a second, 8 instances': {
    ...{ ...common, policy: events, upstreamSeconds: 0.2 },
    ...{ callsPerSecond: 1, instances: 8, keys: 10, seconds: 2_100 },
  },
  'events, 10 a second, 32 instances': {
    ...{ ...common, policy: events, upstreamSeconds: 0.2 },
    ...{ callsPerSecond: 10, instances: 32, keys: 2, seconds: 2_100 },
  },
  'events, 1 in 20 s, 8 instances': {
    ...{ ...common, policy: events, upstreamSeconds: 0.2 },
    ...{ callsPerSecond: 0.05, instances: 8, keys: 30, seconds: 3_900 },
  },
  'events, 1 in 5 min, 8 instances': {
    ...{ ...common, policy: events, upstreamSeconds: 0.2 },
    ...{ callsPerSecond: 1 / 300, instances: 8, keys: 200, seconds: 7_500 },
  },
  'searches, 1 a second, 8 instances': {
    ...{ ...common, policy: searches, upstreamSeconds: 0.8 },
    ...{ callsPerSecond: 1, instances: 8, keys: 10, seconds: 1_500 },
  },
  'searches, 1 in 20 s, 8 instances': {
    ...{ ...common, policy: searches, upstreamSeconds: 0.8 },
    ...{ callsPerSecond: 0.05, instances: 8, keys: 30, seconds: 2_700 },
  },
};
