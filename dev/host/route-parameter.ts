/**
 * Parses what stands between the braces of a route parameter: `x`, `x?`, `x=default`, `*rest`, `x:constraint(argument):constraint`.
 * Source: dotnet/aspnetcore src/Http/Routing/src/Patterns, RouteParameterParser.cs, with the messages of RoutePatternParser.cs.
 */
import { createConstraint, type RouteConstraint } from './route-constraints.ts';

export interface RouteParameter {
  readonly kind: 'parameter';
  readonly name: string;
  /** `standard` takes a whole segment or a part of one, `catchAll` the rest of the path. */
  readonly capture: 'standard' | 'optional' | 'catchAll';
  readonly defaultValue: string | undefined;
  readonly constraints: readonly RouteConstraint[];
}

/** Parses a parameter's text, its doubled braces undoubled. Throws an Error with ASP.NET's message. */
export function parseParameter(text: string): RouteParameter {
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
