/** The built-in Functions host with the bundled app of BENCH_APP. */
import { createRequire } from 'node:module';
import { startHost } from '../../dev/host/server.ts';
import { reportReady } from './report-ready.ts';

/** Sent with the port in the first message. */
export interface HostStart {
  /** Milliseconds from the start of the process until the functions are registered. */
  readonly registeredMs: number;
  /** Milliseconds to load the app's file. */
  readonly loadMs: number;
  /** Resident megabytes after that. */
  readonly loadedRssMb: number;
}

const app = process.env['BENCH_APP'] as string;
let start: HostStart | undefined;

void startHost({ rootDir: process.cwd(), port: 0, load, mayBeEarlier: true }).then(({ port }) =>
  reportReady(port, start),
);

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
