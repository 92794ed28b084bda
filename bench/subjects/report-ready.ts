/** Shared by the subjects: each reports its port and the blocks of its event loop, and exits with its parent. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { toMedian } from '../table.ts';

/** A subject's first message. */
export interface Ready {
  readonly port: number;
  readonly rssMb: number;
}

/**
 * The response to any message: the longest block of each tenth of a second since the last message, as their median in milliseconds.
 * Not their maximum: even an idle process sometimes waits ten milliseconds for its core.
 */
export interface LoopBlock {
  readonly blockMs: number;
}

const WINDOW_MS = 100;

export function reportReady(port: number, more: object = {}): void {
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
  server.listen(0, '127.0.0.1', () => reportReady((server.address() as AddressInfo).port));
}
