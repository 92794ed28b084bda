/** The cells of the upstreams' faults over plain HTTP. */
import { describe, it } from 'vitest';
import { type Strike, upstreamFaults } from './fault-table.ts';
import { operations } from './operations.ts';
import { runCell, toCells } from './run-cell.ts';
import { startRig } from './rig.ts';
import { strikeUpstream } from './strike.ts';

const rig = await startRig({ speed: 10 });
const strike = (of: Strike) => strikeUpstream(rig, of);

describe.each(upstreamFaults.filter(({ strike }) => !('certificate' in strike)))('$id $name', (fault) => {
  it.each(toCells(fault, operations))('$operation.id $state', (cell) => runCell(rig, strike, cell));
});
