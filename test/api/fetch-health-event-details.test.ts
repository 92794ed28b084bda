import { expect, it } from 'vitest';
import { subscriptions } from '../../dev/seed.ts';
import { seedSubscriptionEvents } from '../../dev/upstream/seed/health-events.ts';
import { HealthEvent } from '../../tools/openapi/contracts/health-event.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const events = `/subscriptions/${subscriptions.contoso}/providers/Vendor.ResourceHealth/events`;
const fetchDetails = (trackingId: string, claims = {}) =>
  stack
    .issueToken(claims)
    .then((token) => stack.send('POST', `${events}/${trackingId}/fetchEventDetails?api-version=2025-05-01`, { token }));
const sensitive = seedSubscriptionEvents(subscriptions.contoso).find(({ properties }) => properties.isEventSensitive);

it('R-10 returns a sensitive event with all its texts, and never stores it', async () => {
  for (const _ of [1, 2]) {
    const { status, headers, json } = await fetchDetails(sensitive?.name ?? '');
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers).not.toHaveProperty('cache-status');
    expect(HealthEvent.parse(json)).toMatchObject({ properties: { summary: sensitive?.properties.summary } });
  }
  expect(await stack.upstream.calls()).toHaveLength(2);
});

it('R-10 is audited: who asked is in the log, refused or not', async () => {
  await fetchDetails(sensitive?.name ?? '');
  expect(stack.log.at(-1)).toMatchObject({ audit: 'sensitive', status: 200 });
  await fetchDetails(sensitive?.name ?? '', { roles: ['HealthEvents.Read'] });
  expect(stack.log.at(-1)).toMatchObject({ audit: 'sensitive', status: 403 });
});

it('R-10, R-12 draws on the write quota, and is repeated like a read', async () => {
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'reset' } });
  expect((await fetchDetails('BIL0-FX1')).status).toBe(200);
});

it('R-10 relays the 404 of an unknown event, and refuses what is no tracking id', async () => {
  expect((await fetchDetails('NONE')).json.code).toBe('EventNotFound');
  for (const id of ['a%20b', "a'b", 'a(b)', 'x'.repeat(129)]) expect((await fetchDetails(id)).status).toBe(400);
});
