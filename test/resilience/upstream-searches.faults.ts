/** Faults F01 to F26 of the upstreams, for what reads by a POST or takes long. */
import { testUpstreamFaults } from './harness/matrix-cells.ts';

await testUpstreamFaults('search');
