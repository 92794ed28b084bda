/**
 * `npm run bench:sweep [-- --expired 100000 --live 100000]`: how fast the sweep removes expired rows from a table that also has
 * live ones. The table is Azurite in this process, so its work counts too, and the service has the network's time on top.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { TableClient as Rows } from '@azure/data-tables';
import { startTables } from '../dev/tables.ts';
import { Sweep } from '../lib/cache/sweep.ts';
import { openTable } from '../lib/cache/table-client.ts';
import { systemClock } from '../lib/time/clock.ts';
import { toTable } from './table.ts';

const { values } = parseArgs({
  options: { expired: { type: 'string', default: '100000' }, live: { type: 'string', default: '100000' } },
});
const HOUR_MS = 3_600_000;
const NAME = 'cache';

const tables = await startTables({ port: 0 });
const rows = Rows.fromConnectionString(tables.connectionString, NAME, { allowInsecureConnection: true });
await rows.createTable();
await fill(Number(values.expired), new Date(Date.now() - HOUR_MS));
await fill(Number(values.live), new Date(Date.now() + HOUR_MS));

const table = openTable({ connectionString: tables.connectionString, name: NAME }, systemClock);
const results: (readonly (string | number)[])[] = [];
for (let isComplete = false; !isComplete; ) {
  const begun = performance.now();
  const result = await new Sweep(table, systemClock).run().catch(() => ({ swept: 0, isComplete: false }));
  ({ isComplete } = result);
  const seconds = (performance.now() - begun) / 1000;
  results.push([
    String(results.length + 1),
    result.swept,
    Math.round(seconds * 10) / 10,
    Math.round(result.swept / seconds),
    isComplete ? 'yes' : 'no',
  ]);
}
console.log(toTable(['run', 'rows removed', 'seconds', 'rows per second', 'complete'], results));
await table.close();
await tables.close();

/** Inserts rows with a kilobyte of content each, spread over the partitions of responses. */
async function fill(count: number, expiresAt: Date): Promise<void> {
  const PARTITIONS = 256;
  for (let partition = 0; partition < PARTITIONS; partition++) {
    const partitionKey = partition.toString(16).padStart(2, '0');
    const share = Math.floor(count / PARTITIONS) + Number(partition < count % PARTITIONS);
    for (let left = share; left > 0; left -= 100) {
      const entities = Array.from({ length: Math.min(left, 100) }, () => ({
        partitionKey,
        rowKey: partitionKey + randomBytes(31).toString('hex'),
        expiresAt,
        content0: randomBytes(1_000),
      }));
      const insert = () => rows.submitTransaction(entities.map((entity) => ['upsert', entity]));
      // Azurite closes idle connections while it is busy.
      await insert().catch(insert);
    }
  }
}
