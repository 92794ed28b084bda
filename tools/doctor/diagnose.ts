/** Runs all checks; each one as soon as its inputs are known. */
import { operations, selectOperations } from '../../functions/operations.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { findKey } from '../../lib/upstream/upstream.ts';
import { type CheckedToken, checkIdentity } from './check-identity.ts';
import { checkKeys } from './check-keys.ts';
import { type CheckedPolicy, checkPolicyTable } from './check-policy-table.ts';
import { checkSettings, type Environment } from './check-settings.ts';
import { checkTable } from './check-table.ts';
import { checkUpstream } from './check-upstream.ts';
import { type Finding, good } from './finding.ts';
import { UPSTREAM_PROBES, type UpstreamProbe } from './upstream-probes.ts';

const TABLE_SCOPE = 'https://storage.azure.com/.default';

/** Gets tokens; `setting` names the scope. */
export type GetToken = (scope: string, setting: string) => Promise<CheckedToken>;

/**
 * Returns the findings in order. Nothing is sent over the network with settings that the app could not start with.
 * `overrides` is the environment, which has more than app settings. `asOperator` gets tokens of the person who is signed in,
 * for an app whose managed identity is not here.
 */
export async function diagnose(
  file: Environment,
  overrides: Environment = {},
  asOperator?: GetToken,
): Promise<readonly Finding[]> {
  const { settings, findings } = checkSettings(file, overrides);
  if (!settings) return findings;
  const environment = { ...file, ...overrides };
  const getToken: GetToken = asOperator ?? ((scope, setting) => checkIdentity(environment, settings, scope, setting));
  const isOperator = asOperator !== undefined;
  const keys = checkKeys(settings);
  const { findings: tables, resources, roles } = await checkTables(settings, getToken, isOperator);
  const upstreams = await Promise.all(
    UPSTREAM_PROBES.map((probe) => checkOne(probe, settings, getToken, { isOperator, resources })),
  );
  return [...findings, ...listUnserved(settings, roles), await keys, ...upstreams.flat(), ...tables];
}

/** Callers with a role of them get 404. */
function listUnserved({ OPERATIONS }: Settings, roles: readonly string[]): readonly Finding[] {
  const served = selectOperations(OPERATIONS);
  const missing = operations.filter((each) => roles.includes(each.access.role) && !served.includes(each));
  if (missing.length === 0) return [];
  return [good('operations', `OPERATIONS does not serve ${missing.map(({ name }) => name).join(', ')}`)];
}

async function checkOne(
  probe: UpstreamProbe,
  settings: Settings,
  getToken: GetToken,
  asking: { readonly isOperator: boolean; readonly resources: readonly string[] },
): Promise<readonly Finding[]> {
  if (findKey(probe.name, settings)) return checkUpstream(probe, settings, { ...asking, token: undefined });
  const { scope = 'ARM_SCOPE' } = probe;
  const { finding, token } = await getToken(String(settings[scope]), scope);
  // Without a token the upstream would only return 401.
  return token === undefined ? [finding] : [finding, ...(await checkUpstream(probe, settings, { ...asking, token }))];
}

/** One after the other: the first call opens the connection. Only the app uses the cache's table. */
async function checkTables(settings: Settings, getToken: GetToken, isOperator: boolean): Promise<CheckedPolicy> {
  const { finding, token } = settings.CACHE_TABLE_URL
    ? await getToken(TABLE_SCOPE, 'CACHE_TABLE_URL')
    : { finding: undefined, token: undefined };
  const own = finding ? [finding] : [];
  if (finding && token === undefined) return { findings: own, resources: [], roles: [] };
  const cache = isOperator ? [] : [await checkTable(settings, token)];
  const { findings, ...granted } = await checkPolicyTable(settings, token);
  return { findings: [...own, ...cache, ...findings], ...granted };
}
