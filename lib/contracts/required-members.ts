/** Reads from an answer's schema which top-level members make the answer complete. */
import type * as z from 'zod';

/** A top-level member that makes an answer complete. */
export interface RequiredMember {
  readonly name: string;
  readonly kind: 'array' | 'object' | 'string' | 'number' | 'boolean' | 'unknown';
}

const KINDS: Readonly<Record<string, RequiredMember['kind']>> = {
  array: 'array',
  object: 'object',
  record: 'object',
  string: 'string',
  enum: 'string',
  number: 'number',
  boolean: 'boolean',
};

/** Lists the top-level members that a value of the schema must have; none when the schema is not an object. */
export function requiredMembers(schema: z.ZodType): readonly RequiredMember[] {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return [];
  return Object.entries(def.shape)
    .filter(([, member]) => member._zod.optout === undefined)
    .map(([name, member]) => ({ name, kind: KINDS[member._zod.def.type] ?? 'unknown' }));
}
