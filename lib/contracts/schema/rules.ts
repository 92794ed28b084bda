/** Rules across the members of one object. */
import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../json-object.ts';

/** Whether a member has a value: null means absent. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Whether a member has this value of a closed list. Case does not matter: where it does, the list itself reports it. */
export function isValue(value: unknown, listed: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === listed.toLowerCase();
}

export type MemberRule = z.core.$ZodCheck<Record<string, unknown>>;

/**
 * Reports `message` at `path`, below the object that has the rule, unless the rule holds. The rule is checked even if a
 * member is invalid, so that a caller sees both errors at once. It must therefore accept members of any type, and no check
 * of a member may use `abort: true`.
 */
export function memberRule(
  path: readonly string[],
  message: string,
  holds: (object: JsonObject) => boolean,
): MemberRule {
  return z.refine<JsonObject>(holds, {
    path: [...path],
    error: message,
    when: ({ value }) => isJsonObject(value),
  });
}

/**
 * Refuses a member whose name differs from one of `names` only by case: .NET upstreams read it as that one, so it would pass
 * unvalidated, or take the place of the validated one. `isClosed` refuses every other member too: in a call that acts, one that nobody
 * checked could say how.
 */
export function exactNames(names: readonly string[], isClosed = false): MemberRule {
  return z.superRefine(reportNames(names, isClosed), { when: ({ value }) => isJsonObject(value) });
}

/** More than a response lists. */
const MAX_ISSUES = 100;

/** Returns the check of `exactNames`. */
export function reportNames(names: readonly string[], isClosed = false) {
  const known = new Map(names.map((name) => [foldBothWays(name), name]));
  return (object: JsonObject, context: z.core.$RefinementCtx): void => {
    for (const sent of Object.keys(object)) {
      if (context.issues.length > MAX_ISSUES) return;
      const name = known.get(foldBothWays(sent));
      if (name === sent || (name === undefined && !isClosed)) continue;
      const message = name === undefined ? 'is not a member of this request' : `must be written ${name}`;
      context.addIssue({ code: 'custom', path: [sent], message });
    }
  };
}

/** Returns the name in upper case and then in lower: some letters of other scripts become ASCII letters in one of them only. */
function foldBothWays(name: string): string {
  return name.toUpperCase().toLowerCase();
}
