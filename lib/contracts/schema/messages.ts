/** Messages for invalid members: short fixed texts without the value, which may be a secret. */
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
 * Returns the message of one issue; a schema's own message takes precedence.
 * Pass it while parsing (`schema.safeParse(value, { error: errorMessage })`): only then can an issue distinguish a missing member
 * from one with the wrong type.
 */
export function errorMessage(issue: z.core.$ZodRawIssue): string {
  if (isMissing(issue)) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_MESSAGES[issue.expected] ?? 'has the wrong type';
    case 'invalid_value':
      return issue.values.length === 1 ? `must be ${issue.values.join()}` : `must be one of ${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.pattern ? formatPatternMessage(issue.format, issue.pattern) : 'is malformed';
    case 'unrecognized_keys':
      return `must not have ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return issue.discriminator === undefined ? 'is invalid' : 'must be a string';
    case 'invalid_key':
      return 'is not a supported name';
    case 'too_small':
    case 'too_big':
      return formatSizeMessage(issue);
    default:
      return 'is invalid';
  }
}

/** The issue of a missing discriminator has the discriminator's path, but the whole object as its input. */
function isMissing(issue: z.core.$ZodRawIssue): boolean {
  if (issue.code !== 'invalid_union') return issue.input === undefined;
  const { input, discriminator } = issue as { readonly input?: unknown; readonly discriminator?: string };
  return discriminator !== undefined && (input as Readonly<Record<string, unknown>>)[discriminator] === undefined;
}

function formatPatternMessage(format: string, pattern: string): string {
  return format === 'guid' ? 'must be a GUID' : `must match ${pattern.replace(/^\/|\/[a-z]*$/g, '')}`;
}

function formatSizeMessage(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>): string {
  const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  const counted = { string: 'characters', array: 'elements' }[issue.origin as string];
  if (counted === undefined) return `must be ${bound}`;
  return issue.minimum === 1 ? 'must not be empty' : `must have ${bound} ${counted}`;
}
