/** What every subject has in common: it tells its port, and how long its event loop stood still, and ends with its parent. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A subject's first message; the memory is that of the moment. */
export interface Ready {
  readonly port: number;
  readonly rssMb: number;
}

/** The answer to any message: the longest block since the message before, in milliseconds. */
export interface LoopBlock {
  readonly blockMs: number;
}

export function tellPort(port: number, more: object = {}): void {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  process.on('message', () => {
    const blockMs = Math.max(0, delay.max / 1e6 - 1);
    delay.enable();
    delay.reset();
    process.send?.({ blockMs } satisfies LoopBlock);
  });
  process.once('disconnect', () => process.exit());
  process.send?.({ port, rssMb: process.memoryUsage.rss() / 2 ** 20, ...more });
}

export function serveHttp(listener: RequestListener): void {
  const server = createServer({ keepAliveTimeout: 120_000 }, listener);
  server.listen(0, '127.0.0.1', () => tellPort((server.address() as AddressInfo).port));
}
