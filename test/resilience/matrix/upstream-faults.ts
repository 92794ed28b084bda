/** All rows for faults of the upstreams and of the connections to them. */
import { bodyFaults } from './body-faults.ts';
import { connectionFaults } from './connection-faults.ts';
import { retryAfterFaults } from './retry-after-faults.ts';
import { statusFaults } from './status-faults.ts';
import type { UpstreamFault } from './types.ts';

export const upstreamFaults: readonly UpstreamFault[] = [
  ...connectionFaults,
  ...retryAfterFaults,
  ...bodyFaults,
  ...statusFaults,
];
