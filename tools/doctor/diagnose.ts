/** Runs all checks; each one as soon as its inputs are known. */
import type { Settings } from '../../lib/settings/schema.ts';
import { checkIdentity } from './check-identity.ts';
import { checkKeys } from './check-keys.ts';
import { checkPolicyTable } from './check-policy-table.ts';
import { checkSettings, type Environment } from './check-settings.ts';
import { checkTable } from './check-table.ts';
import { checkUpstream, UPSTREAM_CHECKS, type UpstreamCheck, usesKey } from './check-upstream.ts';
import type { Finding } from './finding.ts';

const TABLE_SCOPE = 'https://storage.azure.com/.default';

/**
 * Returns the findings in order. Nothing is sent over the network with settings that the app could not start with.
 * `overrides` is the environment, which has more than app settings.
 */
export async function diagnose(file: Environment, overrides: Environment = {}): Promise<readonly Finding[]> {
  const { settings, findings } = checkSettings(file, overrides);
  if (!settings) return findings;
  const environment = { ...file, ...overrides };
  const checked = await Promise.all([
    checkKeys(settings),
    ...UPSTREAM_CHECKS.map((check) => checkOne(check, environment, settings)),
    checkCache(environment, settings),
  ]);
  return [...findings, ...checked.flat()];
}

async function checkOne(
  check: UpstreamCheck,
  environment: Environment,
  settings: Settings,
): Promise<readonly Finding[]> {
  if (usesKey(check.name, settings)) return [await checkUpstream(check, settings, undefined)];
  const scope = String(settings[check.scope]);
  const { finding, token } = await checkIdentity(environment, settings, scope, check.scope);
  // Without a token the upstream would only return 401.
  return token === undefined ? [finding] : [finding, await checkUpstream(check, settings, token)];
}

async function checkCache(environment: Environment, settings: Settings): Promise<readonly Finding[]> {
  if (!settings.CACHE_TABLE_URL) return checkTables(settings, undefined);
  const { finding, token } = await checkIdentity(environment, settings, TABLE_SCOPE, 'CACHE_TABLE_URL');
  return token === undefined ? [finding] : [finding, ...(await checkTables(settings, token))];
}

/** One after the other: the first call opens the connection. */
async function checkTables(settings: Settings, token: string | undefined): Promise<readonly Finding[]> {
  return [await checkTable(settings, token), ...(await checkPolicyTable(settings, token))];
}
