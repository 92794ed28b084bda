import { expect, it, vi } from 'vitest';
import { createGauges } from '../../../lib/observability/gauges.ts';

const stats = { kind: 'read', isOpen: false, throttled: 0, inside: 3, waiting: 2 };
const sources = {
  collectStats: vi.fn(() => [
    { ...stats, upstream: 'arm', quotaLeft: 199 },
    { ...stats, upstream: 'businessData', isOpen: true, throttled: 1, quotaLeft: undefined },
  ]),
  readTokenAges: () => [{ scope: 'https://arm/.default', age: 60, remaining: 3_540 }],
};
const arm = { upstream: 'arm', kind: 'read' };
const businessData = { upstream: 'businessData', kind: 'read' };
const token = { scope: 'https://arm/.default' };

it.each([
  [
    'breaker.open',
    '1',
    [
      { labels: arm, value: 0 },
      { labels: businessData, value: 1 },
    ],
  ],
  [
    'gate.closed',
    '1',
    [
      { labels: arm, value: 0 },
      { labels: businessData, value: 1 },
    ],
  ],
  [
    'bulkhead.inside',
    '1',
    [
      { labels: arm, value: 3 },
      { labels: businessData, value: 3 },
    ],
  ],
  [
    'bulkhead.waiting',
    '1',
    [
      { labels: arm, value: 2 },
      { labels: businessData, value: 2 },
    ],
  ],
  ['upstream.quota', '1', [{ labels: arm, value: 199 }]],
  ['token.age', 's', [{ labels: token, value: 60 }]],
  ['token.remaining', 's', [{ labels: token, value: 3_540 }]],
  ['memory', 'By', [{ labels: {}, value: expect.any(Number) }]],
])('frontdesk.%s is in %s', (name, unit, points) => {
  const reading = createGauges(sources)().find((each) => each.name === `frontdesk.${name}`);
  expect(reading).toEqual({ name: `frontdesk.${name}`, unit, description: expect.any(String), kind: 'gauge', points });
});

it('the statistics are collected once per reading: that starts a new lowest quota', () => {
  sources.collectStats.mockClear();
  const read = createGauges(sources);
  expect(sources.collectStats).not.toHaveBeenCalled();
  read();
  read();
  expect(sources.collectStats).toHaveBeenCalledTimes(2);
});
