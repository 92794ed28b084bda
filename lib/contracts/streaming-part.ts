/** What inputs, outputs, functions and the transformation of a streaming job have in common. Source: spec 2, Streaming job. */
import * as z from 'zod';
import { type Form, type Members, required, serverSet } from './form.ts';

/** Identity of a nested resource: only its name is the caller's. */
export const nested = {
  id: serverSet(z.string().describe('Resource id.')),
  name: required(z.string().min(1).describe('Resource name.')),
  type: serverSet(z.string().describe('Resource type.')),
} satisfies Members;

/** The specification shows no fields; these are publicly known. */
export function diagnostics(as: Form): z.ZodType {
  const condition = as.inline({ since: z.string(), code: z.string(), message: z.string() });
  return as.inline({ conditions: z.array(condition).nullable() }).nullable();
}
