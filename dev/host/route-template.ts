/**
 * Parses a route template: segments of literals and parameters, complex ones such as `companies({companyId})` included.
 * Syntax only; `route-match.ts` decides. Source: dotnet/aspnetcore src/Http/Routing/src/Patterns, RoutePatternParser.cs, with its messages.
 */
import { parseParameter, type RouteParameter } from './route-parameter.ts';

export interface RouteLiteral {
  readonly kind: 'literal';
  readonly text: string;
}

type RoutePart = RouteLiteral | RouteParameter;
/** One part is a simple segment; two or more are a complex one. Never empty. */
export type RouteSegment = readonly RoutePart[];

export interface RouteTemplate {
  readonly text: string;
  readonly segments: readonly RouteSegment[];
}

const incompleteParameter =
  "There is an incomplete parameter in the route template. Check that each '{' character has a matching '}' character.";

/** Parses a template such as `api/companies({companyId})/items`. Throws an Error with ASP.NET's message. */
export function parseRouteTemplate(text: string): RouteTemplate {
  const source = trimPrefix(text);
  const segments: RouteSegment[] = [];
  let at = 0;
  while (at < source.length) {
    if (source[at] === '/') {
      throw new Error(
        "The route template separator character '/' cannot appear consecutively. It must be separated by either a parameter or a literal value.",
      );
    }
    const { segment, end } = readSegment(source, at);
    segments.push(segment);
    at = end + 1;
  }
  requireUniqueNames(segments);
  if (segments.slice(0, -1).some(hasCatchAll)) {
    throw new Error('A catch-all parameter can only appear as the last segment of the route template.');
  }
  return { text, segments };
}

function trimPrefix(text: string): string {
  if (text.startsWith('~') && !text.startsWith('~/')) {
    throw new Error("The route template cannot start with a '~' character unless followed by a '/'.");
  }
  return text.replace(/^~?\//, '');
}

function readSegment(source: string, start: number): { readonly segment: RouteSegment; readonly end: number } {
  const segment: RoutePart[] = [];
  let at = start;
  while (at < source.length && source[at] !== '/') {
    const isParameter = source[at] === '{' && source[at + 1] !== '{';
    const end = isParameter ? findParameterEnd(source, at) : findLiteralEnd(source, at);
    const token = source.slice(at, end);
    segment.push(
      isParameter ? parseParameter(unescapeBraces(token.slice(1, -1))) : parseLiteral(unescapeBraces(token)),
    );
    at = end;
  }
  requireValidSegment(segment, source.slice(start, at));
  return { segment, end: at };
}

/** Index just past the brace that closes the parameter; a doubled brace is a brace of its own text. */
function findParameterEnd(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    const isDoubled = source[at + 1] === source[at];
    if (source[at] === '{' && !isDoubled) {
      throw new Error(
        at + 1 < source.length
          ? "In a route parameter, '{' and '}' must be escaped with '{{' and '}}'."
          : incompleteParameter,
      );
    }
    if (source[at] === '}' && !isDoubled) {
      return at + 1;
    }
    if (source[at] === '{' || source[at] === '}') {
      at++;
    }
  }
  throw new Error(incompleteParameter);
}

function findLiteralEnd(source: string, start: number): number {
  let at = start;
  for (; at < source.length && source[at] !== '/'; at++) {
    const isDoubled = source[at + 1] === source[at];
    if (source[at] === '{' && !isDoubled) {
      return at;
    }
    if (source[at] === '}' && !isDoubled) {
      throw new Error(incompleteParameter);
    }
    if (source[at] === '{' || source[at] === '}') {
      at++;
    }
  }
  return at;
}

function parseLiteral(text: string): RouteLiteral {
  if (text.includes('?')) {
    throw new Error(`The literal section '${text}' is invalid. Literal sections cannot contain the '?' character.`);
  }
  return { kind: 'literal', text };
}

function requireValidSegment(segment: RouteSegment, text: string): void {
  if (segment.length > 1 && hasCatchAll(segment)) {
    throw new Error(
      'A path segment that contains more than one section, such as a literal section or a parameter, cannot contain a catch-all parameter.',
    );
  }
  for (const [index, part] of segment.entries()) {
    if (part.kind === 'parameter' && part.capture === 'optional' && segment.length > 1) {
      requireOptionalAfterPeriod(segment, index, part.name, text);
    }
    if (part.kind === 'parameter' && segment[index - 1]?.kind === 'parameter') {
      throw new Error(
        "A path segment cannot contain two consecutive parameters. They must be separated by a '/' or by a literal string.",
      );
    }
  }
}

function requireOptionalAfterPeriod(segment: RouteSegment, index: number, name: string, text: string): void {
  const previous = segment[index - 1];
  if (index < segment.length - 1) {
    throw new Error(
      `An optional parameter must be at the end of the segment. In the segment '${text}', optional parameter '${name}' is followed by another section.`,
    );
  }
  if (previous?.kind !== 'literal' || previous.text !== '.') {
    throw new Error(
      `In the segment '${text}', the optional parameter '${name}' is preceded by an invalid segment. Only a period (.) can precede an optional parameter.`,
    );
  }
}

function requireUniqueNames(segments: readonly RouteSegment[]): void {
  const names = new Set<string>();
  for (const part of segments.flat()) {
    if (part.kind === 'parameter') {
      if (names.has(part.name.toLowerCase())) {
        throw new Error(`The route parameter name '${part.name}' appears more than one time in the route template.`);
      }
      names.add(part.name.toLowerCase());
    }
  }
}

function hasCatchAll(segment: RouteSegment): boolean {
  return segment.some((part) => part.kind === 'parameter' && part.capture === 'catchAll');
}

function unescapeBraces(text: string): string {
  return text.replaceAll('}}', '}').replaceAll('{{', '{');
}
