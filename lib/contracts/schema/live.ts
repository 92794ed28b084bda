/**
 * Checks requests as the live cloud does: a request that the cloud accepts passes, also where the specification is narrower. Values are
 * converted only for the checks; a body is relayed unchanged. Source: C-46, C-83.
 */
import * as z from 'zod';
import { openList } from './annotations.ts';
import { annotate, createRequest } from './resource.ts';

/** The management API: no public definition closes a list, and scalars are converted into the type of their member. */
export const managementRequest = createRequest({ isLive: true, read: readAsManagement });

/** Other services: listed values pass in any case. */
export const anyCaseRequest = createRequest({ isLive: false, read: readInAnyCase });

function readAsManagement(schema: z.ZodType): z.ZodType {
  const notes = schema.meta() ?? {};
  if (schema instanceof z.ZodEnum) return convert(toText, openList(schema.options.map(String), notes.description));
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean) return convert(toScalar, schema);
  if (schema instanceof z.ZodString) return convert(toText, readInAnyCase(schema));
  if (schema instanceof z.ZodArray) return annotate(z.array(readAsManagement(schema.element as z.ZodType)), notes);
  if (schema instanceof z.ZodRecord && schema.valueType instanceof z.ZodString)
    return annotate(z.record(z.string(), readAsManagement(schema.valueType)), notes);
  return schema;
}

function readInAnyCase(schema: z.ZodType): z.ZodType {
  const { format, 'x-names': names } = schema.meta() ?? {};
  if (format === 'date-time') return convert(toStrictTime, schema);
  const listed = schema instanceof z.ZodEnum ? schema.options.map(String) : (names as readonly string[] | undefined);
  if (!listed) return schema;
  const spellings = new Map(listed.map((value) => [value.toLowerCase(), value]));
  const spell = (word: string) => spellings.get(word.toLowerCase()) ?? word;
  return convert((sent) => (typeof sent === 'string' ? sent.replace(/\w+/g, spell) : sent), schema);
}

/** Returns the options of a query, whose listed names pass in any case. */
export function readQueryInAnyCase(query: z.ZodObject): z.ZodObject {
  const options = Object.entries(query.shape).map(([name, option]) => {
    const isOptional = option instanceof z.ZodOptional;
    return [name, isOptional ? readInAnyCase(option.unwrap() as z.ZodType).optional() : readInAnyCase(option)];
  });
  return query.clone({ ...query.def, shape: Object.fromEntries(options) });
}

/** Checks what `toChecked` makes of a value. */
function convert(toChecked: (sent: unknown) => unknown, schema: z.ZodType): z.ZodType {
  return annotate(z.preprocess(toChecked, schema), schema.meta() ?? {});
}

const toText = (sent: unknown) => (typeof sent === 'number' || typeof sent === 'boolean' ? String(sent) : sent);

const toScalar = (sent: unknown) =>
  typeof sent === 'string' && /^(?:true|false|-?\d+(?:\.\d+)?)$/i.test(sent) ? JSON.parse(sent.toLowerCase()) : sent;

/** ISO 8601 allows lower-case letters, and an offset without a colon or minutes. */
const toStrictTime = (sent: unknown) =>
  typeof sent === 'string'
    ? sent.toUpperCase().replace(/([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
    : sent;
