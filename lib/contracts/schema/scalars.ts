/** Single values: text with bounds, integers, times, identifiers. They validate and never convert. */
import * as z from 'zod';

const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;

/** A 32-bit integer within a range, bounds included. */
export function int32(minimum = INT32_MIN, maximum = INT32_MAX): z.ZodNumber {
  const message = toRangeMessage(minimum, maximum);
  return z
    .number({ error: (issue) => (issue.input === undefined ? undefined : message) })
    .refine((value) => Number.isInteger(value) && value >= minimum && value <= maximum, { error: message })
    .meta({ type: 'integer', format: 'int32', minimum, maximum });
}

function toRangeMessage(minimum: number, maximum: number): string {
  return minimum === INT32_MIN && maximum < INT32_MAX
    ? `must be an integer of at most ${maximum}`
    : `must be an integer between ${minimum} and ${maximum}`;
}

/** Text with a length in code points, bounds included, and optionally a pattern. */
export function text(minimum: number, maximum: number, pattern?: RegExp): z.ZodString {
  const error = `must have ${minimum === 0 ? 'at most' : `${minimum} to`} ${maximum} characters`;
  const short = z.string().max(maximum, { error });
  const bounded = minimum === 0 ? short : short.min(minimum, { error });
  return pattern ? bounded.regex(pattern) : bounded;
}

/** Text without control characters, so that it is safe in a URL, a log line or a message. */
export function singleLine(minimum: number, maximum: number): z.ZodString {
  return text(minimum, maximum).regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' });
}

/** A line whose quoted texts and parentheses must close; no more of its grammar is known. */
export function expression(minimum: number, maximum: number): z.ZodString {
  return singleLine(minimum, maximum).refine(isBalanced, 'must close its quotes and parentheses');
}

function isBalanced(line: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (const character of line) {
    if (character === "'") isQuoted = !isQuoted;
    else if (!isQuoted && character === '(') depth++;
    else if (!isQuoted && character === ')' && --depth < 0) return false;
  }
  return depth === 0 && !isQuoted;
}

/** A GUID of any version: sample and system ids have none. */
export const guid = z.guid();

const TO_THE_SECOND = z.regexes.datetime({ offset: true, local: true });
const TO_THE_MINUTE = z.regexes.datetime({ offset: true, local: true, precision: -1 });

function isDateTime(value: string): boolean {
  return TO_THE_SECOND.test(value) || TO_THE_MINUTE.test(value);
}

/** A point in time, with `Z`, with an offset or without either. Source: RFC 3339 5.6; ISO 8601. */
export const dateTime = z
  .string()
  .refine(isDateTime, { error: 'must be an ISO 8601 date-time' })
  .meta({ format: 'date-time' });

const TIME_SPAN = /^(?:\d+[.:])?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/** How often something is fetched: a date-time, as the specification says, or a time span, as in public examples. */
export const refreshRate = z
  .string()
  .refine((value) => isDateTime(value) || TIME_SPAN.test(value), {
    error: 'must be an ISO 8601 date-time or a time span such as 00:20:00',
  })
  .describe('How often the data is fetched.');

/** An absolute URL; only described, because URLs in a response are not validated. */
export const uri = z.string().meta({ format: 'uri' });

export const stringList = z.array(z.string());

/** An object of names and strings. */
export const stringMap = z.record(z.string(), z.string());

/** An object of names and values of any type. */
export const valueMap = z.record(z.string(), z.unknown());
