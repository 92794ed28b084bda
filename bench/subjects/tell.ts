/** What every subject has in common: it tells its port, and how long its event loop stood still, and ends with its parent. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { toMedian } from '../table.ts';

/** A subject's first message; the memory is that of the moment. */
export interface Ready {
  readonly port: number;
  readonly rssMb: number;
}

/**
 * The answer to any message: the longest block of a tenth of a second, in milliseconds; the median of all since the message before.
 * The longest of all is the machine's doing: a process that does nothing is kept from its core for ten milliseconds now and then.
 */
export interface LoopBlock {
  readonly blockMs: number;
}

const WINDOW_MS = 100;

export function tellPort(port: number, more: object = {}): void {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let longest: number[] = [];
  setInterval(() => {
    longest.push(Math.max(0, delay.max / 1e6 - 1));
    delay.reset();
  }, WINDOW_MS);
  process.on('message', () => {
    process.send?.({ blockMs: longest.length === 0 ? 0 : toMedian(longest) } satisfies LoopBlock);
    longest = [];
    delay.enable();
    delay.reset();
  });
  process.once('disconnect', () => process.exit());
  process.send?.({ port, rssMb: process.memoryUsage.rss() / 2 ** 20, ...more });
}

export function serveHttp(listener: RequestListener): void {
  const server = createServer({ keepAliveTimeout: 120_000 }, listener);
  server.listen(0, '127.0.0.1', () => tellPort((server.address() as AddressInfo).port));
}
