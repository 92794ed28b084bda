/** OData query options: what may stand in them. */
import * as z from 'zod';
import { singleLine } from './schema/scalars.ts';

/** `$filter`: the upstream judges its grammar, so it is sent unchanged, within a length limit of ours. */
export const filterExpression = singleLine(0, 2048).describe('Filter to apply.');

/** A number as a query has it: digits only. */
export function wholeNumber(minimum: number): z.ZodString {
  return z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= minimum, {
      error: `must be a whole number of at least ${minimum}`,
    })
    .meta({ type: 'integer', minimum, maximum: 999_999_999 });
}

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
