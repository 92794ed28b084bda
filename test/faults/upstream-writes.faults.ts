/** The cells of the upstreams' faults, for writes. */
import { upstreamFaults } from './fault-table.ts';
import { operations } from './operations.ts';
import { startRig, warmUp } from './rig.ts';
import { testCells } from './run-cell.ts';
import { strikeUpstream } from './strike.ts';

const rig = await startRig({ speed: 10 });
await warmUp(rig);
const those = operations.filter(({ group }) => group === 'writes' || group === 'deletion');
const overHttp = upstreamFaults.filter(({ strike }) => !('certificate' in strike));

for (const fault of overHttp) testCells(rig, strikeUpstream, fault, those);
