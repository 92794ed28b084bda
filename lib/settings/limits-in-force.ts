/** The limits in force: those of the access policy, otherwise those of the settings. Both may change while calls wait. */
import type { PolicySource } from '../policy/policy-source.ts';
import type { UpstreamName } from '../profiles.ts';
import type { UpstreamLimits } from '../upstream/limits.ts';
import type { Settings } from './schema.ts';

export type LimitsInForce = (upstream: UpstreamName) => UpstreamLimits;

export function readLimits(settings: Settings, policy: Pick<PolicySource, 'limits'>): LimitsInForce {
  const fixed = {
    arm: settings.ARM_LIMITS,
    backupRestore: settings.BACKUP_RESTORE_LIMITS,
    documentModels: settings.DOCUMENT_MODELS_LIMITS,
    businessData: settings.BUSINESS_DATA_LIMITS,
  };
  return (upstream) => {
    const own = policy.limits()[upstream];
    return own ? { ...fixed[upstream], ...own } : fixed[upstream];
  };
}
