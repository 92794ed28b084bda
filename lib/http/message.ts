/** Request and response as plain values; adapters convert the host's own to and from them. */
import { Problem } from './problem.ts';

export interface RequestMessage {
  readonly method: string;
  /** Route values, decoded once by the host; never decode them again. */
  readonly params: Readonly<Record<string, string>>;
  /** The query as sent: encoded, without its question mark. */
  readonly rawQuery: string;
  /** Returns a header's value, or undefined when absent; `name` in lower case. */
  header(name: string): string | undefined;
  /** The host's own span of this invocation, as in `traceparent`. */
  readonly hostTraceParent?: string | undefined;
  /** Reads the body once. @throws Problem `content_too_large` above `maxBytes`. */
  readBody(maxBytes: number): Promise<Uint8Array>;
}

/** Header names are in lower case. */
export interface ResponseMessage {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array | string;
  /** The body as gzip, where it is kept. */
  readonly packed?: Uint8Array | undefined;
  /** Names the body: its entity tags are made of it. */
  readonly digest?: string;
}

/** Returns the body; throws Problem `content_too_large` when it is longer, or undefined because it was not read. */
export function limitBody(body: Uint8Array | undefined, maxBytes: number): Uint8Array {
  if (body !== undefined && body.byteLength <= maxBytes) return body;
  throw new Problem('content_too_large', { message: `The content must not be larger than ${maxBytes} bytes.` });
}
