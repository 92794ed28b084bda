/** The texts of sensitive health events are withheld. */
import { expect, it } from 'vitest';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, toPath, toUnseen, type ValidRequest } from '../support/valid-requests.ts';

interface Event {
  readonly properties: Readonly<Record<string, unknown>> & { readonly isEventSensitive?: unknown };
}

const canary = 'canary, "quoted" and \\ escaped';
const texts = {
  summary: canary,
  title: 'shown',
  description: canary,
  impact: [
    { impactedService: 'shown', impactedRegions: [{ impactedRegion: 'shown', updates: [{ summary: canary }] }] },
  ],
};
const kept = {
  title: 'shown',
  impact: [{ impactedService: 'shown', impactedRegions: [{ impactedRegion: 'shown' }] }],
};

const stack = await startStack({ expectedAlerts: ['upstream_drift'] });

const send = (request: ValidRequest) => {
  const path = toPath(request) + request.query;
  return sendChanged(stack, request, { path });
};

it.each([true, 'true', 1, 'yes', {}])(
  'C-55 texts are removed where isEventSensitive is %j, also from the cache',
  async (flag) => {
    const event = (isEventSensitive: unknown) => ({
      id: '1',
      name: 'a',
      properties: { isEventSensitive, ...texts },
    });
    const body = { value: [event(flag), event(false), event(flag)] };
    await stack.upstream.fault({ fault: { kind: 'status', status: 200, body } });
    const request = toUnseen(listEvents);
    const cut = { id: '1', name: 'a', properties: { isEventSensitive: flag, ...kept } };
    const [loaded, stored] = [await send(request), await send(request)];
    expect(stored.headers['cache-status']).toContain('hit');
    for (const { json } of [loaded, stored]) expect(json).toEqual({ value: [cut, event(false), cut] });
  },
);

it.each([false, null, undefined])(
  'C-55 texts stay where isEventSensitive is %j, byte for byte',
  async (isEventSensitive) => {
    const text = JSON.stringify({ value: [{ id: '1', name: 'a', properties: { isEventSensitive, ...texts } }] });
    await stack.upstream.fault({ fault: { kind: 'malformed', text } });
    expect((await send(toUnseen(listEvents))).text).toBe(text);
  },
);

it('C-55 texts are removed where the upstream forgot it, and nothing else is', async () => {
  const filter = (priority: number) =>
    encodeURIComponent(`eventType eq 'SecurityAdvisory' and priority lt ${priority}`);
  const list = (priority: number) => send({ ...listEvents, query: `${listEvents.query}&$filter=${filter(priority)}` });
  const whole = await list(1_000);
  await stack.upstream.control('modes', { showsSensitiveTexts: true });
  const events: Event[] = (await list(1_001)).json.value;
  const sensitive = events.filter(({ properties }) => properties.isEventSensitive);
  expect(sensitive.length).toBeGreaterThan(0);
  expect(events).toEqual(whole.json.value);
});

it('C-55 an event of another shape does not harm', async () => {
  const value = [null, 5, 'a', [], {}, { properties: null }, { properties: [true] }];
  await stack.upstream.fault({ fault: { kind: 'status', status: 200, body: { value } } });
  const response = await send(toUnseen(listEvents));
  expect([response.status, response.json]).toEqual([200, { value }]);
});
