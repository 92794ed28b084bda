/** Entry file of one instance: `instance.mjs APP`. Sends its port to the parent process, and its memory on request. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startHost } from '../../dev/host/server.ts';

const [app = ''] = process.argv.slice(2);

try {
  const load = async () => createRequire(import.meta.url)(app);
  const host = await startHost({ rootDir: process.cwd(), port: 0, load, mayBeEarlier: true });
  process.send?.(host.port);
  process.once('SIGTERM', () => void host.close().then(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

process.on('message', (what) => void (what === 'stall' ? sendStall() : sendMemory()));

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

/** From the first request for it on; the first response has none. */
let stallMs: number | undefined;

function sendStall(): void {
  process.send?.({ stallMs });
  if (stallMs === undefined) watchTurns(readThreadMs());
  stallMs = 0;
}

function watchTurns(before: number): void {
  const startedAt = performance.now();
  setImmediate(() => {
    const now = readThreadMs();
    // The kernel counts CPU time in ticks of some milliseconds; a turn takes no more of it than it lasts.
    stallMs = Math.max(stallMs ?? 0, Math.min(now - before, performance.now() - startedAt));
    watchTurns(now);
  });
}

/** CPU time of the thread that runs this: the first number is nanoseconds. */
function readThreadMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
