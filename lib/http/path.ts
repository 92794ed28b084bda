/** Path templates such as `/companies({companyId})`, and the values in them. Source: I8; RFC 3986 3.3. */

/** Fills a template with the values unchanged; an absent one is empty. */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return fill(template, params, (value) => value);
}

/** Fills a template with the values percent-encoded, so that each stays within its segment. */
export function encodePath(template: string, params: Readonly<Record<string, string>>): string {
  return fill(template, params, encodeSegment);
}

function fill(template: string, params: Readonly<Record<string, string>>, toText: (value: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (_, name) => toText(params[name] ?? ''));
}

/** Returns the values at the template's parameters, or undefined if the path does not match. */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  return createPathMatcher(template)(path);
}

/** Returns `matchPath` for one template. */
export function createPathMatcher(template: string): (path: string) => Record<string, string> | undefined {
  // Split by its parameters, a template has literals at even places and names at odd ones.
  const parts = template.split(/\{(\w+)\}/);
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
const MAX_VALUE_LENGTH = 260;

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
