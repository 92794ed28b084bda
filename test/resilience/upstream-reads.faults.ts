/** Faults F01 to F26 of the upstreams, for reads. certificates.faults.ts tests F04. */
import { sampleOperations } from '../testbed/sample-operations.ts';
import { startHarness, warmUp } from './harness/harness.ts';
import { injectFault, testMatrixCells } from './harness/matrix-cells.ts';
import { upstreamFaults } from './matrix/upstream-faults.ts';

const harness = await startHarness({ speed: 10 });
await warmUp(harness);
const operations = sampleOperations.filter(({ group }) => group === 'reads');
const overHttp = upstreamFaults.filter(({ inject }) => !('certificate' in inject));

for (const fault of overHttp) testMatrixCells(harness, injectFault, fault, operations);
