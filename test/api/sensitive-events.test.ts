/** The texts of sensitive health events are withheld. */
import { expect, it } from 'vitest';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, toUnseen } from '../support/valid-requests.ts';

const canary = 'canary, "quoted" and \\ escaped';
const toImpact = (region: object) => [{ impactedService: 'shown', impactedRegions: [region] }];
const kept = { title: 'shown', impact: toImpact({ impactedRegion: 'shown' }) };
const texts = {
  ...{ summary: canary, title: 'shown', description: canary },
  impact: toImpact({ impactedRegion: 'shown', updates: [{ summary: canary }] }),
};

const stack = await startStack({ expectedAlerts: ['upstream_drift'] });

const toEvent = (properties: object) => ({ id: '1', name: 'a', properties });

it.each([true, 'true', 1, 'yes', {}])(
  'C-55 texts are removed where isEventSensitive is %j, also from the cache',
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

it.each([false, null, undefined])(
  'C-55 texts stay where isEventSensitive is %j, byte for byte',
  async (isEventSensitive) => {
    const text = JSON.stringify({ value: [toEvent({ isEventSensitive, ...texts })] });
    await stack.upstream.fault({ fault: { kind: 'malformed', text } });
    expect((await sendChanged(stack, toUnseen(listEvents))).text).toBe(text);
  },
);

it('C-55 an event of another shape does not harm', async () => {
  const value = [null, 5, 'a', [], {}, { properties: null }, { properties: [true] }];
  await stack.upstream.fault({ fault: { kind: 'status', status: 200, body: { value } } });
  const response = await sendChanged(stack, toUnseen(listEvents));
  expect([response.status, response.json]).toEqual([200, { value }]);
});
