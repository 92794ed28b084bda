/** Content codings of responses, with their entity tags: gzip where the caller accepts it. Source: RFC 9110 8.4, 8.8.3, 12.5.3. */
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { RequestMessage, ResponseMessage } from './message.ts';
import { findEntityTag } from './parse-headers.ts';

/** Smaller bodies fit into one or two packets either way. */
const MIN_BYTES = 1024;
/** Up to this size the thread pool costs more than it saves: about 1 ms of work. */
const MAX_SYNC_BYTES = 64 * 1024;

const gzipInThreadPool = promisify(gzip);

/** Parses Accept-Encoding. Gzip is accepted if its weight is not below the identity's; a malformed member is ignored. */
export function parseAcceptEncoding(value: string | undefined): { readonly gzip: boolean; readonly identity: boolean } {
  if (value === undefined) return { gzip: false, identity: true };
  const weights = new Map(value.toLowerCase().split(',').map(parseMember));
  const any = weights.get('*');
  const gzipWeight = weights.get('gzip') ?? weights.get('x-gzip') ?? any ?? 0;
  const identityWeight = weights.get('identity') ?? any;
  return { gzip: gzipWeight > 0 && gzipWeight >= (weights.get('identity') ?? 0), identity: identityWeight !== 0 };
}

/** Returns a coding with its weight; a malformed member has the empty name. */
function parseMember(member: string): readonly [coding: string, weight: number] {
  const [, coding = '', weight = '1'] =
    /^([\w.*-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/.exec(member.trim()) ?? [];
  return [coding, Number(weight)];
}

/** Compresses for speed; a large body does not block other requests. Undefined if that fails: no response depends on it. */
export async function toGzip(body: Uint8Array): Promise<Buffer | undefined> {
  try {
    return body.length <= MAX_SYNC_BYTES ? gzipSync(body, { level: 1 }) : await gzipInThreadPool(body, { level: 1 });
  } catch {
    return undefined;
  }
}

/**
 * Returns the response in a coding that the caller accepts; in the identity if it accepts none. A body with a digest gets an
 * entity tag; the body is left out if If-None-Match has that tag.
 */
export async function encodeBody(
  { status, headers, body, packed, digest }: ResponseMessage,
  request: Pick<RequestMessage, 'header'>,
): Promise<ResponseMessage> {
  if (body === undefined) return { status, headers };
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const accepted = parseAcceptEncoding(request.header('accept-encoding'));
  const isGzip = accepted.gzip && (bytes.length > MIN_BYTES || !accepted.identity);
  const gzip = isGzip ? (packed ?? (await toGzip(bytes))) : undefined;
  const vary = headers['vary'];
  const encoded: Record<string, string> = Object.assign({}, headers);
  encoded['vary'] = vary ? `accept-encoding, ${vary}` : 'accept-encoding';
  if (digest !== undefined) {
    const etags = [`"${digest}"`, `"${digest}-gzip"`];
    // The tag of the coding that is sent comes first.
    if (gzip !== undefined) etags.reverse();
    const etag = findEntityTag(request.header('if-none-match'), etags);
    encoded['etag'] = etag ?? String(etags[0]);
    if (etag !== undefined) return { status: 304, headers: encoded };
  }
  if (gzip !== undefined) encoded['content-encoding'] = 'gzip';
  return { status, headers: encoded, body: gzip ?? bytes };
}
