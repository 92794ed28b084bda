/** The cells of the table's faults, and what is told of them apart. */
import { describe, it } from 'vitest';
import { tableFaults } from './fault-table.ts';
import { operations } from './operations.ts';
import { startRig, warmUp } from './rig.ts';
import { runCell, toCells } from './run-cell.ts';
import { strikeUpstream } from './strike.ts';

const rig = await startRig();
await warmUp(rig);

describe.each(tableFaults)('$id $name', (fault) => {
  it.each(toCells(fault, operations))('$operation.id $state', (cell) => runCell(rig, strikeUpstream, cell));
});
