import { describe, expect, it } from 'vitest';
import { resources, subscriptions } from '../../dev/seed.ts';
import { HealthEventList } from '../../tools/openapi/contracts/health-event.ts';
import { HealthEventError } from '../../tools/openapi/error-schemas.ts';
import { buildEventsPath, grantEverything } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const get = (path: string) => stack.send('GET', path);
const lastPath = async () => (await stack.upstream.calls()).at(-1)?.path;
const group = `/subscriptions/${subscriptions.contoso}/resourceGroups/rg-shop/providers`;

let count = 0;
/** Returns a resource that no test has requested before, so that nothing is stored for it. */
const freshResource = () => `${group}/Vendor.Compute/virtualMachines/vm-${count++}`;

describe('document 1, Endpoints 2, resourceUri', () => {
  it.each(Object.entries(resources))('S1-69, S1-70 lists the events of a %s', async (_, resourceUri) => {
    const path = buildEventsPath(resourceUri, `$filter=priority%20lt%20${100 + ++count}`);
    const { status, json } = await get(path);
    expect(status).toBe(200);
    expect(HealthEventList.parse(json).value).not.toHaveLength(0);
    expect(await lastPath()).toBe(`/arm${path}`);
  });

  it.each([
    ['without a name', `${group}/Vendor.Compute/virtualMachines`],
    ['nested two levels', `${resources.database}/tables/orders`],
    ['of a resource group', `/subscriptions/${subscriptions.contoso}/resourceGroups/rg-shop`],
    ['with its slash doubled', `/${resources.virtualMachine}`],
  ])('S1-69, S1-70, C-19 has no list %s', async (_, resourceUri) => {
    expect((await get(buildEventsPath(resourceUri))).status).toBe(404);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it('S1-69, S1-70, C-20 accepts a subscription id of any form: the upstream validates it', async () => {
    const { status, json } = await get(
      buildEventsPath(resources.virtualMachine.replace(subscriptions.contoso, 'examples')),
    );
    expect([status, json.code]).toEqual([404, 'SubscriptionNotFound']);
  });
});

describe('document 1, Health event', () => {
  it('S1-27, S1-31, C-31 relays event types, levels and members that the contract does not know unchanged', async () => {
    const event = {
      name: 'NEW1-000',
      properties: { eventType: 'Sustainability', eventLevel: 'low', priority: 99, later: [1] },
    };
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'patch', body: { value: [event], later: true } } });
    expect((await get(buildEventsPath(freshResource()))).json).toMatchObject({ value: [event], later: true });
  });
});

describe('document 1, Endpoints 2, $filter', () => {
  it.each([
    "service eq 'Virtual Machines' or region eq 'West US'",
    "eventType eq 'ServiceIssue' and status eq 'Active'",
    "lastUpdateTime ge '2026-10-01T00:00:00Z'",
    "properties/eventType eq 'Billing'",
    'properties.impactStartTime ge 2026-01-17',
    'eventType eq SecurityAdvisory',
    "(status eq 'Active') and (title eq 'O''Neill & Söhne 100% + 1 = #1?')",
    "a&api-version=2018-07-01#'",
  ])('S1-72 is relayed unchanged, as one encoded value: %s', async (filter) => {
    await get(buildEventsPath(freshResource(), `$filter=${encodeURIComponent(filter)}`));
    const query = (await lastPath())?.split('?')[1] ?? '';
    expect(query.split('&').map((pair) => pair.split('=')[0])).toEqual(['api-version', '$filter']);
    expect(new URLSearchParams(query).get('$filter')).toBe(filter);
  });
});

describe('document 1, Health-event operation error', () => {
  it('S1-53, S1-75, C-04 has code, message and details, which list everything invalid as text', async () => {
    const resourceUri = resources.virtualMachine.replace('rg-shop', 'g'.repeat(91)).replace('vm-web', 'a%2Fb');
    const { status, json } = await get(
      buildEventsPath(resourceUri, '$filter=a&$filter=b&$top=5').replace('2025-05-01', 'x'),
    );
    expect(status).toBe(400);
    expect(HealthEventError.parse(json)).toMatchObject({
      code: 'invalid_request',
      message: 'The request is not valid.',
    });
    expect(json.details.split(/; (?!supported)/)).toEqual([
      'resourceGroupName: must have 1 to 90 characters',
      expect.stringMatching(/^resourceName: must contain only letters/),
      '$filter: must be given once',
      '$top: is not a parameter of this operation',
      'api-version: is not supported; supported: 2025-05-01',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});
