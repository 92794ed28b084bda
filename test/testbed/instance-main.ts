/** Entry file of one instance: `instance.mjs APP`. Sends its port to the parent process, and its memory on request. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startHost } from '../../dev/host/server.ts';

const [app = ''] = process.argv.slice(2);

try {
  const load = async () => createRequire(import.meta.url)(app);
  const host = await startHost({ rootDir: process.cwd(), port: 0, load, runTimers: false });
  process.send?.(host.port);
  process.once('SIGTERM', () => void host.close().then(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

process.on('message', (what) => void (what === 'turns' ? sendTurns() : sendMemory()));

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

/** From the first request for it on; the first response has no turns. */
let turns: { longestMs: number; over20Ms: number } | undefined;

function sendTurns(): void {
  process.send?.(turns ?? {});
  if (turns === undefined) watchTurns(readThreadMs());
  turns = { longestMs: 0, over20Ms: 0 };
}

function watchTurns(before: number): void {
  const startedAt = performance.now();
  setImmediate(() => {
    const now = readThreadMs();
    // The kernel counts CPU time in ticks of some milliseconds; a turn takes no more of it than it lasts.
    const tookMs = Math.min(now - before, performance.now() - startedAt);
    if (turns) {
      turns.longestMs = Math.max(turns.longestMs, tookMs);
      if (tookMs > 20) turns.over20Ms++;
    }
    watchTurns(now);
  });
}

/** CPU time of the thread that runs this: the first number is nanoseconds. */
function readThreadMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
