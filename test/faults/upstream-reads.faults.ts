/** The cells of the upstreams' faults, for reads and the search. */
import { describe, it } from 'vitest';
import { upstreamFaults } from './fault-table.ts';
import { operations } from './operations.ts';
import { startRig, warmUp } from './rig.ts';
import { runCell, toCells } from './run-cell.ts';
import { strikeUpstream } from './strike.ts';

const rig = await startRig({ speed: 10 });
await warmUp(rig);
const those = operations.filter(({ group }) => group === 'reads' || group === 'search');
const overHttp = upstreamFaults.filter(({ strike }) => !('certificate' in strike));

describe.each(overHttp)('$id $name', (fault) => {
  it.each(toCells(fault, those))('$operation.id $state', (cell) => runCell(rig, strikeUpstream, cell));
});
