import { expect, it } from 'vitest';
import { upstreamSettings } from '../../../lib/settings/upstream-settings.ts';
import { DEFAULT_LIMITS } from '../../../lib/upstream/limits.ts';

it('each upstream has an address, a scope and limits', () => {
  for (const upstream of ['ARM', 'BACKUP_RESTORE', 'DOCUMENT_MODELS', 'BUSINESS_DATA']) {
    const names = Object.keys(upstreamSettings).filter((name) => name.startsWith(`${upstream}_`));
    expect(names.some((name) => /_(?:BASE_URL|ENDPOINT)$/.test(name))).toBe(true);
    expect(names).toEqual(expect.arrayContaining([`${upstream}_SCOPE`, `${upstream}_LIMITS`]));
  }
});

it('limits default to those of lib/upstream/limits.ts', () => {
  expect(upstreamSettings.ARM_LIMITS.parse(undefined)).toEqual(DEFAULT_LIMITS.arm);
  expect(upstreamSettings.BUSINESS_DATA_LIMITS.parse(undefined)).toEqual(DEFAULT_LIMITS.businessData);
});
