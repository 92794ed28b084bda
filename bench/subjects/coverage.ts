/**
 * Serves a checkout's app from its source, one script per file, and reports which files and functions of lib and functions one warm
 * relayed read runs through. The argument is the checkout; settings and TOKEN are in the environment.
 */
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startHost } from '../../dev/host/server.ts';
import { eventsPath } from '../subjects.ts';

/** Enough for every code path to be compiled. */
const WARM_REQUESTS = 50;
/** A slow machine makes one or the other open a connection: the shortest way counts. */
const MEASURED_REQUESTS = 5;

export interface Coverage {
  readonly files: number;
  readonly functions: number;
}

const [checkout = '.'] = process.argv.slice(2);
const { href } = pathToFileURL(join(checkout, '/'));
console.info = () => {};
const { port } = await startHost({
  rootDir: checkout,
  port: 0,
  load: () => import(`${href}bench/subjects/relay-app.ts`),
  log: () => {},
  mayBeEarlier: true,
});

// The first ones may find a busy machine.
for (let index = 0; index < WARM_REQUESTS; index++) await read().catch(() => {});
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await read();
await session.post('Profiler.takePreciseCoverage');
const measured: Coverage[] = [];
while (measured.length < MEASURED_REQUESTS) measured.push(await measure());
const [shortest] = measured.sort((one, other) => one.functions - other.functions);
process.send?.(shortest);
process.once('disconnect', () => process.exit());

async function measure(): Promise<Coverage> {
  await read();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const used = result
    .filter(({ url }) => url.startsWith(`${href}lib/`) || url.startsWith(`${href}functions/`))
    // tsx adds `__name`.
    .map(({ functions: all }) => all.filter(({ functionName }) => functionName !== '__name'))
    .map((functions) => functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length)
    .filter((count) => count > 0);
  return { files: used.length, functions: used.reduce((sum, count) => sum + count, 0) };
}

async function read(): Promise<void> {
  const authorization = `Bearer ${process.env['TOKEN']}`;
  const response = await fetch(`http://127.0.0.1:${port}${eventsPath}`, { headers: { authorization } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The app returned ${response.status}.`);
}
