/** Checks that a policy in a table can be read, and is valid: an instance would take it. */
import { TableError } from '../../lib/cache/table-client.ts';
import { describeCause, SafeError } from '../../lib/http/problem.ts';
import { type PolicyDocument, parsePolicy, readPolicyText, readTable } from '../../lib/policy/policy-source.ts';
import { openPolicy } from '../../lib/policy/table-policy.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { toAddress } from './check-table.ts';
import { bad, type Finding, good } from './finding.ts';

export interface CheckedPolicy {
  readonly findings: readonly Finding[];
  /** What is granted. */
  readonly resources: readonly string[];
  readonly roles: readonly string[];
}

const listGranted = ({ grants }: PolicyDocument) => ({
  resources: [...new Set(grants.flatMap((grant) => grant.resources))],
  roles: grants.flatMap((grant) => grant.roles),
});

/** `token` as in checkTable. A policy in a setting or a file has no finding here: it is checked with the settings. */
export async function checkPolicyTable(settings: Settings, token: string | undefined): Promise<CheckedPolicy> {
  const name = readTable(settings.ACCESS_POLICY)?.name;
  if (name === undefined) {
    return { findings: [], ...listGranted(parsePolicy(readPolicyText(settings.ACCESS_POLICY))) };
  }
  const failure: { cause?: unknown } = {};
  const policy = openPolicy(settings.ACCESS_POLICY, toAddress(settings, token), {
    clock: systemClock,
    report: () => {},
    alert: (_alert, _subject, cause) => Object.assign(failure, { cause }),
  });
  try {
    await policy.refresh();
    if (failure.cause !== undefined) return { findings: [describe(name, failure.cause)], resources: [], roles: [] };
    const current = policy.current();
    return { findings: [describeGood(name, current.grants.length)], ...listGranted(current) };
  } finally {
    await policy.close();
  }
}

function describeGood(name: string, grants: number): Finding {
  return good('policy table', `${name} has ${grants} grant${grants === 1 ? '' : 's'}`);
}

function describe(name: string, cause: unknown): Finding {
  if (cause instanceof SafeError)
    return bad(
      'policy table',
      `${name}: ${cause.message}`,
      'npm run access -- history lists the versions, and npm run access -- rollback N puts the last good one in force. Only without any: npm run access -- push FILE',
    );
  if (cause instanceof TableError && (cause.status === 401 || cause.status === 403))
    return bad(
      'policy table',
      `${name} refuses us (${cause.status})`,
      'Give the managed identity the role Storage Table Data Reader on it.',
    );
  return bad(
    'policy table',
    `${name} cannot be read (${describeCause(cause)})`,
    'See what the check of the table says.',
  );
}
