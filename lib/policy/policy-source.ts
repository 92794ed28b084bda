/**
 * The access policy in force: who may act on which resources, and limits in place of those of the settings (docs/decisions.md#policy-in-a-table). It comes
 * from a setting, a file, or table storage (table-policy.ts).
 */
import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod';
import { accessPolicy } from '../auth/access-policy.ts';
import { indexGrants } from '../auth/grant-index.ts';
import { parseJson } from '../http/json-text.ts';
import { scanJson } from '../http/parse-json.ts';
import { Problem, SafeError } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import type { Alert } from '../observability/alerts.ts';
import type { Log } from '../observability/request-record.ts';
import type { Clock } from '../time/clock.ts';
import { rate } from '../time/token-bucket.ts';
import { mapUpstreams, upstreamLimits } from '../upstream/upstreams.ts';

/** The bytes of a response are fixed when the connections are made. */
const limits = upstreamLimits.omit({ maxResponseBytes: true });

const policyDocument = accessPolicy.extend({
  /** Written by `npm run access -- pull`: which version of the table this was. */
  version: z.int().min(1).optional(),
  limits: z
    .strictObject({ caller: rate.partial(), ...mapUpstreams(() => limits) })
    .partial()
    .optional(),
});

export type PolicyDocument = z.infer<typeof policyDocument>;

/** Parses JSON. @throws SafeError that lists every invalid member. */
export function parsePolicy(text: string): PolicyDocument {
  const json = text.replace(/^\uFEFF/, '');
  const policy = policyDocument.safeParse(parseJson(json));
  const issues = policy.error?.issues.map(({ path, message }) => `${path.join('.') || 'policy'}: ${message}`) ?? [];
  issues.push(...listRepeatedMembers(json));
  if (!policy.success || issues.length > 0) throw new SafeError(issues.join('; '));
  return policy.data;
}

/** JSON.parse takes the last of two members, a person may read the first. */
function listRepeatedMembers(text: string): string[] {
  try {
    scanJson(text);
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

/** Like `parsePolicy`; also makes the index by which it decides, so that no request waits for that. */
export function loadDocument(text: string): PolicyDocument {
  const policy = parsePolicy(text);
  indexGrants(policy);
  return policy;
}

export interface PolicySource {
  /** Looks for a change where that is due. Waits for it only if the policy in force may be too old, or there is none. Never rejects. */
  refresh(): Promise<void>;
  /** Returns the policy in force. @throws Problem `policy_unavailable` until there is one. */
  current(): PolicyDocument;
  /** Returns the limits of the policy in force; the settings have the others. */
  limits(): PolicyDocument['limits'];
  close(): Promise<void>;
}

export interface PolicyDependencies {
  readonly clock: Clock;
  /** Gets `policy_invalid` and `policy_unavailable`, as long as it is so. */
  readonly alert: Alert;
  readonly report: Log;
}

/** Returns what follows `table:`: the name, valid or not, and the account if it is not the cache's. Undefined for another setting. */
export function readTable(setting: string): { readonly name: string; readonly url: string | undefined } | undefined {
  const [found, url, name = ''] = /^table:(?:(https:\/\/[^/?#]+)\/)?(.*)$/s.exec(setting) ?? [];
  return found === undefined ? undefined : { name, url };
}

/** Returns the text of a policy in a setting: JSON, or the path of a file. @throws Error if there is no such file. */
export function readPolicyText(setting: string): string {
  return setting.startsWith('{') ? setting : String(readFileSync(setting));
}

const CHECK_INTERVAL_MS = 1_000;
/** A policy that was not confirmed for this long allows nothing: revoked rights would last for ever. */
export const USABLE_FOR_MS = 24 * 3_600_000;

export function createUnavailable(): Problem {
  return new Problem('policy_unavailable', { headers: { 'retry-after': formatRetryAfter(CHECK_INTERVAL_MS) } });
}

/** A changed file takes effect within a second; if it is invalid the last valid policy stays. @throws Error if the first one is missing or invalid. */
export function loadPolicy(setting: string, watch: Pick<PolicyDependencies, 'clock' | 'alert'>): PolicySource {
  const given = setting.startsWith('{') ? loadDocument(setting) : undefined;
  const current = given ? () => given : watchFile(setting, watch);
  return { refresh: async () => {}, current, limits: () => current().limits, close: async () => {} };
}

/** Returns a function that returns the policy of the file, and reads it again where it has changed. */
function watchFile(path: string, { clock, alert }: Pick<PolicyDependencies, 'clock' | 'alert'>) {
  // Taken before the file is read, so that a file replaced meanwhile is read again. Undefined while the file is invalid: it is read, and reported, again.
  let version: string | undefined = readVersion(path);
  let policy = loadDocument(readPolicyText(path));
  let checkedAt = clock.monotonicNow();
  let confirmedAt = checkedAt;
  const check = () => {
    const changed = readVersion(path);
    if (changed !== version) {
      version = undefined;
      policy = loadDocument(readPolicyText(path));
      version = changed;
    }
    confirmedAt = checkedAt;
  };
  return () => {
    const now = clock.monotonicNow();
    if (now - checkedAt >= CHECK_INTERVAL_MS) {
      checkedAt = now;
      try {
        check();
      } catch (error) {
        alert('policy_invalid', 'file', error);
      }
    }
    if (now - confirmedAt < USABLE_FOR_MS) return policy;
    throw createUnavailable();
  };
}

function readVersion(path: string): string {
  // A copy can keep the time of change (mtime) of what it is a copy of.
  const { mtimeMs, ctimeMs, size, ino } = statSync(path);
  return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
}
