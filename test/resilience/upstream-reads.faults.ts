/** Faults F01 to F26 of the upstreams, for reads. certificates.faults.ts tests F04. */
import { testUpstreamFaults } from './harness/matrix-cells.ts';

await testUpstreamFaults('reads');
