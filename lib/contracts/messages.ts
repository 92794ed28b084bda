/** What a failing member is told: short, in our own words, and never with the value that was given, which may be a secret. */
import type * as z from 'zod';

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
  record: 'must be an object',
};

/**
 * Answers the message of one issue; a schema's own message comes before it.
 * Pass it while parsing (`schema.safeParse(value, { error: errorMessage })`): only then does an issue tell an absent member
 * from an ill-typed one.
 */
export function errorMessage(issue: z.core.$ZodRawIssue): string {
  if (isAbsent(issue)) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_MESSAGES[issue.expected] ?? 'has the wrong type';
    case 'invalid_value':
      return issue.values.length === 1 ? `must be ${issue.values.join()}` : `must be one of ${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.pattern ? toPatternMessage(issue.format, issue.pattern) : 'is malformed';
    case 'unrecognized_keys':
      return `must not have ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return issue.discriminator === undefined ? 'is invalid' : 'must be a string';
    case 'invalid_key':
      return 'is not a supported name';
    case 'too_small':
    case 'too_big':
      return toSizeMessage(issue);
    default:
      return 'is invalid';
  }
}

/** A union without its discriminator is reported at the discriminator, but with the whole object as its input. */
function isAbsent(issue: z.core.$ZodRawIssue): boolean {
  if (issue.code !== 'invalid_union') return issue.input === undefined;
  const { input, discriminator } = issue as { readonly input?: unknown; readonly discriminator?: string };
  return discriminator !== undefined && (input as Readonly<Record<string, unknown>>)[discriminator] === undefined;
}

function toPatternMessage(format: string, pattern: string): string {
  return format === 'guid' ? 'must be a GUID' : `must match ${pattern.replace(/^\/|\/[a-z]*$/g, '')}`;
}

function toSizeMessage(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>): string {
  const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  if (issue.origin === 'string') return issue.minimum === 1 ? 'must not be empty' : `must have ${bound} characters`;
  return issue.origin === 'array' ? `must have ${bound} elements` : `must be ${bound}`;
}
