/** Whether an upstream is there and takes our credential: one read that changes nothing. */
import { PROFILES, type UpstreamName } from '../../lib/profiles.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { bad, describeFailure, type Finding, good, TIMEOUT_MS } from './finding.ts';

export interface UpstreamCheck {
  readonly name: UpstreamName;
  readonly address: keyof Settings;
  readonly scope: keyof Settings;
  /** Below the base address: something that the live API can be asked for. */
  readonly path: string;
  /** What lets the identity in. */
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

/** `token` is of the upstream's own scope. */
export async function checkUpstream(
  check: UpstreamCheck,
  settings: Settings,
  token: string | undefined,
): Promise<Finding> {
  const { name, address, path } = check;
  const base = String(settings[address]).replace(/\/+$/, '');
  try {
    const answer = await fetch(base + path.replace('{documentPath}', PROFILES[settings.CLOUD_PROFILE].documentPath), {
      headers: { accept: 'application/json', ...toCredential(name, settings, token) },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    return describeAnswer(check, answer.status, text, usesKey(name, settings));
  } catch (cause) {
    return describeFailure(name, address, cause);
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

function describeAnswer(
  { name, address, scope, right }: UpstreamCheck,
  status: number,
  text: string,
  isKey: boolean,
): Finding {
  if (status === 401) {
    return isKey
      ? bad(
          name,
          'it does not take the key (401)',
          'Copy a key of this very resource into DOCUMENT_MODELS_KEY, or take the setting away to use the managed identity.',
        )
      : bad(
          name,
          'it does not take the token (401)',
          `See that ${scope} is the scope of this API, and of the cloud that ${address} is in.`,
        );
  }
  if (status === 403)
    return bad(name, 'it knows the identity and refuses it (403)', `Give the managed identity ${right}.`);
  if (status === 429)
    return bad(
      name,
      'it throttles us (429)',
      'Wait; then see what else calls with this identity, and lower the …_LIMITS setting.',
    );
  if (status >= 500)
    return bad(
      name,
      `it fails (${status})`,
      "See the service's own status page; Frontdesk waits and probes by itself.",
    );
  if (status >= 300 && status < 400)
    return bad(
      name,
      `it leads elsewhere (${status})`,
      `Write the address that it leads to in ${address}: Frontdesk follows no redirect.`,
    );
  if (name === 'arm' && /"value"\s*:\s*\[\s*\]/.test(text))
    return bad(name, 'it shows the identity no subscription', `Give the managed identity ${right}.`);
  return good(name, status < 300 ? 'takes our credential' : `is there, and answers ${status}`);
}
