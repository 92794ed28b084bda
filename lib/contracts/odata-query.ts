/** Rules for OData query options. */
import * as z from 'zod';
import { memberRule } from './schema/rules.ts';
import { expression, singleLine, text } from './schema/scalars.ts';

/** `$filter`: the upstream judges its grammar, so it is sent unchanged, within a length limit of ours. */
export const filterExpression = singleLine(0, 2048).describe('Filter to apply.');

/** Returns the rule of a whole number in a query: digits only. */
export function wholeNumber(minimum: number): z.ZodString {
  return z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= minimum, {
      error: `must be a whole number of at least ${minimum}`,
    })
    .meta({ type: 'integer', minimum, maximum: 999_999_999 });
}

/** Returns the rule of a comma-separated list of names, each at most once. The upstreams' own examples have blanks after a comma. */
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

/** A call of a function; `and (` is an operator. */
const CALL = String.raw`\b(?!(?:and|or|not|eq|ne|[gl][te])\b)\w+\s*\(`;
/** `in (…)`, lambdas, and a function in a function, outside of quoted texts. */
const NEEDS_VERSION = new RegExp(String.raw`\b(?:in|any|all)\s*\(|${CALL}[^)]*${CALL}`, 'i');

/** Without this version the service returns the whole table for such a filter, or something undefined. It checks the rest of the grammar itself. */
const versionForFilter = memberRule(
  ['$filter'],
  'needs $schemaversion=2.1, without which the service ignores in (, any(, all( and a function in a function',
  ({ $filter, $schemaversion }) =>
    $schemaversion === '2.1' || typeof $filter !== 'string' || !NEEDS_VERSION.test($filter.replace(/'[^']*'/g, "''")),
);

/** The options of a list of API Management's resources. */
export function resourceQuery() {
  return z.object({ $filter: filterExpression, $top: wholeNumber(1), $skip: wholeNumber(0) }).partial();
}

/** The options of a list of business records. */
export function recordQuery(relations: readonly string[]) {
  const options = {
    $filter: expression(1, 2048).describe("A filter such as startswith(displayName,'A') and blocked eq ' '."),
    $schemaversion: z.enum(['1.0', '2.0', '2.1']).describe('How the service reads $filter.'),
    $orderby: text(1, 512, /^[\w/ ,]+$/).describe(
      'Comma separated list of members, each with asc or desc after a blank.',
    ),
    $top: wholeNumber(0).describe('The most elements to return, over all pages; 0 to count only.'),
    $skip: wholeNumber(0),
    $count: z.enum(['true', 'false']).describe('Whether the first page has the number of elements.'),
    $select: text(1, 2048, /^[\w/*, ]+$/).describe('Comma separated list of members.'),
    $expand: nameList(relations),
  };
  return z.object(options).partial().check(versionForFilter);
}

/** Records on a page: how many are requested where the caller prefers no number, and the most that a caller may prefer. */
export const PAGE_SIZE = { default: 100, max: 1_000 } as const;

/** Headers with which the upstream reads another company's data than that of the path. */
export const COMPANY_HEADERS = ['company'] as const;
