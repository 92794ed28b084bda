/** Counts requests to the emulators that run in the test's own process, and Frontdesk's to the table service. */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { vi } from 'vitest';
import type { Stack } from './stack.ts';

/** Requests by the emulator's port, without the control API's. */
const requests = new Map<number, number>();

/** The methods of Frontdesk's requests by the service's port. */
const sent = new Map<number, string[]>();

/** Rows that Frontdesk has written, by the service's port: a row is replaced with PUT, and inserted with POST. */
const writes = new Map<number, number>();

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly origin: string;
  readonly body: unknown;
}

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  if (!request.url?.startsWith('/_control')) count(requests, request.socket.localPort);
});

/** What this process has sent and has no response to yet. */
const open = new Set<Sent>();

subscribe('undici:request:create', (message) => {
  const { request } = message as { request: Sent };
  open.add(request);
  sent.set(toPort(request), [...(sent.get(toPort(request)) ?? []), request.method]);
});

for (const end of ['trailers', 'error'])
  subscribe(`undici:request:${end}`, (message) => {
    open.delete((message as { request: Sent }).request);
  });

subscribe('undici:request:headers', (message) => {
  const { request, response } = message as { request: Sent; response: { statusCode: number } };
  const isWrite =
    request.method === 'PUT' || (request.method === 'POST' && !/\/(?:Tables|\$batch)$/.test(request.path));
  // The key of the page tokens is no stored response.
  if (String(request.body).includes('page-key')) return;
  if (isWrite && response.statusCode < 300) count(writes, toPort(request));
});

function toPort({ origin }: Sent): number {
  return Number(new URL(origin).port);
}

function count(counts: Map<number, number>, port = 0): void {
  counts.set(port, (counts.get(port) ?? 0) + 1);
}

/** Waits until Frontdesk's requests in the background have ended (rows it writes, responses it refreshes), for two seconds at most. */
export async function awaitIdle(): Promise<void> {
  const endsAt = performance.now() + 2_000;
  for (let turn = 0; turn < 20 && performance.now() < endsAt; turn = open.size > 0 ? 0 : turn + 1)
    await new Promise((resolve) => setImmediate(resolve));
}

/** Returns how many requests the upstreams, the identity endpoint and the table service have received, reads included. */
export function countEmulatorRequests(stack: Stack) {
  const countOf = (port: number) => requests.get(port) ?? 0;
  const identity = Number(new URL(process.env['IDENTITY_ENDPOINT'] ?? '').port);
  return {
    upstream: countOf(stack.upstream.port),
    identity: countOf(identity),
    table: listTableCalls(stack).length,
  };
}

/** Returns the method of each request to the table service. */
export function listTableCalls(stack: Stack): readonly string[] {
  return sent.get(stack.tables.port) ?? [];
}

/** Returns a function that waits until `count` more rows are written than now. */
export function awaitWrites(stack: Stack, count = 1): () => Promise<void> {
  const before = writes.get(stack.tables.port) ?? 0;
  return () =>
    vi.waitFor(
      () => {
        if ((writes.get(stack.tables.port) ?? 0) < before + count) throw new Error('Rows are missing.');
      },
      { interval: 2, timeout: 20_000 },
    );
}
