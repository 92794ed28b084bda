/** Sends requests as a frontend does, and measures how long the answers take. */
import { type Agent, request } from 'node:http';
import { createDocumentCheck } from '../../support/document-check.ts';

const requireDescribed = createDocumentCheck('vendor');

export interface Sent {
  readonly method: string;
  /** Goes as it stands. */
  readonly path: string;
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Goes as JSON. */
  readonly body?: unknown;
}

export interface TimedAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly elapsedMs: number;
}

/** Answers the answer; rejects when there is none. `agent` false takes a connection of its own. */
export function send(port: number, sent: Sent, agent: Agent | false = false): Promise<TimedAnswer> {
  const { method, path, token, headers = {}, body } = sent;
  const content = body === undefined ? undefined : JSON.stringify(body);
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
        ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
        ...headers,
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const fields = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
        const answer = {
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(fields),
          text: Buffer.concat(chunks).toString(),
          elapsedMs: performance.now() - startedAt,
        };
        try {
          requireDescribed(sent, answer);
          resolve(answer);
        } catch (error) {
          reject(error);
        }
      });
    });
    outgoing.end(content);
  });
}
