/**
 * Parses a raw request target as Kestrel does: percent-decodes the path once (%2F stays) and removes dot segments.
 * `new URL` would decode differently and parse `//evil` as a host.
 * Source: dotnet/aspnetcore UrlDecoder.cs, PathNormalizer.cs, PathString.cs,
 * QueryStringEnumerable.cs.
 */
import type { RpcMapping } from './rpc.ts';

export interface RequestTarget {
  /** Decoded once; begins with '/'. Empty for `OPTIONS *`. */
  readonly path: string;
  /** Raw, with its '?'; empty without a query. */
  readonly query: string;
}

const slash = 0x2f;

/**
 * Parses `/path?query`, or `http://host/path?query` with the same host. Returns undefined if Kestrel would respond with
 * 400.
 */
export function parseRequestTarget(raw: string, host: string): RequestTarget | undefined {
  if (/[^\x21-\x7e]/.test(raw)) return undefined;
  if (raw === '*') {
    return { path: '', query: '' };
  }
  const origin = /^https?:\/\/([^/?]*)/i.exec(raw);
  if (origin && origin[1]?.toLowerCase() !== host.toLowerCase()) return undefined;
  const target = origin ? raw.slice(origin[0].length).replace(/^(?!\/)/, '/') : raw;
  const [, rawPath = '', query = ''] = /^([^?]*)(\?.*)?$/.exec(target) ?? [];
  if (!rawPath.startsWith('/') || rawPath.includes('%00')) return undefined;
  const path = decodePercent(rawPath, (byte) => byte !== slash);
  return { path: removeDotSegments(path), query };
}

/** Returns the `url` of the function's request: the decoded path, escaped again, and the raw query. */
export function toRequestUrl(host: string, { path, query }: RequestTarget): string {
  const escaped = path.replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9!$&'()*+,\-./:;=@_~]/gu, (match) =>
    match.length === 3 && match.startsWith('%') ? match : encodeURIComponent(match),
  );
  return `http://${host}${escaped}${query.replaceAll('#', '%23')}`;
}

/**
 * Parses a query. Names are case-insensitive (the first spelling is kept), the values of one name are joined with ','.
 */
export function parseQuery(query: string): RpcMapping {
  const members = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (const pair of query.slice(1).split('&')) {
    if (pair !== '') {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
      const decoded = decodeQueryPart(name);
      const member = members.get(decoded.toUpperCase()) ?? { name: decoded, values: [] };
      member.values.push(decodeQueryPart(value));
      members.set(decoded.toUpperCase(), member);
    }
  }
  return Object.fromEntries([...members.values()].map(({ name, values }) => [name, { value: values.join(',') }]));
}

function decodeQueryPart(text: string): string {
  return decodePercent(text.replaceAll('+', ' '), () => true);
}

/** Decodes valid UTF-8 whose first byte passes `mayDecode`; the rest stays encoded. */
function decodePercent(text: string, mayDecode: (byte: number) => boolean): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
    let decoded = '';
    for (let at = 0; at < bytes.length; ) {
      const length = lengthOfCharacter(bytes, at);
      const character = decodeUtf8(bytes.subarray(at, at + length));
      const isDecoded = character !== undefined && mayDecode(bytes[at] ?? 0);
      const consumed = isDecoded ? length : 1;
      decoded += isDecoded ? character : run.slice(at * 3, (at + consumed) * 3);
      at += consumed;
    }
    return decoded;
  });
}

function lengthOfCharacter(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0xc0) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** RFC 3986 5.2.4, on the decoded path: `%2e%2e` is a dot segment, too. */
function removeDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    const isDot = segment === '.' || segment === '..';
    if (segment === '..') kept.pop();
    if (!isDot) {
      kept.push(segment);
    } else if (index === segments.length - 1) {
      kept.push('');
    }
  }
  return `/${kept.join('/')}`;
}
