/** The wire of a batch: its contract, its parts as requests, and their responses as one. Source: docs/specification.md#batches; OData JSON Format 4.01, 19. */
import * as z from 'zod';
import { isJsonObject } from '../contracts/json-object.ts';
import { change, inline, object, requiredInRequest } from '../contracts/schema/resource.ts';
import { editJson } from './edit-json.ts';
import { limitBody, type RequestMessage, type ResponseMessage } from './message.ts';
import type { JsonBody } from './parse-json.ts';
import { Problem, type ProblemDetail } from './problem.ts';

export const MAX_PARTS = 20;

const part = inline(() => ({
  id: requiredInRequest(
    z
      .string()
      .min(1)
      .max(64)
      .regex(/^[ -~]*$/, { error: 'must be printable ASCII' })
      .describe('Chosen by the caller, unique in the batch (case-sensitive). The response has the same id.'),
  ),
  method: requiredInRequest(z.string().regex(/^[A-Za-z]{1,16}$/, { error: 'must be 1 to 16 letters' })),
  url: requiredInRequest(z.string().describe('Path and query as in a single request, encoded; never an absolute URL.')),
  headers: z.record(z.string(), z.string()).describe('Never an identity: the token of the batch counts.'),
  body: z.unknown().describe('JSON, with the header `Content-Type: application/json`.'),
  dependsOn: z.array(z.string()).describe('Not supported: a part that depends on another is refused.'),
}));

const parts = change(part, (schema) => z.array(schema).min(1).max(MAX_PARTS).check(z.superRefine(rejectRepeatedIds)));

function rejectRepeatedIds(sent: readonly unknown[], context: z.core.$RefinementCtx): void {
  const ids = sent.map((each) => (isJsonObject(each) ? each['id'] : undefined));
  for (const [index, own] of ids.entries()) {
    if (typeof own !== 'string' || ids.indexOf(own) === index) continue;
    context.addIssue({ code: 'custom', path: [index, 'id'], message: 'must be unique in the batch' });
  }
}

export const BatchRequest = object(
  'Batch',
  { requests: requiredInRequest(parts) },
  { description: 'Requests that change nothing, of one caller.' },
);

export interface ReceivedPart {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly dependsOn?: readonly string[] | null | undefined;
  /** As sent; undefined for none, and for null. */
  readonly bodyText: string | undefined;
}

interface SentPart extends Omit<ReceivedPart, 'headers' | 'bodyText'> {
  readonly headers?: ReceivedPart['headers'] | null;
  readonly body?: unknown;
}

/** Returns the parts of a valid batch. */
export function readParts({ text, value }: JsonBody): readonly ReceivedPart[] {
  const { requests } = value as { readonly requests: readonly SentPart[] };
  const bodies = requests.some(({ body }) => body !== undefined && body !== null) ? readBodies(text) : [];
  return requests.map(({ id, method, url, headers, dependsOn }, index) => {
    return { id, method: method.toUpperCase(), url, headers: headers ?? {}, dependsOn, bodyText: bodies[index] };
  });
}

/** Returns the bodies as text, in which numbers are unchanged (I7). */
function readBodies(text: string): readonly (string | undefined)[] {
  const bodies: (string | undefined)[] = [];
  const readBody = (body: string) => {
    if (body !== 'null') bodies[bodies.length - 1] = body;
    return undefined;
  };
  // Called for each part, before its members are walked.
  const startPart = () => {
    bodies.push(undefined);
    return false;
  };
  const each = { drop: startPart, members: new Map([['body', { replace: readBody }]]) };
  editJson(text, { members: new Map([['requests', { each }]]) });
  return bodies;
}

/** As long as a request line may be. */
const MAX_URL_LENGTH = 8_000;
/** More than any route has. */
const MAX_SEGMENTS = 50;

/**
 * Returns the path of a part, decoded once as the host does and without a slash at its ends, and the query as sent.
 * A dot segment stays, and matches no route. @throws Problem `invalid_request`.
 */
export function parsePartUrl(url: string): { readonly path: string; readonly rawQuery: string } {
  if (url.length > MAX_URL_LENGTH) throw invalid('url', `must have at most ${MAX_URL_LENGTH} characters`);
  if (!/^[\x21-\x7e]*$/.test(url) || url.includes('\\')) throw invalid('url', 'must be percent-encoded ASCII');
  if (/^[a-z][a-z\d+.-]*:/i.test(url)) throw invalid('url', 'must be relative, without scheme and host');
  if (url.startsWith('//')) throw invalid('url', 'must not name a host');
  if (url.includes('#')) throw invalid('url', 'must not have a fragment');
  const at = url.indexOf('?');
  const [encoded, rawQuery] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  const path = decodeOnce(encoded.replace(/^\/|\/$/g, ''));
  if (path === undefined) throw invalid('url', 'must be percent-encoded UTF-8');
  if (path.split('/', MAX_SEGMENTS + 1).length > MAX_SEGMENTS) throw new Problem('route_not_found', { target: 'url' });
  if (/(?:^|\/)\$batch$/i.test(path)) throw invalid('url', 'must not be a batch');
  return { path, rawQuery };
}

