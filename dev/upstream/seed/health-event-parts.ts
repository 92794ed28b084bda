import { tenants } from '../../seed.ts';
import type { EventImpact } from '../entities.ts';

const otherServiceGuid = '51000000-0000-4000-8000-000000000003';
const serviceGuids: Readonly<Record<string, string>> = {
  'Virtual Machines': '51000000-0000-4000-8000-000000000001',
  'Network Infrastructure': '51000000-0000-4000-8000-000000000001',
  'SQL Database': '51000000-0000-4000-8000-000000000002',
};

/** Members that most events share. */
export const common = {
  eventSource: 'ServiceHealth',
  isHIR: false,
  platformInitiated: true,
  enableMicrosoftSupport: true,
  enableChatWithUs: false,
} as const;

export function impact(
  impactedService: string,
  impactedRegion: string,
  status: 'Active' | 'Resolved',
  updates: readonly [updateDateTime: string, summary: string][] = [],
): EventImpact {
  const lastUpdateTime = updates[0]?.[0] ?? '2026-11-02T09:00:00Z';
  return {
    impactedService,
    impactedServiceGuid: serviceGuids[impactedService] ?? otherServiceGuid,
    impactedRegions: [
      {
        impactedRegion,
        status,
        impactedTenants: [tenants.contoso],
        lastUpdateTime,
        updates: updates.map(([updateDateTime, summary]) => ({ summary, updateDateTime, eventTags: [] })),
      },
    ],
  };
}
