import { describe, expect, it } from 'vitest';
import { resourceGroup, resources, subscriptions } from '../../dev/seed.ts';
import { type Received, startUpstreamClient, type UpstreamClient } from './upstream-client.ts';

const vendor = await startUpstreamClient();
const microsoft = await startUpstreamClient({ profile: 'microsoft' });

type Event = { readonly name: string; readonly properties: Readonly<Record<string, unknown>> };

function list(resource: string, filter?: string, client: UpstreamClient = vendor): Promise<Received> {
  const namespace = client === vendor ? 'Vendor' : 'Microsoft';
  const query = filter === undefined ? '' : `&$filter=${encodeURIComponent(filter)}`;
  return client.send(
    'GET',
    `/arm${resource}/providers/${namespace}.ResourceHealth/events?api-version=2025-05-01${query}`,
  );
}

async function listAll(resource: string, filter?: string): Promise<Event[]> {
  const events: Event[] = [];
  let page = await list(resource, filter);
  for (;;) {
    expect(page.status).toBe(200);
    events.push(...page.json.value);
    if (!page.json.nextLink) return events;
    page = await vendor.send('GET', page.json.nextLink.replace(vendor.url, ''));
  }
}

const valuesOf = (events: readonly Event[], member: string) =>
  new Set(events.map(({ properties }) => properties[member]).filter((value) => value !== undefined));

describe('the list', () => {
  it.each(Object.values(resources))('holds every type, subtype, source, status and level for %s', async (resource) => {
    const events = await listAll(resource);
    expect(events.length).toBeGreaterThanOrEqual(12);
    expect(valuesOf(events, 'eventType')).toHaveLength(7);
    expect(valuesOf(events, 'eventSubType')).toHaveLength(8);
    expect(valuesOf(events, 'eventSource')).toHaveLength(2);
    expect(valuesOf(events, 'status')).toHaveLength(2);
    expect(valuesOf(events, 'eventLevel')).toHaveLength(4);
    expect(new Set(events.map(({ name }) => name))).toHaveLength(events.length);
  });

  it('writes billing rates with their own spelling', async () => {
    const { text } = await list(resources.virtualMachine, "eventSubType eq 'ForeignExchangeRateChange'");
    expect(text).toContain('"oldRate":1.10,"newRate":1.0850');
  });

  it('has the identity of a resource and the caller’s subscription in each event', async () => {
    const [event] = (await list(resources.virtualMachine)).json.value;
    expect(event).toMatchObject({
      id: `/subscriptions/${subscriptions.contoso}/providers/Vendor.ResourceHealth/events/${event.name}`,
      type: 'Vendor.ResourceHealth/events',
      systemData: { createdByType: 'Application' },
    });
    expect(event.properties.impact[0].impactedRegions[0].impactedSubscriptions).toEqual([subscriptions.contoso]);
  });

  it('S1-34 withholds summary, description and region updates of sensitive events', async () => {
    const { json, text } = await list(resources.virtualMachine, 'isEventSensitive eq true');
    expect(json.value).toHaveLength(1);
    expect(text).not.toContain('SENSITIVE');
    expect(json.value[0].properties).not.toHaveProperty('summary');
    expect(json.value[0].properties.impact[0].impactedRegions[0]).not.toHaveProperty('updates');
  });

  it('pages by an absolute nextLink that keeps version and filter', async () => {
    const { json } = await list(resources.virtualMachine, "status eq 'Active'");
    expect(json.value).toHaveLength(5);
    const { origin, pathname, searchParams } = new URL(json.nextLink);
    expect(origin).toBe(vendor.url);
    expect(pathname).toBe(`/arm${resources.virtualMachine}/providers/Vendor.ResourceHealth/events`);
    expect(Object.fromEntries(searchParams)).toEqual({
      'api-version': '2025-05-01',
      $filter: "status eq 'Active'",
      $skipToken: expect.any(String),
    });
  });

  it('returns the same events for a resource each time', async () => {
    const resource = `/subscriptions/${subscriptions.fabrikam}/resourceGroups/g/providers/Vendor.Web/sites/s`;
    const events = await listAll(resource);
    expect(events.length).toBeGreaterThanOrEqual(3);
    expect(await listAll(resource.toUpperCase().replace('SUBSCRIPTIONS', 'subscriptions'))).toHaveLength(events.length);
  });

  it('holds an event that the control API added', async () => {
    const event = { name: 'NEW1', properties: { eventType: 'ServiceIssue', title: 'new' } };
    await vendor.control('events', { resourceUri: resources.virtualMachine, event });
    expect((await list(resources.virtualMachine)).json.value[0].name).toBe('NEW1');
  });
});

