/** Sends requests to Frontdesk as a frontend does, and measures the time to the complete response. */
import type { Agent } from 'node:http';
import { sendRequest as send } from '../support/send-request.ts';

export interface SentRequest {
  readonly method: string;
  /** Sent unchanged. */
  readonly path: string;
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface TimedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly elapsedMs: number;
}

/** Sends to a port of loopback; rejects if there is no response. `agent` false opens a new connection. */
export async function sendRequest(
  port: number,
  sent: SentRequest,
  agent: Agent | false = false,
): Promise<TimedResponse> {
  const { method, path, ...request } = sent;
  const startedAt = performance.now();
  const { status, headers, text } = await send(port, method, path, request, agent);
  return { status, headers, text, elapsedMs: performance.now() - startedAt };
}
