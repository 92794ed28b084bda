/** Entry file of one instance: `instance.mjs APP`. Sends its port to the parent process, and its memory on request. */
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
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

process.on('message', () => void sendMemory());
process.on('disconnect', () => process.exit(1));

async function sendMemory(): Promise<void> {
  // One collection finds a buffer unused, the next one frees its memory.
  for (let round = 0; round < 2; round++) {
    globalThis.gc?.();
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ heapBytes: heapUsed, externalBytes: external, peakBytes: process.resourceUsage().maxRSS * 1024 });
}
