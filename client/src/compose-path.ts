/** Composes path and query of a request. */
import type { AnyInput, RoutedOperation } from './untyped.ts';

/**
 * Throws a TypeError for a path member that is no text or empty, since the request would act on something else, and for such an entity
 * tag of a write, which would have no condition.
 */
export function composePath({ name, method, path, query, apiVersion }: RoutedOperation, input: AnyInput): string {
  const readText = (member: string) => {
    const value = input[member];
    if (typeof value === 'string' && value !== '') return value;
    throw new TypeError(`${name}: ${member} must be a text, not ${JSON.stringify(value)}.`);
  };
  if (method !== 'GET') for (const member in input) if (/^if/.test(member)) readText(member);
  const filled = path.replace(/\{(\w+)\}/g, (_, member: string) => encodeSegment(readText(member)));
  const given = omitUndefined({
    'api-version': apiVersion ?? input['apiVersion'],
    ...Object.fromEntries(query.map((member) => [member, input[member]])),
  });
  const search = new URLSearchParams(given).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Also encodes parentheses and quotes: they are syntax in OData paths. */
function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(/['()*!]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

/** A list becomes a text with commas. */
export function omitUndefined(values: AnyInput): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}
