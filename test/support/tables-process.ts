/** The table service in a process of its own; sends its address, and ends with its parent. */
import { startTables } from '../../dev/tables.ts';

const { port, connectionString } = await startTables({ port: 0 });
process.once('disconnect', () => process.exit());
process.send?.({ port, connectionString });
