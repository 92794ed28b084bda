/** Paths of operations: filled in once, encoded once. Source: DESIGN 4, 8; RFC 3986 3.3. */

const PLACEHOLDER = /\{(\w+)\}/g;

/** Fills a template with the values as they are. */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(PLACEHOLDER, (_, name: string) => params[name] ?? '');
}

/** Answers the values that a path has where the template has parameters, or undefined when it is no such path. */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const literals = template
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 ? `(?<${part}>[^/]+)` : escapeLiteral(part)));
  const match = new RegExp(`^${literals.join('')}$`, 'i').exec(path);
  return match ? { ...match.groups } : undefined;
}

/** Fills a template with the values percent-encoded, each to stay within its segment. */
export function encodePath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(PLACEHOLDER, (_, name: string) => encodeSegment(params[name] ?? ''));
}

/** encodeURIComponent leaves `'()*!` as they are; parentheses and quotes have a meaning in the business-data paths. */
function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Whether a route's value may stand in an upstream path: one segment of letters, digits and printable ASCII, no dots alone, nothing
 * that a decoder further on could turn into a separator. Look-alikes are judged by what normalisation makes of them.
 */
export function isSafePathValue(value: string): boolean {
  return value.length <= MAX_VALUE_LENGTH && isPlain(value) && isPlain(value.normalize('NFKC'));
}

/** Longer than any name that the specification allows. */
const MAX_VALUE_LENGTH = 260;

function isPlain(value: string): boolean {
  return /^[ -~\p{L}\p{M}\p{N}]+$/u.test(value) && !/[/\\%?#]|^\.{1,2}$/.test(value);
}

function escapeLiteral(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
