/**
 * Decides whether a decoded path fits a route template, and which values it carries.
 * Source: dotnet/aspnetcore src/Http/Routing, RoutePatternMatcher.cs, PathTokenizer.cs, RouteBase.cs.
 */
import type { RouteParameter, RouteSegment, RouteTemplate } from './route-template.ts';

/** The values of a matched route by parameter name; a parameter that the path leaves out has none. */
export type RouteValues = ReadonlyMap<string, string>;

/**
 * Matches a path, decoded once and beginning with '/', against a template.
 * Literals match in any case, one trailing '/' is ignored, an empty segment never matches.
 */
export function matchRoute(template: RouteTemplate, path: string): RouteValues | undefined {
  const values = new Map<string, string>();
  const rest = path.slice(1);
  const pathSegments = rest === '' ? [] : rest.replace(/\/$/, '').split('/');
  const { segments } = template;
  for (const [index, segment] of segments.entries()) {
    const whole = soleParameter(segment);
    if (whole?.capture === 'catchAll') {
      if (pathSegments[index] === '') {
        return undefined;
      }
      capture(values, whole, pathSegments.length > index ? restOfPath(rest, index) : undefined);
      return satisfiesConstraints(segments, values) ? values : undefined;
    }
    if (!matchSegment(segment, pathSegments[index], values)) {
      return undefined;
    }
  }
  return pathSegments.length <= segments.length && satisfiesConstraints(segments, values) ? values : undefined;
}

function matchSegment(segment: RouteSegment, text: string | undefined, values: Map<string, string>): boolean {
  const whole = soleParameter(segment);
  if (text === undefined) {
    capture(values, whole, undefined);
    return whole !== undefined && (whole.capture === 'optional' || whole.defaultValue !== undefined);
  }
  if (text === '') {
    return false;
  }
  if (whole) {
    capture(values, whole, text);
    return true;
  }
  const last = segment.at(-1);
  if (last?.kind !== 'parameter' || last.capture !== 'optional') {
    return matchComplexSegment(segment, text, values);
  }
  return (
    matchComplexSegment(segment, text, values) ||
    // `{name}.{extension?}`: without the extension its dot goes too, but a dot at the end is never part of the name.
    (!text.endsWith('.') && matchComplexSegment(segment.slice(0, -2), text, values))
  );
}

/** Matches from right to left: the last literal ends the segment, each parameter takes at least one character, the leftmost the most. */
function matchComplexSegment(segment: RouteSegment, text: string, values: Map<string, string>): boolean {
  const folded = foldCase(text);
  const captured = new Map<string, string>();
  let pending: RouteParameter | undefined;
  let end = text.length;
  for (const [index, part] of [...segment.entries()].reverse()) {
    if (part.kind === 'parameter') {
      pending = part;
      continue;
    }
    const start = folded.slice(0, pending ? Math.max(end - 1, 0) : end).lastIndexOf(foldCase(part.text));
    const isLast = index === segment.length - 1;
    if (start < 0 || (isLast && start + part.text.length !== text.length)) {
      return false;
    }
    if (pending) {
      captured.set(pending.name, text.slice(start + part.text.length, end));
      pending = undefined;
    }
    end = start;
  }
  if (pending) {
    captured.set(pending.name, text.slice(0, end));
  }
  if ([...captured.values()].includes('') || (!pending && end !== 0)) {
    return false;
  }
  for (const [name, value] of captured) {
    values.set(name, value);
  }
  return true;
}

function satisfiesConstraints(segments: readonly RouteSegment[], values: RouteValues): boolean {
  return segments.flat().every((part) => {
    if (part.kind === 'literal' || (part.capture === 'optional' && !values.has(part.name))) {
      return true;
    }
    return part.constraints.every((accepts) => accepts(values.get(part.name)));
  });
}

function soleParameter(segment: RouteSegment): RouteParameter | undefined {
  const [first] = segment;
  return segment.length === 1 && first?.kind === 'parameter' ? first : undefined;
}

function capture(values: Map<string, string>, parameter: RouteParameter | undefined, text: string | undefined): void {
  const value = text ?? parameter?.defaultValue;
  if (parameter && value !== undefined) {
    values.set(parameter.name, value);
  }
}

/** What a catch-all takes: all that follows, with its slashes and a trailing one. */
function restOfPath(rest: string, index: number): string {
  return rest.split('/').slice(index).join('/');
}

/** Upper case by character, so that positions stay (OrdinalIgnoreCase). */
function foldCase(text: string): string {
  return text.replace(/./gsu, (character) => {
    const upper = character.toUpperCase();
    return upper.length === character.length ? upper : character;
  });
}
