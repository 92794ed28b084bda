/** OData query options: what may stand in them. */
import * as z from 'zod';

/**
 * A comma-separated list of names, each at most once. Blanks after a comma are allowed, as in the upstreams' own examples.
 */
export function nameList(names: readonly string[]): z.ZodString {
  return z
    .string()
    .refine(
      (value) => {
        const given = value.split(/, */);
        return new Set(given).size === given.length && given.every((name) => names.includes(name));
      },
      { error: `must be a comma separated list, without repetition, of ${names.join(', ')}` },
    )
    .meta({ description: `Comma separated list of ${names.join(', ')}.` });
}
