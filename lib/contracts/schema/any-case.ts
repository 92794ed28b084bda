/** Closed lists whose values pass in any case, as the live management API compares them. */
import * as z from 'zod';

/** Returns the schema without its issues about listed values that differ only by case. It describes the same document. */
export function inAnyCase<Schema extends z.ZodType>(schema: Schema): Schema {
  const { def } = schema._zod;
  // A clone, as a derived schema could not have the same id in a document.
  const lenient = schema.clone({ ...def, checks: [...(def.checks ?? []), acceptOtherCases] });
  z.globalRegistry.add(lenient, schema.meta() ?? {});
  return lenient;
}

/** `when`: zod skips checks once there is an issue, and this one removes issues. */
const acceptOtherCases = z.superRefine<unknown>((_, { issues }) => removeOtherCases(issues), { when: () => true });

function removeOtherCases(issues: z.core.$ZodRawIssue[]): void {
  for (let at = issues.length - 1; at >= 0; at--) {
    if (isOtherCase(issues[at] as z.core.$ZodRawIssue)) issues.splice(at, 1);
  }
}

function isOtherCase(issue: z.core.$ZodRawIssue): boolean {
  if (issue.code !== 'invalid_value' || typeof issue.input !== 'string') return false;
  const sent = issue.input.toLowerCase();
  return issue.values.some((value) => typeof value === 'string' && value.toLowerCase() === sent);
}
