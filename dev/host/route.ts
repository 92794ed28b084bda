/**
 * Parses and matches the route templates that the built-in host supports: literals and `{name}` parameters, also
 * several in one segment such as `companies({companyId})`, and as the last segment `{*name}`, also with a `regex(…)`, which takes the
 * rest of the path, or `{name:maxlength(n)?}`.
 * Source: dotnet/aspnetcore src/Http/Routing, RoutePatternParser.cs, RoutePatternMatcher.cs, PathTokenizer.cs.
 */
import { unsupported } from './unsupported.ts';

interface RoutePart {
  readonly kind: 'literal' | 'parameter' | 'rest' | 'optional';
  /** The literal's text or the parameter's name. */
  readonly text: string;
  /** The text as `foldCase` returns it. */
  readonly folded: string;
  /** What a value must match. */
  readonly rule?: RegExp;
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
  const [, before, last] = /^((?:[^{}]|\{[^{}]*\})*?)\/?(\{\*.+\}|\{\w+:maxlength\(\d+\)\?\})$/.exec(route) ?? [];
  const segments = before === '' ? [] : (before ?? route).split('/');
  const template: RouteSegment[] = segments.map((segment) => parseSegment(routeOf, segment));
  if (last !== undefined) template.push([parseLast(routeOf, last)]);
  const names = template.flat().filter(({ kind }) => kind !== 'literal');
  const repeated = names.find(({ text }, index) => names.slice(0, index).some((other) => isSame(other.text, text)));
  if (repeated) throw new Error(`${routeOf}: the parameter '${repeated.text}' appears twice. Rename one.`);
  return template;
}

function parseLast(where: string, segment: string): RoutePart {
  const [, rest, regex] = /^\{\*(\w+)(?::regex\((.+)\))?\}$/.exec(segment) ?? [];
  if (rest !== undefined) return toPart('rest', rest, regex === undefined ? undefined : new RegExp(regex, 'i'));
  const [, optional, length] = /^\{(\w+):maxlength\((\d+)\)\?\}$/.exec(segment) ?? [];
  if (optional === undefined) throw unsupported(where, `the parameter '${segment}'`);
  return toPart('optional', optional, new RegExp(`^.{0,${length}}$`, 's'));
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
      parts.push(toPart('literal', token));
    } else {
      if (!/^\w+$/.test(name)) throw unsupported(where, `the parameter '${token}'; only {name} is allowed`);
      if (previous?.kind === 'parameter') {
        throw new Error(`${where}: '${segment}' has two adjacent parameters. Separate them by a literal.`);
      }
      parts.push(toPart('parameter', name));
    }
  }
  return parts;
}

function toPart(kind: RoutePart['kind'], text: string, rule?: RegExp): RoutePart {
  return { kind, text, folded: foldCase(text), ...(rule && { rule }) };
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

/** Splits a path, decoded once and beginning with '/'; one trailing '/' is ignored, and the root has no segment. */
export function splitPath(path: string): readonly PathSegment[] {
  if (path === '/') return [];
  const texts = path.slice(1).replace(/\/$/, '').split('/');
  return texts.map((text) => ({ text, folded: foldCase(text) }));
}

/** Matches a split path. Literals match in any case. An empty segment matches only as a part of the rest, and a first one never. */
export function matchRoute(template: RouteTemplate, path: readonly PathSegment[]): RouteValues | undefined {
  const last = template.at(-1)?.[0];
  const end = last?.kind === 'rest' || last?.kind === 'optional' ? last : undefined;
  const segments = end ? template.slice(0, -1) : template;
  if (path[0]?.text === '' || path.length < segments.length) return undefined;
  const values = new Map<string, string>();
  if (!segments.every((segment, index) => matchSegment(segment, path[index] as PathSegment, values))) return undefined;
  const taken = path.slice(segments.length).map(({ text }) => text);
  return (end ? matchEnd(end, taken, values) : taken.length === 0) ? values : undefined;
}

function matchEnd({ kind, text, rule }: RoutePart, taken: readonly string[], values: Map<string, string>): boolean {
  const value = taken.join('/');
  if (kind === 'optional' && taken.length === 0) return true;
  values.set(text, value);
  if (kind === 'optional' && taken.length > 1) return false;
  // An absent value meets no rule.
  return !rule || (taken.length > 0 && rule.test(value));
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
