/** Counts requests to the emulators that run in the test's own process, and Frontdesk's to the table service. */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Stack } from './stack.ts';

/** Requests by the emulator's port, without the control API's. */
const requests = new Map<number, number>();

/** The methods of Frontdesk's requests by the service's port. */
const sent = new Map<number, string[]>();

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly origin: string;
}

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  if (request.url?.startsWith('/_control')) return;
  const { localPort = 0 } = request.socket;
  requests.set(localPort, (requests.get(localPort) ?? 0) + 1);
  // The identity's library sends by other means than the channel below sees.
  open.add(request);
  response.once('close', () => open.delete(request));
});

/** Requests that this process has sent or received, and that have no response yet. */
const open = new Set<Sent | IncomingMessage>();

subscribe('undici:request:create', (message) => {
  const { request } = message as { request: Sent };
  open.add(request);
  sent.set(toPort(request), [...(sent.get(toPort(request)) ?? []), request.method]);
});

for (const end of ['trailers', 'error'])
  subscribe(`undici:request:${end}`, (message) => {
    open.delete((message as { request: Sent }).request);
  });

function toPort({ origin }: Sent): number {
  return Number(new URL(origin).port);
}

/** Waits until Frontdesk's requests in the background have ended (rows it writes, responses it refreshes), for ten seconds at most. */
export async function awaitIdle(): Promise<void> {
  const endsAt = performance.now() + 10_000;
  for (let turn = 0; turn < 20 && performance.now() < endsAt; turn = open.size > 0 ? 0 : turn + 1)
    await new Promise((resolve) => setImmediate(resolve));
  // What has not ended by now would delay every later test as long.
  if (performance.now() >= endsAt) open.clear();
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
