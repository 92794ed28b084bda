/** Request and response as plain values, which adapters convert from and to the host's. A header crosses Frontdesk only if a list names it. */
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
  /** Its body must not be compressed. */
  readonly hasSecret?: boolean;
  /** Epoch milliseconds from which the content must not be used; 0 if it must not be stored. */
  readonly expiresAt?: number | undefined;
}

/** Returns the body. @throws Problem `content_too_large` when it is longer. */
export function limitBody(body: Uint8Array, maxBytes: number): Uint8Array {
  if (body.byteLength <= maxBytes) return body;
  throw createTooLarge(maxBytes);
}

export function createTooLarge(maxBytes: number): Problem {
  return new Problem('content_too_large', { message: `The content must not be larger than ${maxBytes} bytes.` });
}

/** Response headers that a caller may see. Never `Location`: callers cannot and must not follow it. */
const RELAYED_RESPONSE_HEADERS = ['etag', 'odata-version'] as const;

/** Whether the header says what is left of a limit of the management API: the deployment's, for all callers. */
export const isQuotaHeader = (name: string): boolean => name.startsWith('x-ms-ratelimit-remaining-');

/** Returns the upstream's response headers that are relayed, unchanged; `named` is empty for those of a failure. */
export function pickRelayedHeaders(
  headers: Readonly<Record<string, string>>,
  named: readonly string[] = RELAYED_RESPONSE_HEADERS,
): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of [...named, ...Object.keys(headers).filter(isQuotaHeader)]) {
    const value = headers[name];
    if (value !== undefined && isHeaderValue(value) && !isHopByHop(name, headers['connection'])) picked[name] = value;
  }
  return picked;
}

/** Headers named in Connection apply to one hop only. Source: RFC 9110 7.6.1. */
function isHopByHop(name: string, connection = ''): boolean {
  return connection.split(',').some((named) => named.trim().toLowerCase() === name);
}

/** Whether the text is valid in a header: visible ASCII and inner spaces, at most 1,024 characters. Source: RFC 9110 5.5. */
export function isHeaderValue(text: string): boolean {
  return text.length <= 1024 && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

/** Whether a caller's correlation id may be relayed and logged. */
export function isCorrelationId(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,128}$/.test(text);
}

/** Whether the media type is JSON in UTF-8. Source: RFC 9110 8.3; RFC 8259 8.1. */
export function isJsonMediaType(value: string | undefined): boolean {
  if (value === undefined) return false;
  const [type, ...parameters] = value.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every(isHarmlessParameter);
}

function isHarmlessParameter(parameter: string): boolean {
  const [name, value] = parameter.split('=', 2).map((part) => part.trim());
  return name !== 'charset' || value === 'utf-8' || value === '"utf-8"';
}

/** Whether the media type is JSON or based on it, such as `application/problem+json` or the older `text/json`. */
export function isJsonLikeMediaType(value: string | undefined): boolean {
  return value !== undefined && /^(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(value);
}
