/** Faults F01 to F26 of the upstreams, for reads. */
import { testUpstreamFaults } from './harness/matrix-cells.ts';

await testUpstreamFaults('reads');
