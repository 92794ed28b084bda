/**
 * `npm run bench expired-rows [-- --expired 100000 --live 100000 --latency 100]`: how fast the sweep removes expired rows from a table that
 * also has live ones. The table is a separate process (`table-service.ts`) whose calls take `latency` ms at least.
 */
import { fileURLToPath } from 'node:url';
import { parseCommandLine } from '../dev/command-line.ts';
import { Sweep } from '../lib/cache/sweep.ts';
import { openTable } from '../lib/cache/table-client.ts';
import { systemClock } from '../lib/time/clock.ts';
import { receive, request, startProcess, stopProcess } from './processes.ts';
import { toTable } from './table.ts';

const { values } = parseCommandLine(
  `Measures how fast the sweep removes expired rows.

  npm run bench expired-rows -- [options]

  --expired N    expired rows (default: 100000)
  --live N       other rows (default: 100000)
  --latency MS   of each call to the table, at least (default: 100)`,
  {
    expired: { type: 'string', default: '100000' },
    live: { type: 'string', default: '100000' },
    latency: { type: 'string', default: '100' },
  },
);

const args = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
const service = startProcess({ file: fileURLToPath(new URL('table-service.ts', import.meta.url)), core: 'load', args });
const { url } = await receive<{ url: string }>(service);
const connectionString = `DefaultEndpointsProtocol=http;AccountName=bench;AccountKey=AAAA;TableEndpoint=${url}/bench;`;
const table = openTable({ connectionString, name: 'cache' }, systemClock);
const results: (readonly (string | number)[])[] = [];
for (let isComplete = false; !isComplete; ) {
  const begun = performance.now();
  const cpu = process.cpuUsage();
  const result = await new Sweep(table, systemClock).run();
  ({ isComplete } = result);
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  results.push([
    String(results.length + 1),
    result.swept,
    Math.round(seconds * 10) / 10,
    Math.round(result.swept / seconds),
    (user + system) / 1e6,
    isComplete ? 'yes' : 'no',
  ]);
}
console.log(toTable(['run', 'rows removed', 'seconds', 'rows per second', 'CPU seconds', 'complete'], results));
console.log('Left:', await request(service, {}));
await table.close();
await stopProcess(service);
