/** The cells of the upstreams' faults, for reads and the search. */
import { upstreamFaults } from './harness/fault-table.ts';
import { operations } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import { testCells } from './harness/run-cell.ts';
import { strikeUpstream } from './harness/strike.ts';

const rig = await startRig({ speed: 10 });
await warmUp(rig);
const those = operations.filter(({ group }) => group === 'reads' || group === 'search');
const overHttp = upstreamFaults.filter(({ strike }) => !('certificate' in strike));

for (const fault of overHttp) testCells(rig, strikeUpstream, fault, those);
