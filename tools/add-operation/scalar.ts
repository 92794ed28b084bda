/** Writes the contract of a single value, and lists what no contract checks. */
import { isSecretName } from '../../lib/contracts/secret-names.ts';
import { quote, toSentence } from '../generate/names.ts';
import { isOpenList } from '../generate/sample-value.ts';
import type { Part } from './read-definition.ts';

/** What says nothing of a value, or is read elsewhere; every other keyword is checked, or printed. */
const NOTES =
  /^(?:x-.*|title|description|default|examples?|externalDocs|xml|deprecated|readOnly|writeOnly|nullable|required|allowEmptyValue|definitions|\$\w+|type|properties|discriminator)$/;
/** What is checked of each type. */
const CHECKED: Readonly<Record<string, readonly string[]>> = {
  object: ['additionalProperties'],
  array: ['items', 'minItems', 'maxItems'],
  string: ['enum', 'const', 'minLength', 'maxLength', 'pattern'],
  integer: ['enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: ['const'],
};
/** Formats that zod knows, and those that say nothing more. Any number can be a float. */
const FORMATS: Readonly<Record<string, string>> = {
  ...{
    'date-time': 'dateTime',
    uuid: 'guid',
    uri: 'z.url()',
    url: 'z.url()',
    email: 'z.email()',
    time: 'z.iso.time()',
  },
  ...{ date: 'z.iso.date()', duration: 'z.iso.duration()', byte: 'z.base64()', base64url: 'z.base64url()' },
};
const SAID = ['arm-id', 'password', 'int32', 'int64', 'float', 'double'];

/** `bad` breaks its rules; `why` it is left open. */
type Scalar = { readonly text: string; readonly bad?: unknown; readonly why?: string };

export function composeScalar(schema: Part, name = ''): Scalar {
  const { text, ...rest } = composePlain(schema, name);
  const about = text && schema['description'] && `.describe(${quote(toSentence(schema['description']))})`;
  return { text: text + (about ?? ''), ...rest };
}

function composePlain(schema: Part, name: string): Scalar {
  const { type, enum: values, const: only } = schema;
  if (only !== undefined) return { text: `z.literal(${JSON.stringify(only)})`, bad: 'none of them' };
  if (isOpenList(schema)) return { text: `openList(${composeList(values)})${composeRule(schema) ?? ''}`, bad: 5 };
  if (values && values.length > 0)
    return { text: `z.${type === 'string' ? 'enum' : 'literal'}(${composeList(values)})`, bad: 'none of them' };
  if (type === 'boolean') return { text: 'z.boolean()', bad: 'yes' };
  if (type === 'string') return composeString(schema, name);
  if (type !== 'integer' && type !== 'number') return { text: '', why: type ? `it is a ${type}` : 'it has no type' };
  return composeNumber(schema);
}

/** Returns an array in few lines. */
export function composeList(values: readonly unknown[]): string {
  const separator = [' ', ',', '|'].find((each) => !String(values.join('')).includes(each));
  const isText = values.every((value) => typeof value === 'string');
  const text = JSON.stringify(values);
  return text.length < 80 || !isText || !separator
    ? text
    : `${quote(values.join(separator))}.split(${quote(separator)})`;
}

function composeNumber(schema: Part): Scalar {
  const { type, format, minimum, maximum, multipleOf } = schema;
  const bad = maximum === undefined ? 'one' : maximum + 1;
  const others = Object.entries({ gt: schema['exclusiveMinimum'], lt: schema['exclusiveMaximum'], multipleOf })
    .filter(([, value]) => typeof value === 'number')
    .map(([call, value]) => `.${call}(${value})`);
  if (type === 'integer' && format === 'int32' && others.length === 0) {
    const isBounded = minimum !== undefined || maximum !== undefined;
    return { text: `int32(${isBounded ? `${minimum ?? -(2 ** 31)}, ${maximum ?? 2 ** 31 - 1}` : ''})`, bad };
  }
  // Beyond what a number of JavaScript holds exactly, an int64 is still whole.
  const whole = { int64: 'z.number().multipleOf(1)' }[String(format)] ?? 'z.int()';
  return { text: (type === 'integer' ? whole : 'z.number()') + bound(schema, 'imum') + others.join(''), bad };
}

function composeString(schema: Part, name: string): Scalar {
  const { format = '', maxLength = 9_999 } = schema;
  const known = FORMATS[format];
  // A known format says what its pattern does.
  const rule = (known === undefined && composeRule(schema)) || bound(schema, 'Length');
  const bad = maxLength < 2_000 ? 'x'.repeat(maxLength + 1) : 5;
  if (isSecretName(name)) return { text: `writeOnly(z.string()${rule})`, bad };
  if (format === 'arm-id' || /resource_?id$/i.test(name)) return { text: `resourceId()${rule}`, bad };
  if (known !== undefined) return { text: known + rule, bad: 'none' };
  // It is searched for what names a resource, however long it may be.
  return { text: `anyText()${rule}`, bad };
}

/** Returns the keywords that a contract does not check, with their values where they are short. */
export function listUnchecked(schema: Part): string[] {
  return Object.entries(schema)
    .filter(([name, value]) => !NOTES.test(name) && value !== undefined && value !== false && !isChecked(name, schema))
    .map(([name, value]) => `${name}${typeof value === 'object' ? '' : `: ${value}`}`);
}

function isChecked(name: string, schema: Part): boolean {
  const { type = schema['properties'] ? 'object' : '', format } = schema;
  if (name === 'format') return SAID.includes(format) || (type === 'string' && format in FORMATS);
  if (name === 'additionalProperties') return !schema['properties'] || schema[name] === true;
  if (name === 'pattern' && composeRule(schema) === undefined) return false;
  return CHECKED[type === 'number' ? 'integer' : type]?.includes(name) ?? false;
}

/**
 * Returns the calls that bound a text; undefined if a pattern is unusable: one that JavaScript cannot read, or that repeats what repeats,
 * which takes exponential time.
 */
export function composeRule(schema: Part): string | undefined {
  const { pattern } = schema;
  if (pattern === undefined) return bound(schema, 'Length');
  if (/\([^)]*[+*}][^)]*\)[+*{]/.test(pattern)) return undefined;
  try {
    return `${bound(schema, 'Length')}.regex(${new RegExp(pattern)})`;
  } catch {
    return undefined;
  }
}

/** Returns the calls for `minimum` and `maximum`, or what else is bounded. */
export function bound(schema: Part, what: 'imum' | 'Length' | 'Items'): string {
  const calls = ['min', 'max'].filter((name) => schema[name + what] !== undefined);
  return calls.map((name) => `.${name}(${schema[name + what]})`).join('');
}
