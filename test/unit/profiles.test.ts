import { expect, it } from 'vitest';
import { PROFILES } from '../../lib/profiles.ts';

it('each profile is found by its own name', () => {
  for (const [name, profile] of Object.entries(PROFILES)) expect(profile.name).toBe(name);
});

it('vendor is the specification word for word: no version segments in front of its routes', () => {
  const { namespace, documentPath, routePrefix, streaming } = PROFILES.vendor;
  expect([namespace, documentPath, routePrefix]).toEqual(['Vendor', 'vendor-docs', {}]);
  expect(streaming.serializationRequired).toBe(true);
});

it('microsoft uses the live cloud’s names and does not require serialization', () => {
  const { namespace, documentPath, routePrefix, streaming } = PROFILES.microsoft;
  expect([namespace, documentPath]).toEqual(['Microsoft', 'documentintelligence']);
  expect(routePrefix).toEqual({ backupRestore: '/v1.0', businessData: '/v2.0' });
  expect(streaming.serializationRequired).toBe(false);
});

it('what the vendor’s customer can be expanded by, the live cloud’s can be too', () => {
  expect(PROFILES.microsoft.customerRelations).toEqual(expect.arrayContaining([...PROFILES.vendor.customerRelations]));
});
