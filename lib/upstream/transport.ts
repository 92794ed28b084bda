/** One upstream's connections. */
import { type HttpAnswer, openHttpClient } from '../http/http-client.ts';
import type { Clock } from '../time/clock.ts';
import type { UpstreamRequest } from './compose-request.ts';
import type { Upstream } from './upstreams.ts';

export type UpstreamAnswer = HttpAnswer;

export interface Transport {
  /** Sends once and reads the whole answer; rejects with whatever the connection says, or with TimeUp after that many milliseconds. */
  send(request: UpstreamRequest, timeoutMs: number): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 1_000;

export function openTransport({ origin, basePath, maxAnswerBytes }: Upstream, clock: Clock): Transport {
  const client = openHttpClient(origin, { maxAnswerBytes, connectTimeoutMs: clock.toTimerMs(CONNECT_TIMEOUT_MS) });
  return {
    send: ({ method, target, fields, content }, timeoutMs) =>
      client.send({
        method,
        path: basePath + target,
        fields,
        content,
        timeoutMs: clock.toTimerMs(timeoutMs),
      }),
    close: () => client.close(),
  };
}
