/**
 * Parses a route template: `{x}`, `{x?}`, `{x=default}`, `{*rest}`, `{x:constraint(argument)}` and complex segments such as `a({x})`.
 * Syntax only; `route-match.ts` decides. Source: dotnet/aspnetcore src/Http/Routing/src/Patterns,
 * RoutePatternParser.cs and RouteParameterParser.cs, with their messages.
 */
import { createConstraint, type RouteConstraint } from './route-constraints.ts';

export interface RouteLiteral {
  readonly kind: 'literal';
  readonly text: string;
}

export interface RouteParameter {
  readonly kind: 'parameter';
  readonly name: string;
  /** `standard` takes a whole segment or a part of one, `catchAll` the rest of the path. */
  readonly capture: 'standard' | 'optional' | 'catchAll';
  readonly defaultValue: string | undefined;
  readonly constraints: readonly RouteConstraint[];
}

export type RoutePart = RouteLiteral | RouteParameter;
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
    segment.push(isParameter ? parseParameter(unescapeBraces(token.slice(1, -1))) : parseLiteral(unescapeBraces(token)));
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
        at + 1 < source.length ? "In a route parameter, '{' and '}' must be escaped with '{{' and '}}'." : incompleteParameter,
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

function parseParameter(text: string): RouteParameter {
  const stars = /^\*{0,2}/.exec(text)?.[0].length ?? 0;
  const isOptional = text.endsWith('?');
  if (stars > 0 && isOptional) {
    throw new Error('A catch-all parameter cannot be marked optional.');
  }
  const body = text.slice(stars, isOptional ? -1 : undefined);
  const { name, constraintTexts, defaultValue } = splitParameter(body);
  if (name === '' || /[/{}?*]/.test(name)) {
    throw new Error(
      `The route parameter name '${name}' is invalid. Route parameter names must be non-empty and cannot contain these characters: '{', '}', '/'. The '?' character marks a parameter as optional, and can occur only at the end of the parameter. The '*' character marks a parameter as catch-all, and can occur only at the start of the parameter.`,
    );
  }
  if (isOptional && defaultValue !== undefined) {
    throw new Error('An optional parameter cannot have default value.');
  }
  return {
    kind: 'parameter',
    name,
    capture: stars > 0 ? 'catchAll' : isOptional ? 'optional' : 'standard',
    defaultValue,
    constraints: constraintTexts.map((constraint) => resolveConstraint(name, constraint)),
  };
}

/** Splits `name:constraint:constraint=default`; a first ':' or '=' belongs to the name. */
function splitParameter(body: string) {
  const delimiter = body.slice(1).search(/[:=]/);
  let at = delimiter < 0 ? body.length : delimiter + 1;
  const name = body.slice(0, at);
  const constraintTexts: string[] = [];
  while (body[at] === ':') {
    const end = findConstraintEnd(body, at + 1);
    if (end > at + 1) {
      constraintTexts.push(body.slice(at + 1, end));
    }
    at = end;
  }
  return { name, constraintTexts, defaultValue: body[at] === '=' ? body.slice(at + 1) : undefined };
}

/** Index just past a constraint: inside brackets a ':' or '=' counts only when no ')' follows it. */
function findConstraintEnd(body: string, start: number): number {
  let isInside = false;
  for (let at = start; at < body.length; at++) {
    const isDelimiter = body[at] === ':' || body[at] === '=';
    if (!isInside) {
      if (isDelimiter) {
        return at;
      }
      isInside = body[at] === '(';
    } else if (isDelimiter) {
      const close = body.indexOf(')', at + 1);
      if (close < 0) {
        return at;
      }
      at = close;
    } else if (body[at] === ')' && /^(?:[:=]|$)/.test(body.slice(at + 1))) {
      return at + 1;
    }
  }
  return body.length;
}

function resolveConstraint(name: string, text: string): RouteConstraint {
  try {
    return createConstraint(text);
  } catch (cause) {
    throw new Error(
      `The constraint entry '${name}' - '${text}' could not be resolved by the constraint resolver of type 'DefaultInlineConstraintResolver'.`,
      { cause },
    );
  }
}

function requireValidSegment(segment: RouteSegment, text: string): void {
  if (segment.length > 1 && hasCatchAll(segment)) {
    throw new Error(
      'A path segment that contains more than one section, such as a literal section or a parameter, cannot contain a catch-all parameter.',
    );
  }
  for (const [index, part] of segment.entries()) {
    const previous = segment[index - 1];
    if (part.kind === 'parameter' && part.capture === 'optional' && previous && index === segment.length - 1) {
      if (previous.kind !== 'literal' || previous.text !== '.') {
        throw new Error(
          `In the segment '${text}', the optional parameter '${part.name}' is preceded by an invalid segment. Only a period (.) can precede an optional parameter.`,
        );
      }
    } else if (part.kind === 'parameter' && part.capture === 'optional' && segment.length > 1) {
      throw new Error(
        `An optional parameter must be at the end of the segment. In the segment '${text}', optional parameter '${part.name}' is followed by another section.`,
      );
    } else if (part.kind === 'parameter' && previous?.kind === 'parameter') {
      throw new Error(
        "A path segment cannot contain two consecutive parameters. They must be separated by a '/' or by a literal string.",
      );
    }
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
