/** OData query options: what may stand in them. */
import * as z from 'zod';
import { expression, singleLine, text } from './schema/scalars.ts';

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
    .meta({ description: `Comma separated list of ${names.join(', ')}.`, 'x-names': names });
}

/** With a lambda the upstream ignores the whole filter and returns everything. The rest of the grammar is its own. */
export const recordFilter = () =>
  expression(1, 2048)
    .refine((value) => !/\b(?:any|all)\s*\(/i.test(value.replace(/'[^']*'/g, "''")), 'must not have any( or all(')
    .describe("A filter such as startswith(displayName,'A') and blocked eq ' '.");

/** The options of a list of API Management's resources. */
export function resourceQuery() {
  return z.object({ $filter: filterExpression, $top: wholeNumber(1), $skip: wholeNumber(0) }).partial();
}

/** The options of a list of business records. */
export function recordQuery(relations: readonly string[]) {
  const options = {
    $filter: recordFilter(),
    $orderby: text(1, 512, /^\w+(?: (?:asc|desc))?(?:, ?\w+(?: (?:asc|desc))?)*$/i).describe(
      'Comma separated list of members, each with asc or desc after a blank.',
    ),
    $top: wholeNumber(1).describe('The most elements to return, over all pages.'),
    $skip: wholeNumber(0),
    $count: z.enum(['true', 'false']).describe('Whether the first page has the number of elements.'),
    $select: text(1, 2048, /^\w+(?:, ?\w+)*$/).describe('Comma separated list of members.'),
    $expand: nameList(relations),
  };
  return z.object(options).partial();
}

/** Records on a page: what is asked for where the caller prefers nothing, and the most that a caller may prefer. */
export const PAGE_SIZE = { default: 100, max: 1_000 } as const;

/** With these the upstream reads another company's data than that of the path. */
export const COMPANY_HEADERS = ['company'] as const;
