/** Sends requests as a frontend does. Uses node:http, because fetch normalises the path. */
import { type Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface TestRequest {
  /** The administrator's token by default; null sends none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

export interface TestResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  readonly json: any;
  /** Milliseconds to the complete response. */
  readonly elapsedMs: number;
}

/** Sends a request to this port of the loopback address. Without an agent it opens a new connection. */
export function sendRequest(
  port: number,
  method: string,
  path: string,
  request: TestRequest,
  agent: Agent | false = false,
): Promise<TestResponse> {
  const body = toBody(request.body);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = composeHeaders(request, body);
    const outgoing = openRequest({ host: '127.0.0.1', port, method, path, agent, headers });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => void readResponse(incoming, startedAt).then(resolve, reject));
    outgoing.end(body);
  });
}

function toBody(body: unknown): string | Uint8Array | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}

function composeHeaders({ token, headers }: TestRequest, body: string | Uint8Array | undefined) {
  const isChunked = headers !== undefined && 'transfer-encoding' in headers;
  return {
    ...(typeof token === 'string' ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(body === undefined || isChunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
}

async function readResponse(incoming: IncomingMessage, startedAt: number): Promise<TestResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const isGzip = incoming.headers['content-encoding'] === 'gzip' && bytes.length > 0;
  const text = (isGzip ? gunzipSync(bytes) : bytes).toString();
  const elapsedMs = performance.now() - startedAt;
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return { status: incoming.statusCode ?? 0, headers, text, json: parse(text), elapsedMs };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns each failing member as `target: message`, from the shapes that have a list of details (S1-52, S1-53, S3-28). */
export function listFailures({ json }: TestResponse): string[] {
  const details: readonly { readonly target: string; readonly message: string }[] = json.error.details ?? [];
  return details.map(({ target, message }) => `${target}: ${message}`);
}
