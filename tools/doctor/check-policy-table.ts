/** Checks that a policy in a table can be read, and is valid: an instance would take it. */
import { TableError } from '../../lib/cache/table-client.ts';
import { describeCause, SafeError } from '../../lib/http/problem.ts';
import { readTableName } from '../../lib/policy/policy-source.ts';
import { openPolicy } from '../../lib/policy/table-policy.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { toAddress } from './check-table.ts';
import { bad, type Finding, good } from './finding.ts';

/** `token` as in checkTable. Returns nothing for a policy in a setting or a file, which is checked with the settings. */
export async function checkPolicyTable(settings: Settings, token: string | undefined): Promise<readonly Finding[]> {
  const name = readTableName(settings.ACCESS_POLICY);
  if (name === undefined) return [];
  const failure: { cause?: unknown } = {};
  const policy = openPolicy(settings.ACCESS_POLICY, toAddress(settings, token), {
    clock: systemClock,
    report: () => {},
    alert: (_alert, _subject, cause) => Object.assign(failure, { cause }),
  });
  try {
    await policy.refresh();
    return [
      failure.cause === undefined ? describeGood(name, policy.current().grants.length) : describe(name, failure.cause),
    ];
  } finally {
    await policy.close();
  }
}

function describeGood(name: string, grants: number): Finding {
  return good('policy table', `${name} has ${grants} grant${grants === 1 ? '' : 's'}`);
}

function describe(name: string, cause: unknown): Finding {
  if (cause instanceof SafeError)
    return bad('policy table', `${name}: ${cause.message}`, 'Push a valid policy: npm run access -- push FILE');
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
