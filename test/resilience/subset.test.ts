/** What of the fault matrix is quick enough for every run of the tests; `npm run test:faults` runs all of it. */
import { upstreamFaults } from './harness/fault-table.ts';
import { operations } from './harness/operations.ts';
import { startRig, warmUp } from './harness/rig.ts';
import { testCells } from './harness/run-cell.ts';
import { strikeUpstream } from './harness/strike.ts';

const rig = await startRig({ speed: 10 });
await warmUp(rig);

/** One of each way to be treated: by retry, by stand-in, by refusal, by closed gate. */
const chosen = ['F01', 'F02', 'F07', 'F08', 'F13', 'F15', 'F17', 'F20', 'F21', 'F22', 'F23', 'F25', 'F26'];
const those = operations.filter(({ id }) => ['O1', 'O2', 'O5', 'O7'].includes(id));

const faults = [
  ...chosen.map((id) => upstreamFaults.find((fault) => fault.id === id)),
  upstreamFaults.find(({ name }) => name === '429 with Retry-After: 120'),
];
for (const fault of faults) if (fault) testCells(rig, strikeUpstream, fault, those);
