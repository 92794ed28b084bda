/** Counts requests to the emulators, which run in the test's own process. */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { vi } from 'vitest';
import type { Stack } from './stack.ts';

/** Requests by local port, without the control API's. */
const requests = new Map<number, number>();

/** Written entities by local port. An entity is written with PUT. */
const writes = new Map<number, number>();

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  if (!request.url?.startsWith('/_control')) count(requests, request);
});

subscribe('http.server.response.finish', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  if (request.method === 'PUT' && response.statusCode < 300) count(writes, request);
});

function count(counts: Map<number, number>, { socket }: IncomingMessage): void {
  const port = socket.localPort ?? 0;
  counts.set(port, (counts.get(port) ?? 0) + 1);
}

/** Returns how many requests the upstreams, the identity endpoint and the table service have received, reads included. */
export function countEmulatorRequests(stack: Stack) {
  const countOf = (port: number) => requests.get(port) ?? 0;
  const identity = Number(new URL(process.env['IDENTITY_ENDPOINT'] ?? '').port);
  return { upstream: countOf(stack.upstream.port), identity: countOf(identity), table: countOf(stack.tables.port) };
}

/** Returns a function that waits until `count` more rows are written than now. */
export function awaitWrites(stack: Stack, count = 1): () => Promise<void> {
  const before = writes.get(stack.tables.port) ?? 0;
  return () =>
    vi.waitFor(
      () => {
        if ((writes.get(stack.tables.port) ?? 0) < before + count) throw new Error('Rows are missing.');
      },
      { interval: 2, timeout: 5_000 },
    );
}
