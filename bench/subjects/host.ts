/** The stand-in Functions host with the bundled app of BENCH_APP. */
import { createRequire } from 'node:module';
import { startHost } from '../../dev/host/server.ts';
import { tellPort } from './tell.ts';

/** What a host tells beside its port. */
export interface HostStart {
  /** Milliseconds from the process's start to the functions' registration. */
  readonly registeredMs: number;
  /** Milliseconds that the app's own file took to load. */
  readonly loadMs: number;
  /** Resident megabytes after that. */
  readonly loadedRssMb: number;
}

const app = process.env['BENCH_APP'] as string;
let start: HostStart | undefined;

void startHost({ rootDir: process.cwd(), port: 0, load, runTimers: false }).then(({ port }) => tellPort(port, start));

async function load(): Promise<void> {
  const before = performance.now();
  createRequire(app)(app);
  const registeredMs = performance.now();
  start = {
    registeredMs,
    loadMs: registeredMs - before,
    loadedRssMb: process.memoryUsage.rss() / 2 ** 20,
  };
}
