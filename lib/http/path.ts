/** Path templates such as `/companies({companyId})` with the values in them, queries, and URLs of settings. Source: I8; RFC 3986 3.3. */

type Params = Readonly<Record<string, string>>;

/** Cuts a template into literals at even places and names at odd ones. */
const BRACES = /[{}]/;
/** The parts of the operations' templates: cutting them for each request takes twice the time. */
const templates = new Map<string, readonly string[]>();

/** Fills a template with the values unchanged; an absent one is empty. */
export function fillPath(template: string, params: Params, toText = (value: string) => value): string {
  let parts = templates.get(template);
  if (!parts) {
    parts = template.split(BRACES);
    templates.set(template, parts);
  }
  return parts.reduce((text, part, index) => text + (index % 2 ? toText(params[part] ?? '') : part), '');
}

/** Fills a template with the values percent-encoded, so that each stays within its segment. */
export function encodePath(template: string, params: Params): string {
  return fillPath(template, params, encodeSegment);
}

/** Returns a function that returns the values at the template's parameters, or undefined if the path does not match. */
export function createPathMatcher(template: string): (path: string) => Record<string, string> | undefined {
  const parts = template.split(BRACES);
  const pattern = parts.map((part, index) => (index % 2 ? `(?<${part}>[^/]+)` : escapeLiteral(part))).join('');
  const whole = new RegExp(`^${pattern}$`, 'i');
  return (path) => {
    const match = whole.exec(path);
    return match ? { ...match.groups } : undefined;
  };
}

function escapeLiteral(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** encodeURIComponent leaves `'()*!` unchanged; parentheses and quotes have a meaning in business data paths. */
function encodeSegment(value: string): string {
  if (/^[\w.~-]*$/.test(value)) return value;
  return encodeURIComponent(value).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Longer than any name in the specification. */
export const MAX_VALUE_LENGTH = 260;

/**
 * Whether a route value is safe in an upstream path: one segment of letters, digits and printable ASCII, not only dots (servers
 * that cut path parameters see only dots in `..;x`, and nothing in `;x`), nothing that a later decoder could turn into a separator. Look-alike characters are checked in their normal form.
 */
export function isSafePathValue(value: string): boolean {
  if (value.length > MAX_VALUE_LENGTH) return false;
  // Most values are plain ASCII, which has no other normal form.
  return /^[\w-][\w.-]*$/.test(value) || (isPlain(value) && isPlain(value.normalize('NFKC')));
}

function isPlain(value: string): boolean {
  return /^[ -~\p{L}\p{M}\p{N}]+$/u.test(value) && !/[/\\%?#]|^\.{0,2}(?:;|$)/.test(value);
}

/** Whether a URL may be called or given out: https, or http to this machine; no credentials, query or fragment. */
export function isTrustedUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether a URL leads to one of these origins, however a parser reads it: it starts with the origin, and a path, query, fragment or nothing follows. */
export function isAtOrigin(url: string, origins: readonly string[]): boolean {
  const hasOnlyPrintable = /^[\x21-\x7e]+$/.test(url);
  return (
    hasOnlyPrintable &&
    origins.some((origin) => url.startsWith(origin) && /^(?:[/?#]|$)/.test(url.slice(origin.length)))
  );
}

/** Splits a base URL; `basePath` has no trailing slash. @throws TypeError if it is not a URL. */
export function splitUrl(url: string): { readonly origin: string; readonly basePath: string } {
  const { origin, pathname } = new URL(url);
  return { origin, basePath: pathname.replace(/\/+$/, '') };
}

/** Returns `?name=value&…` with encoded values, or the empty string for no parameters. */
export function formatQuery(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
