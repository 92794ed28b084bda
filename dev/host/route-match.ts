/**
 * Decides whether a decoded path fits a route template, and which values it carries.
 * Source: dotnet/aspnetcore src/Http/Routing, RoutePatternMatcher.cs, PathTokenizer.cs, RouteBase.cs.
 */
import type { RouteParameter } from './route-parameter.ts';
import type { RouteLiteral, RouteSegment, RouteTemplate } from './route-template.ts';

/** The values of a matched route by parameter name; a parameter that the path leaves out has none. */
export type RouteValues = ReadonlyMap<string, string>;

/**
 * Matches a path, decoded once and beginning with '/', against a template.
 * Literals match in any case, one trailing '/' is ignored, an empty segment never matches.
 */
export function matchRoute({ segments }: RouteTemplate, path: string): RouteValues | undefined {
  const values = captureValues(segments, path.slice(1));
  return values && satisfiesConstraints(segments, values) ? values : undefined;
}

function captureValues(segments: readonly RouteSegment[], path: string): RouteValues | undefined {
  const values = new Map<string, string>();
  const texts = path === '' ? [] : path.replace(/\/$/, '').split('/');
  const last = soleParameter(segments.at(-1));
  const catchAll = last?.capture === 'catchAll' ? last : undefined;
  const leading = catchAll ? segments.slice(0, -1) : segments;
  if (!leading.every((segment, index) => matchSegment(segment, texts[index], values))) {
    return undefined;
  }
  if (!catchAll) {
    return texts.length <= leading.length ? values : undefined;
  }
  if (texts[leading.length] === '') {
    return undefined;
  }
  // All that follows, empty segments and a trailing '/' included.
  const rest = path.split('/').slice(leading.length).join('/');
  capture(values, catchAll, texts.length > leading.length ? rest : undefined);
  return values;
}

function matchSegment(segment: RouteSegment, text: string | undefined, values: Map<string, string>): boolean {
  const parameter = soleParameter(segment);
  if (text === undefined) {
    capture(values, parameter, undefined);
    return parameter !== undefined && (parameter.capture === 'optional' || parameter.defaultValue !== undefined);
  }
  if (parameter) {
    capture(values, parameter, text);
    return text !== '';
  }
  const captured = matchComplexSegment(segment, text) ?? matchWithoutOptional(segment, text);
  for (const [name, value] of captured ?? []) {
    values.set(name, value);
  }
  return captured !== undefined;
}

/** `{name}.{extension?}`: without the extension its dot goes too, but a dot at the end is never part of the name. */
function matchWithoutOptional(segment: RouteSegment, text: string): RouteValues | undefined {
  const last = segment.at(-1);
  const isOptional = last?.kind === 'parameter' && last.capture === 'optional';
  return isOptional && !text.endsWith('.') ? matchComplexSegment(segment.slice(0, -2), text) : undefined;
}

/**
 * Matches a segment's parts from right to left, each literal at its last occurrence and never tried again elsewhere.
 * Each parameter takes at least one character, the leftmost one the most.
 */
function matchComplexSegment(segment: RouteSegment, text: string): RouteValues | undefined {
  const folded = foldCase(text);
  const captured = new Map<string, string>();
  const parts = [...segment];
  let end = text.length;
  while (parts.length > 0) {
    const parameter = parts.at(-1)?.kind === 'parameter' ? (parts.pop() as RouteParameter) : undefined;
    const literal = (parts.pop() as RouteLiteral | undefined)?.text ?? '';
    const limit = parameter ? Math.max(end - 1, 0) : end;
    const start = literal === '' ? 0 : folded.slice(0, limit).lastIndexOf(foldCase(literal));
    const value = text.slice(start + literal.length, end);
    const hasValue = value !== '';
    if (start < 0 || hasValue !== (parameter !== undefined)) {
      return undefined;
    }
    if (parameter) {
      captured.set(parameter.name, value);
    }
    end = start;
  }
  return end === 0 ? captured : undefined;
}

function satisfiesConstraints(segments: readonly RouteSegment[], values: RouteValues): boolean {
  return segments.flat().every((part) => {
    if (part.kind === 'literal' || (part.capture === 'optional' && !values.has(part.name))) {
      return true;
    }
    return part.constraints.every((accepts) => accepts(values.get(part.name)));
  });
}

function soleParameter(segment: RouteSegment = []): RouteParameter | undefined {
  const [first] = segment;
  return segment.length === 1 && first?.kind === 'parameter' ? first : undefined;
}

function capture(values: Map<string, string>, parameter: RouteParameter | undefined, text: string | undefined): void {
  const value = text ?? parameter?.defaultValue;
  if (parameter && value !== undefined) {
    values.set(parameter.name, value);
  }
}

/** Upper case by character, so that positions stay (OrdinalIgnoreCase). */
function foldCase(text: string): string {
  return text.replace(/./gsu, (character) => {
    const upper = character.toUpperCase();
    return upper.length === character.length ? upper : character;
  });
}
