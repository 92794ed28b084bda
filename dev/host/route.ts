/**
 * Parses and matches the route templates that the built-in host supports: literals and `{name}` parameters, also
 * several in one segment such as `companies({companyId})`, and `{*name}` as the last segment, which takes the rest of the path.
 * Source: dotnet/aspnetcore src/Http/Routing, RoutePatternParser.cs, RoutePatternMatcher.cs, PathTokenizer.cs.
 */
import { unsupported } from './unsupported.ts';

interface RoutePart {
  readonly kind: 'literal' | 'parameter' | 'rest';
  /** The literal's text or the parameter's name. */
  readonly text: string;
  /** The text as `foldCase` returns it. */
  readonly folded: string;
}

/** Never empty. */
type RouteSegment = readonly RoutePart[];
export type RouteTemplate = readonly RouteSegment[];

/**
 * Parses a template. Throws an Error that names the function (`where`), the route and the part that is invalid or
 * unsupported.
 */
export function parseRouteTemplate(where: string, route: string): RouteTemplate {
  const routeOf = `${where}, route '${route}'`;
  const [, before = route, rest] = /^(.*?)\/?\{\*(\w+)\}$/.exec(route) ?? [];
  const segments = before === '' && rest !== undefined ? [] : before.split('/');
  const template: RouteSegment[] = segments.map((segment) => parseSegment(routeOf, segment));
  if (rest !== undefined) template.push([{ kind: 'rest', text: rest, folded: foldCase(rest) }]);
  const names = template.flat().filter(({ kind }) => kind !== 'literal');
  const repeated = names.find(({ text }, index) => names.slice(0, index).some((other) => isSame(other.text, text)));
  if (repeated) throw new Error(`${routeOf}: the parameter '${repeated.text}' appears twice. Rename one.`);
  return template;
}

function parseSegment(where: string, segment: string): RouteSegment {
  if (segment === '') {
    throw new Error(`${where}: a segment is empty. Remove the '/' at the start or the end, or the doubled '/'.`);
  }
  const parts: RoutePart[] = [];
  for (const [token, name] of segment.matchAll(/\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    const previous = parts.at(-1);
    if (name === undefined) {
      if (/[{}?~]/.test(token)) throw unsupported(where, `the literal '${segment}' with one of { } ? ~`);
      parts.push({ kind: 'literal', text: token, folded: foldCase(token) });
    } else {
      if (!/^\w+$/.test(name)) throw unsupported(where, `the parameter '${token}'; only {name} is allowed`);
      if (previous?.kind === 'parameter') {
        throw new Error(`${where}: '${segment}' has two adjacent parameters. Separate them by a literal.`);
      }
      parts.push({ kind: 'parameter', text: name, folded: foldCase(name) });
    }
  }
  return parts;
}

/** Returns the text in upper case, character by character, so that positions stay (OrdinalIgnoreCase). */
function foldCase(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toUpperCase();
  return text.replace(/./gsu, (character) => {
    const upper = character.toUpperCase();
    return upper.length === character.length ? upper : character;
  });
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The values of a matched route by parameter name. */
export type RouteValues = ReadonlyMap<string, string>;

interface PathSegment {
  readonly text: string;
  readonly folded: string;
}

/** Splits a path, decoded once and beginning with '/'; one trailing '/' is ignored. */
export function splitPath(path: string): readonly PathSegment[] {
  const texts = path.slice(1).replace(/\/$/, '').split('/');
  return texts.map((text) => ({ text, folded: foldCase(text) }));
}

/** Matches a split path. Literals match in any case, and an empty segment matches only as a part of the rest. */
export function matchRoute(template: RouteTemplate, path: readonly PathSegment[]): RouteValues | undefined {
  const rest = template.at(-1)?.find(({ kind }) => kind === 'rest');
  const segments = rest ? template.slice(0, -1) : template;
  if (rest ? path.length < segments.length : path.length !== segments.length) return undefined;
  const values = new Map<string, string>();
  const isMatch = segments.every((segment, index) => matchSegment(segment, path[index] as PathSegment, values));
  if (rest) {
    const taken = path.slice(segments.length).map(({ text }) => text);
    values.set(rest.text, taken.join('/'));
  }
  return isMatch ? values : undefined;
}

/**
 * Matches a segment's parts from right to left, each literal at its last occurrence, without backtracking.
 * Each parameter takes at least one character, the leftmost as many as possible. Adds the values to `values`.
 */
function matchSegment(segment: RouteSegment, { text, folded }: PathSegment, values: Map<string, string>): boolean {
  const parts = [...segment];
  let end = text.length;
  while (parts.length > 0) {
    const parameter = parts.at(-1)?.kind === 'parameter' ? parts.pop() : undefined;
    const literal = parts.pop()?.folded ?? '';
    const limit = parameter ? Math.max(end - 1, 0) : end;
    const start = literal === '' ? 0 : folded.slice(0, limit).lastIndexOf(literal);
    const value = text.slice(start + literal.length, end);
    const hasValue = value !== '';
    if (start < 0 || hasValue !== (parameter !== undefined)) return false;
    if (parameter) values.set(parameter.text, value);
    end = start;
  }
  return end === 0;
}
