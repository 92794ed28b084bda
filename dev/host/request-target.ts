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
  return { path: removeDotSegments(decodePercent(rawPath, '%2f')), query };
}

/**
 * Returns the `url` of the function's request: the decoded path, escaped again, and the raw query. Throws for a host that makes no
 * address.
 */
export function toRequestUrl(host: string, { path, query }: RequestTarget): string {
  if (host === '' || Number(/:(\d+)$/.exec(host)?.[1] ?? 0) > 65_535)
    throw new Error(`Invalid URI: the host is '${host}'.`);
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
  return decodePercent(text.replaceAll('+', ' '));
}

/** A character of one to four bytes. */
const encodedCharacter =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[\da-f](?:%[89ab][\da-f]){3}/gi;

/** Decodes what is valid UTF-8; the rest, and `kept`, stays encoded. */
function decodePercent(text: string, kept?: string): string {
  return text.replace(encodedCharacter, (encoded) => {
    try {
      return encoded.toLowerCase() === kept ? encoded : decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
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
