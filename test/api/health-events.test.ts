/** Health events of a resource and of a subscription, and the details of one. */
import { describe, expect, it } from 'vitest';
import { apps } from '../../dev/personas.ts';
import { resources, subscriptions, tenants } from '../../dev/seed.ts';
import { seedSubscriptionEvents } from '../../dev/upstream/seed/health-events.ts';
import { HealthEvent, HealthEventList } from '../../tools/openapi/contracts/health-event.ts';
import { HealthEventError } from '../../tools/openapi/error-schemas.ts';
import { buildEventsPath } from '../support/builders.ts';
import { namesOf, subscription, testList } from '../support/list-tests.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, toUnseen } from '../support/valid-requests.ts';

const stack = await startStack({ expectedAlerts: ['upstream_drift'] });

const get = (path: string) => stack.send('GET', path.replaceAll(' ', '%20'));
const group = `/subscriptions/${subscriptions.contoso}/resourceGroups/rg-shop/providers`;
const sensitive = seedSubscriptionEvents(subscriptions.contoso).find(({ properties }) => properties.isEventSensitive);

let count = 0;
/** Returns a resource that no test has requested before, so that nothing is stored for it. */
const freshResource = () => `${group}/Vendor.Compute/virtualMachines/vm-${count++}`;

describe('of a resource', () => {
  it.each(Object.entries(resources))('lists the events of a %s (S1-69, S1-70)', async (_, resourceUri) => {
    const path = buildEventsPath(resourceUri, `$filter=priority%20lt%20${500 + ++count}`);
    const { status, json } = await get(path);
    expect(status).toBe(200);
    expect(HealthEventList.parse(json).value).not.toHaveLength(0);
    expect((await stack.lastCall())?.path).toBe(`/arm${path}`);
  });

  const details = `/subscriptions/${subscriptions.contoso}/providers/Vendor.ResourceHealth/events/./fetchEventDetails`;

  it.each([
    ['GET', buildEventsPath(`${group}/Vendor.Compute/virtualMachines`)],
    ['GET', buildEventsPath(`${resources.database}/tables/orders`)],
    ['GET', buildEventsPath(`/subscriptions/${subscriptions.contoso}/resourceGroups/rg-shop`)],
    ['GET', buildEventsPath(resources.virtualMachine).replace('Vendor.Res', 'Microsoft.Res')],
    ['GET', buildEventsPath(resources.virtualMachine).replace('/events', '/Events/')],
    ['DELETE', buildEventsPath(resources.virtualMachine)],
    ['POST', details],
    ['POST', details.replace('/./', '/')],
  ])('%s %s is no list: 404 in the error format of health events (S1-69, S1-75, C-19)', async (method, path) => {
    const { status, json, headers } = await stack.send(method, path.replace('?', '?$filter=priority%20lt%20-5&'));
    if (/\/Events\//.test(path)) expect(status).toBe(200);
    else {
      expect([status, headers['x-frontdesk-problem']]).toEqual([404, 'route_not_found']);
      expect(HealthEventError.parse(json)).toEqual({
        code: 'route_not_found',
        message: expect.any(String),
        details: '',
      });
    }
  });

  it('relays event types, levels and members that the contract does not know unchanged (S1-27, S1-31, C-31)', async () => {
    const properties = { eventType: 'Sustainability', eventLevel: 'low', priority: 99, later: [1] };
    const body = { value: [{ name: 'NEW1-000', properties }], later: true };
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'patch', body } });
    expect((await get(buildEventsPath(freshResource()))).json).toMatchObject(body);
  });

  it('relays $filter unchanged, as one encoded value (S1-72)', async () => {
    const filter = "(title eq 'O''Neill & Söhne 100% + 1 = #1?')&api-version=2018-07-01#'";
    await get(buildEventsPath(freshResource(), `$filter=${encodeURIComponent(filter)}`));
    const query = (await stack.lastCall())?.path.split('?')[1] ?? '';
    expect(query.split('&').map((pair) => pair.split('=')[0])).toEqual(['api-version', '$filter']);
    expect(new URLSearchParams(query).get('$filter')).toBe(filter);
  });

  it('has an error with code, message and details, which list everything invalid as text (S1-53, S1-75, C-04)', async () => {
    const resourceUri = resources.virtualMachine.replace('rg-shop', 'g'.repeat(91)).replace('vm-web', 'a%2Fb');
    const path = buildEventsPath(resourceUri, '$filter=a&$filter=b&$top=5').replace('2025-05-01', 'x');
    const { status, json } = await get(path);
    expect(status).toBe(400);
    const expected = { code: 'invalid_request', message: 'The request is not valid.' };
    expect(HealthEventError.parse(json)).toMatchObject(expected);
    expect(json.details.split(/; (?!supported)/)).toEqual([
      'resourceGroupName: must have 1 to 90 characters',
      expect.stringMatching(/^resourceName: must contain only letters/),
      '$filter: must be given once',
      '$top: is not a parameter of this operation',
      'api-version: is not supported; supported: 2025-05-01, 2024-02-01, 2023-10-01-preview',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});

describe('of a subscription', () => {
  const path = `${subscription}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;

  testList(stack, {
    rule: 'R-16',
    path,
    unstored: `${path}&$filter=priority%20ge%20-3`,
    schema: HealthEventList,
    page: { size: 7, count: 3, total: 16 },
  });

  it.each(['05/28/2026 09:12:33', '2026-05-28T09:12:33Z'])('relays the start %s as it is (R-16)', async (start) => {
    const query = `&queryStartTime=${encodeURIComponent(start)}`;
    expect((await get(path + query)).status).toBe(200);
    expect((await stack.lastCall())?.path).toContain(query);
  });

  it('no page has a text of a sensitive event, though the upstream returns it (R-16, C-55)', async () => {
    await stack.upstream.control('modes', { showsSensitiveTexts: true, pageSize: 100 });
    const response = await get(`${path}&$filter=priority ge -2`);
    expect([response.status, namesOf(response).includes(sensitive?.name ?? '')]).toEqual([200, true]);
    expect(response.text).not.toContain(JSON.stringify(sensitive?.properties.summary));
  });

  it('needs a grant for the whole subscription: one for a resource group is 403 (R-16)', async () => {
    const token = await stack.issueToken({ tid: tenants.fabrikam, azp: apps[1]?.clientId });
    expect((await stack.send('GET', buildEventsPath(), { token })).status).toBe(200);
    const { status, json } = await stack.send('GET', path, { token });
    expect([status, json.code]).toEqual([403, 'forbidden']);
  });
});

describe('details', () => {
  const fetchDetails = async (trackingId = sensitive?.name ?? '', claims = {}) => {
    const path = `${subscription}/providers/Vendor.ResourceHealth/events/${trackingId}/fetchEventDetails`;
    return stack.send('POST', `${path}?api-version=2025-05-01`, { token: await stack.issueToken(claims) });
  };

  it('returns a sensitive event with all its texts, and never stores it (R-10)', async () => {
    for (const _ of [1, 2]) {
      const { status, headers, json } = await fetchDetails();
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(headers).not.toHaveProperty('cache-status');
      expect(HealthEvent.parse(json)).toMatchObject({ properties: { summary: sensitive?.properties.summary } });
    }
    expect(await stack.upstream.calls()).toHaveLength(2);
  });

  it('is audited: who asked is in the log, refused or not (R-10)', async () => {
    await fetchDetails();
    expect(stack.log.at(-1)).toMatchObject({ audit: 'sensitive', status: 200 });
    await fetchDetails(sensitive?.name, { roles: ['HealthEvents.Read'] });
    expect(stack.log.at(-1)).toMatchObject({ audit: 'sensitive', status: 403 });
  });

  it('relays the 404 of an unknown event, and refuses what is no tracking id (R-10)', async () => {
    expect((await fetchDetails('NONE')).json.code).toBe('EventNotFound');
    for (const id of ['a%20b', "a'b", 'a(b)', 'x'.repeat(129)]) expect((await fetchDetails(id)).status).toBe(400);
  });
});

it('a page has the version of its list, whatever a pager writes over that of the link (R-30)', async () => {
  const list = buildEventsPath(resources.virtualMachine, '$filter=priority%20ge%20-7');
  const { json } = await stack.send('GET', list.replace('2025-05-01', '2024-02-01'));
  const next = json.nextLink.slice(stack.url.length);
  const page = await stack.send('GET', next.replace('2024-02-01', '2018-07-01'));
  expect([page.status, page.json.value[0].name === json.value[0].name]).toEqual([200, false]);
  expect((await stack.lastCall())?.path).toContain('api-version=2024-02-01');
  const first = await stack.send('GET', list.replace('2025-05-01', '2018-07-01'));
  expect([first.status, first.json.code, first.json.message]).toEqual([
    400,
    'unsupported_api_version',
    expect.stringContaining('supported: 2025-05-01, 2024-02-01, 2023-10-01-preview'),
  ]);
});

describe('the texts of a sensitive event', () => {
  const canary = 'canary, "quoted" and \\ escaped';
  const toImpact = (region: object) => [{ impactedService: 'shown', impactedRegions: [region] }];
  const kept = { title: 'shown', impact: toImpact({ impactedRegion: 'shown' }) };
  const texts = {
    ...{ summary: canary, title: 'shown', description: canary },
    impact: toImpact({ impactedRegion: 'shown', updates: [{ summary: canary }] }),
  };

  const toEvent = (properties: object) => ({ id: '1', name: 'a', properties });

  it.each([true, 'true', 1, 'yes', {}])(
    'texts are removed where isEventSensitive is %j, also from the cache (C-55)',
    async (isEventSensitive) => {
      const event = toEvent({ isEventSensitive, ...texts });
      const other = toEvent({ isEventSensitive: false, ...texts });
      await stack.upstream.fault({ fault: { kind: 'status', status: 200, body: { value: [event, other, event] } } });
      const request = toUnseen(listEvents);
      const cut = toEvent({ isEventSensitive, ...kept });
      const [loaded, stored] = [await sendChanged(stack, request), await sendChanged(stack, request)];
      expect(stored.headers['cache-status']).toContain('hit');
      for (const { json } of [loaded, stored]) expect(json).toEqual({ value: [cut, other, cut] });
    },
  );
});
