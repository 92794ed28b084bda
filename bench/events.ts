/** The list of health events that every subject returns, on one page, and its route. */
export const EVENTS_ROUTE =
  'subscriptions/{subscriptionId}/resourceGroups/{group}/providers/{namespace}/{type}/{name}/providers/Vendor.ResourceHealth/events';

const SUBSCRIPTION = '/subscriptions/5ab00000-0000-4000-8000-00000000000a';

/** Returns the list as JSON of at least `bytes` bytes, and less than one event more. */
export function createEventList(bytes: number): Buffer {
  const events: string[] = [];
  for (let length = 0; length < bytes; length += (events.at(-1) as string).length + 1) {
    events.push(JSON.stringify(createEvent(events.length)));
  }
  return Buffer.from(`{"value":[${events.join(',')}]}`);
}

function createEvent(index: number) {
  const name = `BENCH-${String(index).padStart(4, '0')}`;
  return {
    id: `${SUBSCRIPTION}/providers/Vendor.ResourceHealth/events/${name}`,
    name,
    type: '/providers/Vendor.ResourceHealth/events',
    properties: {
      eventType: 'ServiceIssue',
      eventSource: 'ResourceHealth',
      status: 'Active',
      eventLevel: 'Warning',
      title: 'Virtual machines in one region may be slow to start',
      summary: 'Some virtual machines may take <em>longer</em> than usual to start. "Running" ones are not affected.',
      header: 'Your service might have been affected by an issue.',
      priority: 3,
      isHIR: false,
      platformInitiated: true,
      impactStartTime: '2026-01-07T01:02:03.000Z',
      impactMitigationTime: '2026-01-07T05:06:07.000Z',
      lastUpdateTime: '2026-01-07T06:07:08.000Z',
      impact: [
        {
          impactedService: 'Virtual Machines',
          impactedServiceGuid: '6ba0f5a4-0000-4000-8000-000000000001',
          impactedRegions: [
            { impactedRegion: 'Central', status: 'Active', impactedSubscriptions: [SUBSCRIPTION.slice(15)] },
          ],
        },
      ],
      recommendedActions: { message: 'Start the machine again later.', actions: [], localeCode: 'en' },
    },
  };
}