describe('$filter', () => {
  it.each([
    [
      "service eq 'Virtual Machines' or region eq 'West US'",
      ['VMW5-9QG', '3LWM-7Z0', 'VKNH-1DZ', 'SEC7-QX4', 'SEC2-8MM'],
    ],
    ["eventType eq 'ServiceIssue' and status eq 'Active'", ['VMW5-9QG']],
    ["lastUpdateTime ge '2026-11-19'", ['VMW5-9QG', 'EMG1-0A2']],
    ["properties/eventType eq 'RCA'", ['FTVR-LD0']],
    ['properties.impactStartTime ge 2026-11-19', ['VMW5-9QG', 'VKNH-1DZ', 'EMG1-0A2']],
    ['eventType eq SecurityAdvisory', ['SEC7-QX4', 'SEC2-8MM']],
    ["eventType eq 'serviceissue' and (isHIR eq true or eventSource eq 'ResourceHealth')", ['VMW5-9QG', 'BT_1-5F8']],
    ['priority lt 4 and priority gt 0', ['EMG1-0A2', 'SEC7-QX4']],
    ["title eq 'It''s not there'", []],
    ["eventType ne 'Billing' and eventLevel eq 'Informational' and status eq 'Active'", ['0NXV-RC0']],
  ])('%s', async (filter, names) => {
    expect((await listAll(resources.virtualMachine, filter)).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    '',
    'eventType',
    "eventType like 'x'",
    'nothing eq 1',
    "(status eq 'Active'",
    "status eq 'Active",
    'status eq a b',
    'lastUpdateTime ge soon',
  ])('returns 400 without the envelope for the invalid filter %j', async (filter) => {
    const { status, json } = await list(resources.virtualMachine, filter);
    expect(status).toBe(400);
    expect(json).toEqual({ code: 'InvalidFilter', message: expect.any(String), details: expect.any(String) });
  });

  it('returns 400 with the common envelope in the microsoft profile', async () => {
    const { status, json } = await list(resources.virtualMachine, 'nonsense', microsoft);
    expect([status, json.error.code]).toEqual([400, 'InvalidFilter']);
  });
});

describe('what is refused', () => {
  const scope = `/subscriptions/${subscriptions.contoso}/resourceGroups/${resourceGroup}`;

  it.each([
    ['an unknown subscription', resources.database.replace(subscriptions.contoso, 'x'), 404, 'SubscriptionNotFound'],
    ['a resource without a name', `${scope}/providers/Vendor.Compute/virtualMachines`, 400, 'InvalidResourceId'],
    ['a resource nested two levels', `${resources.database}/tables/t`, 400, 'InvalidResourceId'],
    ['a group', scope, 400, 'InvalidResourceId'],
  ])('%s', async (_, resource, status, code) => {
    const response = await list(resource);
    expect([response.status, response.json.code]).toEqual([status, code]);
  });

  it('a made-up $skipToken and another api-version', async () => {
    const path = `/arm${resources.database}/providers/Vendor.ResourceHealth/events`;
    for (const query of ['api-version=2025-05-01&$skipToken=x', 'api-version=2018-07-01', '']) {
      expect((await vendor.send('GET', `${path}?${query}`)).status).toBe(400);
    }
  });
});
