/** Sends requests to Frontdesk as a frontend does, and measures the time to the complete response. */
import { type Agent, type IncomingMessage, request } from 'node:http';

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
export function sendRequest(port: number, sent: SentRequest, agent: Agent | false = false): Promise<TimedResponse> {
  const { method, path, token, headers = {}, body } = sent;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => void readResponse(incoming, startedAt).then(resolve, reject));
    outgoing.end(text);
  });
}

async function readResponse(incoming: IncomingMessage, startedAt: number): Promise<TimedResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    text: Buffer.concat(chunks).toString(),
    elapsedMs: performance.now() - startedAt,
  };
}
