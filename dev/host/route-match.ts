/**
 * Matches a decoded path against a route template.
 * Source: dotnet/aspnetcore src/Http/Routing, RoutePatternMatcher.cs,
 * PathTokenizer.cs.
 */
import { foldCase, type RouteSegment, type RouteTemplate } from './route-template.ts';

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

/** Matches a split path. Literals match in any case, and an empty segment never matches. */
export function matchRoute(template: RouteTemplate, path: readonly PathSegment[]): RouteValues | undefined {
  if (path.length !== template.length) return undefined;
  const values = new Map<string, string>();
  const isMatch = template.every((segment, index) => matchSegment(segment, path[index] as PathSegment, values));
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
