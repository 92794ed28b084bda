/** Paths of operations: filled in once, encoded once. Source: DESIGN 4, 8; RFC 3986 3.3. */

const PLACEHOLDER = /\{(\w+)\}/;

/** Literals and names in turn, by template: as many as the operations have. */
const parts = new Map<string, readonly string[]>();

/** Fills a template with the values as they are. */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return fill(template, (name) => params[name] ?? '');
}

function fill(template: string, toText: (name: string) => string): string {
  return split(template).reduce((path, part, index) => path + (index % 2 ? toText(part) : part), '');
}

function split(template: string): readonly string[] {
  let known = parts.get(template);
  if (known === undefined) {
    known = template.split(PLACEHOLDER);
    parts.set(template, known);
  }
  return known;
}

/** Answers the values that a path has where the template has parameters, or undefined when it is no such path. */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const literals = split(template).map((part, index) => (index % 2 ? `(?<${part}>[^/]+)` : escapeLiteral(part)));
  const match = new RegExp(`^${literals.join('')}$`, 'i').exec(path);
  return match ? { ...match.groups } : undefined;
}

/** Fills a template with the values percent-encoded, each to stay within its segment. */
export function encodePath(template: string, params: Readonly<Record<string, string>>): string {
  return fill(template, (name) => encodeSegment(params[name] ?? ''));
}

/** encodeURIComponent leaves `'()*!` as they are; parentheses and quotes have a meaning in the business-data paths. */
function encodeSegment(value: string): string {
  if (/^[\w.~-]*$/.test(value)) return value;
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
  if (value.length > MAX_VALUE_LENGTH) return false;
  return isPlainAscii(value) || (isPlain(value) && isPlain(value.normalize('NFKC')));
}

/** Longer than any name that the specification allows. */
const MAX_VALUE_LENGTH = 260;

/** Most values are: normalisation leaves them as they are. */
function isPlainAscii(value: string): boolean {
  return /^[\w-][\w.-]*$/.test(value);
}

function isPlain(value: string): boolean {
  return /^[ -~\p{L}\p{M}\p{N}]+$/u.test(value) && !/[/\\%?#]|^\.{1,2}$/.test(value);
}

function escapeLiteral(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
