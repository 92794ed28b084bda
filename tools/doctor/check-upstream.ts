/** Checks that an upstream can be reached and accepts our credential: one read that changes nothing. */
import { PROFILES } from '../../lib/profiles.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import type { UpstreamName } from '../../lib/upstream/upstreams.ts';
import { bad, describeFailure, type Finding, good, TIMEOUT_MS } from './finding.ts';

export interface UpstreamCheck {
  readonly name: UpstreamName;
  readonly address: keyof Settings;
  readonly scope: keyof Settings;
  /** Relative to the base address; a resource that the live API can return. */
  readonly path: string;
  /** What gives the identity access. */
  readonly right: string;
}

export const UPSTREAM_CHECKS: readonly UpstreamCheck[] = [
  {
    name: 'arm',
    address: 'ARM_BASE_URL',
    scope: 'ARM_SCOPE',
    path: '/subscriptions?api-version=2022-12-01',
    right: 'a role on the subscriptions or resource groups of the access policy (docs/security.md)',
  },
  {
    name: 'backupRestore',
    address: 'BACKUP_RESTORE_BASE_URL',
    scope: 'BACKUP_RESTORE_SCOPE',
    path: '/solutions/backupRestore',
    right: 'the application permissions of the backup-restore API, with consent',
  },
  {
    name: 'documentModels',
    address: 'DOCUMENT_MODELS_ENDPOINT',
    scope: 'DOCUMENT_MODELS_SCOPE',
    path: '/{documentPath}/documentModels?api-version=2024-11-30',
    right: 'the role Cognitive Services User on the resource',
  },
  {
    name: 'businessData',
    address: 'BUSINESS_DATA_BASE_URL',
    scope: 'BUSINESS_DATA_SCOPE',
    path: '/companies',
    right: 'an application entry with a permission set in the environment',
  },
];

/** `token` is for the upstream's scope; undefined if it uses a key. */
export async function checkUpstream(
  check: UpstreamCheck,
  settings: Settings,
  token: string | undefined,
): Promise<Finding> {
  const { name, address, path } = check;
  const base = String(settings[address]).replace(/\/+$/, '');
  try {
    const response = await fetch(base + path.replace('{documentPath}', PROFILES[settings.CLOUD_PROFILE].documentPath), {
      headers: { accept: 'application/json', ...toCredential(name, settings, token) },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (response.status === 401) return describeUnauthorized(check, settings);
    return describeResponse(check, response.status, text);
  } catch (cause) {
    return describeFailure(name, address, base, cause);
  }
}

export function usesKey(name: UpstreamName, { DOCUMENT_MODELS_KEY }: Settings): boolean {
  return name === 'documentModels' && DOCUMENT_MODELS_KEY !== undefined;
}

function toCredential(name: UpstreamName, settings: Settings, token: string | undefined): Record<string, string> {
  if (usesKey(name, settings))
    return { [PROFILES[settings.CLOUD_PROFILE].documentKeyHeader]: settings.DOCUMENT_MODELS_KEY ?? '' };
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function describeUnauthorized({ name, address, scope }: UpstreamCheck, settings: Settings): Finding {
  if (usesKey(name, settings)) {
    const fix =
      'Copy a key of this resource into DOCUMENT_MODELS_KEY, or remove the setting to use the managed identity.';
    return bad(name, 'rejects the key (401)', fix);
  }
  return bad(
    name,
    'rejects the token (401)',
    `Check that ${scope} is the scope of this API in the cloud of ${address}.`,
  );
}

function describeResponse({ name, address, right }: UpstreamCheck, status: number, text: string): Finding {
  const giveRight = `Give the managed identity ${right}.`;
  if (status === 403) return bad(name, 'refuses the identity (403)', giveRight);
  if (status === 429) {
    const fix = 'Wait; then check what else uses this identity, and lower the …_LIMITS setting.';
    return bad(name, 'throttles us (429)', fix);
  }
  if (status >= 500) {
    const fix = "Check the service's status page; Frontdesk recovers by itself.";
    return bad(name, `fails (${status})`, fix);
  }
  if (status >= 300 && status < 400) {
    const fix = `Set ${address} to the target of the redirect: Frontdesk does not follow redirects.`;
    return bad(name, `redirects (${status})`, fix);
  }
  if (name === 'arm' && /"value"\s*:\s*\[\s*\]/.test(text))
    return bad(name, 'shows the identity no subscription', giveRight);
  return good(name, status < 300 ? 'accepts the credential' : `can be reached, and returned ${status}`);
}