/** `%2F` stays: decoded, it would be a separator. */
function decodeOnce(encoded: string): string | undefined {
  if (!encoded.includes('%')) return encoded;
  try {
    return decodeURIComponent(encoded.replace(/%(?=2f)/gi, '%25'));
  } catch {
    return undefined;
  }
}

function invalid(target: string, message: string): Problem {
  return new Problem('invalid_request', { details: [{ code: 'invalid_value', target, message }] });
}

/** Headers of the caller's identity and of a connection: the batch has its own. Source: RFC 9110 7.6.1. */
const REFUSED_HEADERS: ReadonlySet<string> = new Set([
  ...['authorization', 'proxy-authorization', 'proxy-authenticate', 'host'],
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** The host's limit for a request (Kestrel's MaxRequestHeaderCount). Each invalid header adds a detail to the error. */
const MAX_HEADERS = 100;

/** @throws Problem `invalid_request` or `unsupported_dependency`. */
export function checkPart({ method, headers, bodyText, dependsOn }: ReceivedPart): void {
  if (dependsOn?.length) throw new Problem('unsupported_dependency', { target: 'dependsOn' });
  if (Object.keys(headers).length > MAX_HEADERS) throw invalid('headers', `must have at most ${MAX_HEADERS} members`);
  const details: ProblemDetail[] = [];
  const names = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const rule = checkHeader(name, value, names);
    const target = /^[\w-]{1,64}$/.test(name) ? `headers.${name}` : 'headers';
    if (rule) details.push({ code: 'invalid_value', target, message: rule });
    names.add(name.toLowerCase());
  }
  if (method === 'GET' && bodyText !== undefined)
    details.push({ code: 'invalid_value', target: 'body', message: 'must not be sent with GET' });
  if (details.length > 0) throw new Problem('invalid_request', { details });
}

function checkHeader(name: string, value: string, earlier: ReadonlySet<string>): string | undefined {
  const folded = name.toLowerCase();
  if (REFUSED_HEADERS.has(folded)) return 'must not be in a part: that of the batch counts';
  if (!/^[\w!#$%&'*+.^`|~-]{1,128}$/.test(name)) return 'must have valid names';
  if (/\p{Cc}/u.test(value)) return 'must not contain control characters';
  return earlier.has(folded) ? 'must be given once' : undefined;
}

/** Returns a part as a request. `own` replaces headers: those of the batch. */
export function toMessage(
  { method, headers, bodyText = '' }: ReceivedPart,
  { params, rawQuery }: Pick<RequestMessage, 'params' | 'rawQuery'>,
  own: Readonly<Record<string, string>>,
): RequestMessage {
  const named = new Map<string, string>();
  // A part that is refused for too many headers has a message too.
  for (const name of Object.keys(headers).slice(0, MAX_HEADERS))
    named.set(name.toLowerCase(), (headers[name] as string).trim());
  for (const [name, value] of Object.entries(own)) named.set(name, value);
  // Only the whole batch is compressed.
  named.delete('accept-encoding');
  return {
    method,
    params,
    rawQuery,
    header: (name) => named.get(name),
    readBody: async (maxBytes) => limitBody(Buffer.from(bodyText), maxBytes),
  };
}

/** Headers of the whole response, which its parts leave out. */
const COMMON_HEADERS: ReadonlySet<string> = new Set([
  ...['access-control-expose-headers', 'vary', 'x-content-type-options', 'x-frontdesk-version'],
]);

/** Returns the body of a batch's response; those of its parts, which are JSON, are unchanged. */
export function formatResponses(parts: readonly { readonly id: string; readonly response: ResponseMessage }[]): Buffer {
  const chunks: Uint8Array[] = [];
  let text = '{"responses":[';
  for (const [index, { id, response }] of parts.entries()) {
    const { status, headers, body } = response;
    const head = JSON.stringify({ id, status, headers: toNamedHeaders(headers) }).slice(0, -1);
    text += `${index === 0 ? '' : ','}${head}`;
    if (body?.length) {
      // The bytes of a body are copied once, into the whole.
      chunks.push(Buffer.from(`${text},"body":`), typeof body === 'string' ? Buffer.from(body) : body);
      text = '';
    }
    text += '}';
  }
  return Buffer.concat([...chunks, Buffer.from(`${text}]}`)]);
}

/** Spells the names as their specifications do, as members of JSON are case-sensitive. The official client reads `Content-Type` only. */
function toNamedHeaders(headers: ResponseMessage['headers']): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!COMMON_HEADERS.has(name)) named[toSpelling(name)] = value;
  }
  return named;
}

/** The names that are not spelled by the rule. */
const SPELLINGS = new Map(
  ['ETag', 'OData-Version', 'WWW-Authenticate', 'Azure-AsyncOperation'].map((name) => [name.toLowerCase(), name]),
);

function toSpelling(name: string): string {
  if (name.startsWith('x-')) return name;
  return SPELLINGS.get(name) ?? name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
