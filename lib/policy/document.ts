/** The policy document: who may act on which resources, and limits in place of those of the settings (docs/decisions.md#policy-in-a-table). */
import * as z from 'zod';
import { accessPolicy } from '../auth/access-policy.ts';
import { indexGrants } from '../auth/grant-index.ts';
import { tryParseJson } from '../http/parse-json.ts';
import { Problem, SafeError } from '../http/problem.ts';
import { rejectRepeatedMembers } from '../http/scan-json.ts';
import { rate } from '../time/token-bucket.ts';
import { upstreamLimits } from '../upstream/limits.ts';

/** The bytes of a response are fixed when the connections are made. */
const limits = upstreamLimits.omit({ maxResponseBytes: true });

const policyDocument = accessPolicy.extend({
  /** Written by `npm run access -- pull`: which version of the table this was. */
  version: z.int().min(1).optional(),
  limits: z
    .strictObject({ caller: rate, arm: limits, backupRestore: limits, documentModels: limits, businessData: limits })
    .partial()
    .optional(),
});

export type PolicyDocument = z.infer<typeof policyDocument>;

/** Parses JSON. @throws SafeError that lists every invalid member. */
export function parsePolicy(text: string): PolicyDocument {
  const value = tryParseJson(text);
  const policy = policyDocument.safeParse(value);
  const issues = policy.error?.issues.map(({ path, message }) => `${path.join('.') || 'policy'}: ${message}`) ?? [];
  if (value !== undefined) issues.push(...listRepeatedMembers(text));
  if (!policy.success || issues.length > 0) throw new SafeError(issues.join('; '));
  return policy.data;
}

/** Like `parsePolicy`; also makes the index by which it decides, so that no request waits for that. */
export function loadDocument(text: string): PolicyDocument {
  const policy = parsePolicy(text);
  indexGrants(policy);
  return policy;
}

/** JSON.parse takes the last of two members, a person may read the first. */
function listRepeatedMembers(text: string): string[] {
  try {
    rejectRepeatedMembers(text);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [
      error.target === undefined
        ? 'policy: has a member or a text that parsers read differently'
        : `policy: has the member ${error.target} twice`,
    ];
  }
}
