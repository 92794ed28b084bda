/** Where the access policy comes from: the setting itself, or a file that is read again when it changes. */
import { readFileSync, statSync } from 'node:fs';
import { tryParseJson } from '../http/parse-json.ts';
import type { Clock } from '../time/clock.ts';
import { type AccessPolicy, accessPolicy } from './access-policy.ts';

/** Answers the policy in force. */
export type PolicySource = () => AccessPolicy;

const CHECK_INTERVAL_MS = 1_000;

/** Answers the policy in JSON text; throws with every failing member named. */
export function parsePolicy(text: string): AccessPolicy {
  const policy = accessPolicy.safeParse(tryParseJson(text));
  if (policy.success) return policy.data;
  const issues = policy.error.issues.map(({ path, message }) => `${path.join('.') || 'policy'}: ${message}`);
  throw new Error(issues.join('; '));
}

/**
 * Answers the policy of a setting that holds JSON or a file's path; throws when there is none.
 * A changed file is in force within a second; one that is not valid is reported, and the last good policy stays.
 */
export function loadPolicy(setting: string, clock: Clock, report: (reason: string) => void): PolicySource {
  if (setting.startsWith('{')) {
    const policy = parsePolicy(setting);
    return () => policy;
  }
  let policy = readPolicy(setting);
  let version = readVersion(setting);
  let checkedAt = clock.now();
  return () => {
    if (clock.now() - checkedAt >= CHECK_INTERVAL_MS) {
      checkedAt = clock.now();
      reload();
    }
    return policy;
  };

  function reload(): void {
    try {
      const found = readVersion(setting);
      if (found === version) return;
      version = found;
      policy = readPolicy(setting);
    } catch (error) {
      report((error as Error).message);
    }
  }
}

function readPolicy(path: string): AccessPolicy {
  return parsePolicy(String(readFileSync(path)));
}

function readVersion(path: string): string {
  const { mtimeMs, size, ino } = statSync(path);
  return `${mtimeMs} ${size} ${ino}`;
}
