/** Marks that a schema carries beyond its rules; they are read by annotated-paths.ts and stand in the OpenAPI document. */
import * as z from 'zod';

/** Marks what only the server sets: dropped from a request, never refused. */
export function readOnly<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ readOnly: true });
}

/** Marks a secret: accepted on write, withheld from every answer. */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ writeOnly: true });
}

/** Marks a free-form object in which a member is a secret by its name (secret-names.ts). */
export function secretByName<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ 'x-secret-by-name': true });
}

/** A string whose known values are examples: the specification leaves the list open, so that any other value passes. */
export function openList(values: readonly string[], description?: string): z.ZodString {
  return z.string().meta({ examples: [...values], ...(description && { description }) });
}
