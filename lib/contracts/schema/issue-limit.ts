/** Stops a validation once enough is known to be invalid: issues take ten times as long as valid values. */
import type * as z from 'zod';
import { listChildren, SAME_PLACE } from './annotations.ts';

/** Part of a parse's context, which zod hands down to every schema. */
interface Budgeted extends z.core.ParseContextInternal {
  readonly issueBudget?: IssueBudget;
}

interface IssueBudget {
  /** Issues that may still be found; none are sought once it is 0 or less. */
  left: number;
}

const limited = new WeakSet<z.core.$ZodType>();

/**
 * Makes the elements of the schema's lists and maps pass unchecked once a parse has no budget left: `safeParse(value, {
 * issueBudget })`. Parses without a budget stay as they are. Changes the schemas in place, because a copy has other identities.
 */
export function limitIssues(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const [step, child] of listChildren(schema)) {
    if (step !== SAME_PLACE && !isNamed(schema, step)) limitElement(child);
    limitIssues(child, seen);
  }
}

/** Whether the step is the name of an object's member; other steps lead to any element of a list or map. */
function isNamed(schema: z.core.$ZodType, step: string): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'object' && step in def.shape;
}

function limitElement(schema: z.core.$ZodType): void {
  if (limited.has(schema)) return;
  limited.add(schema);
  const { run } = schema._zod;
  schema._zod.run = (payload, context: Budgeted) => {
    const { issueBudget: budget } = context;
    if (budget === undefined) return run(payload, context);
    const { left } = budget;
    if (left <= 0) return payload;
    const result = run(payload, context);
    // A list inside the element has already taken its own issues.
    if (!(result instanceof Promise)) budget.left = left - result.issues.length;
    return result;
  };
}
