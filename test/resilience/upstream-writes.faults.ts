/** Faults F01 to F26 of the upstreams, for writes. */
import { testUpstreamFaults } from './harness/matrix-cells.ts';

await testUpstreamFaults('writes', 'bodiless');
