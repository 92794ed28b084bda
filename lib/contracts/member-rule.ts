/** A rule across the members of one object. */
import * as z from 'zod';
import { isJsonObject, type JsonObject } from './json-object.ts';

export type MemberRule = z.core.$ZodCheck<Record<string, unknown>>;

/** Where a rule stands: the member that is reported, below the object that has the rule. */
type MemberPath = readonly string[];

/**
 * Reports `message` at `path` unless the rule holds. The rule is checked also when a member fails by itself, so that a caller
 * learns of both at once; it must therefore expect members of any type, and no check of a member may abort (`abort: true`).
 */
export function memberRule(path: MemberPath, message: string, holds: (object: JsonObject) => boolean): MemberRule {
  return z.refine<JsonObject>(holds, {
    path: [...path],
    error: message,
    when: ({ value }) => isJsonObject(value),
  });
}
