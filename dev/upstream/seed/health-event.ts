/** How the emulated health events are composed. */
import { tenants } from '../../seed.ts';
import type { EventImpact, HealthEvent, HealthEventProperties } from '../entities.ts';
import type { JsonObject } from '../json.ts';

type Properties = HealthEventProperties;
type Kind = readonly [type: Properties['eventType'], subtype?: string];
type State = readonly [Properties['status'], Properties['eventLevel'], level?: 'Critical' | 'Warning'];

/** Composes an event, its members in the order of docs/specification.md#health-event. */
export function event(
  [name, createdByType = 'Application']: readonly [name: string, by?: HealthEvent['createdByType']],
  [eventType, eventSubType]: Kind,
  [status, eventLevel, level]: State,
  rest: JsonObject & Pick<Properties, 'title' | 'summary' | 'impact' | 'lastUpdateTime' | 'isEventSensitive'>,
): HealthEvent {
  const kind = { eventType, ...(eventSubType && { eventSubType }) };
  const state = { status, eventLevel, ...(level && { level }) };
  return { name, createdByType, properties: { ...common, ...kind, ...state, ...rest } };
}

const otherServiceGuid = '51000000-0000-4000-8000-000000000003';
const serviceGuids: Readonly<Record<string, string>> = {
  'Virtual Machines': '51000000-0000-4000-8000-000000000001',
  'Network Infrastructure': '51000000-0000-4000-8000-000000000001',
  'SQL Database': '51000000-0000-4000-8000-000000000002',
};

/** Members that most events share. */
const common = {
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
