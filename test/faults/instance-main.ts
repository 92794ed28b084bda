/** One instance of Frontdesk in a process of its own: `instance.mjs APP`. Tells its parent its port, and its heap when asked. */
import { createRequire } from 'node:module';
import { startHost } from '../../dev/host/server.ts';

const [app = ''] = process.argv.slice(2);

try {
  const startedAt = performance.now();
  const load = async () => createRequire(import.meta.url)(app);
  const host = await startHost({ rootDir: process.cwd(), port: 0, load, runTimers: false });
  process.send?.({ port: host.port, startMs: performance.now() - startedAt });
  process.once('SIGTERM', () => void host.close().then(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ heapBytes: process.memoryUsage().heapUsed });
});
// Without its parent nobody would end it.
process.on('disconnect', () => process.exit(1));
