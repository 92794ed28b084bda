/** Links to the next page of a list. */
import { randomBytes } from 'node:crypto';

/** Returns the request's address with these query options in place of its own; undefined removes one. */
export function toPageLink(url: URL, options: Readonly<Record<string, string | number | undefined>>): string {
  const kept = [...url.searchParams].filter(([name]) => !(name in options));
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const query = [...kept, ...given].map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${url.origin}${url.pathname}?${query.join('&')}`;
}

/** Returns an opaque token, made longer by this many characters. */
export function writeSkipToken(start: number, padding = 0): string {
  const filler = randomBytes(padding).toString('base64url');
  const text = padding === 0 ? `page:${start}` : `page:${start};${filler.slice(0, padding * 0.75)}`;
  return Buffer.from(text).toString('base64url');
}

/** Returns the page's first index; undefined if the token is invalid. */
export function readSkipToken(token: string | undefined): number | undefined {
  if (token === undefined) return 0;
  const start = /^page:(\d+)(?:;|$)/.exec(Buffer.from(token, 'base64url').toString())?.[1];
  return start === undefined ? undefined : Number(start);
}
