/** One upstream's connections. */
import { createHttpClient, type HttpResponse } from '../http/http-client.ts';
import type { Clock } from '../time/clock.ts';
import type { UpstreamRequest } from './compose-request.ts';
import type { Upstream } from './upstreams.ts';

export type UpstreamAnswer = HttpResponse;

export interface Transport {
  /** Sends once and reads the whole answer; rejects with whatever the connection says, or with TimeoutError after that many milliseconds. */
  send(request: UpstreamRequest, timeoutMs: number): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 1_000;

export function openTransport(
  { origin, basePath, maxResponseBytes: maxAnswerBytes }: Upstream,
  clock: Clock,
): Transport {
  const client = createHttpClient(origin, {
    clock,
    maxResponseBytes: maxAnswerBytes,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  });
  return {
    send: ({ method, target, headers, body }, timeoutMs) =>
      client.send({
        method,
        path: basePath + target,
        headers,
        body,
        timeoutMs,
      }),
    close: () => client.close(),
  };
}
