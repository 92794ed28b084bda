import { expect, it } from 'vitest';
import { parsePolicy } from '../../../lib/policy/document.ts';
import { readLimits } from '../../../lib/settings/limits-in-force.ts';
import type { Settings } from '../../../lib/settings/schema.ts';
import { DEFAULT_LIMITS } from '../../../lib/upstream/limits.ts';

const settings = {
  ARM_LIMITS: { ...DEFAULT_LIMITS.arm, maxResponseBytes: 8_192 },
  BACKUP_RESTORE_LIMITS: DEFAULT_LIMITS.backupRestore,
  DOCUMENT_MODELS_LIMITS: DEFAULT_LIMITS.documentModels,
  BUSINESS_DATA_LIMITS: DEFAULT_LIMITS.businessData,
} as Settings;

it('limits of the policy replace those of the settings, as long as it has them', () => {
  const room = { parallel: 1, queue: 1 };
  const own = { bulkhead: { read: room, write: room }, rate: {} };
  const grants = [{ roles: ['Items.Read'], resources: ['*'] }];
  let policy = parsePolicy(JSON.stringify({ grants }));
  const limits = readLimits(settings, { limits: () => policy.limits ?? {} });
  expect(limits('arm')).toBe(settings.ARM_LIMITS);
  policy = parsePolicy(JSON.stringify({ grants, limits: { arm: own } }));
  expect(limits('arm')).toEqual({ ...own, maxResponseBytes: 8_192 });
  expect(limits('businessData')).toBe(DEFAULT_LIMITS.businessData);
});
