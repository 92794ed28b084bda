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

const ANY = expect.any(Number);

it.each([
  [
    'breaker.open',
    '1',
    [
      [arm, 0],
      [businessData, 1],
    ],
  ],
  [
    'gate.closed',
    '1',
    [
      [arm, 0],
      [businessData, 1],
    ],
  ],
  [
    'bulkhead.inside',
    '1',
    [
      [arm, 3],
      [businessData, 3],
    ],
  ],
  [
    'bulkhead.waiting',
    '1',
    [
      [arm, 2],
      [businessData, 2],
    ],
  ],
  ['upstream.quota', '1', [[arm, 199]]],
  ['token.age', 's', [[token, 60]]],
  ['token.remaining', 's', [[token, 3_540]]],
  [
    'loop.lag',
    'ms',
    [
      [{ quantile: 'p99' }, ANY],
      [{ quantile: 'max' }, ANY],
    ],
  ],
  ['memory', 'By', [[{}, ANY]]],
] as const)('frontdesk.%s is in %s', (name, unit, points) => {
  const reading = createGauges(sources)().find((each) => each.name === `frontdesk.${name}`);
  expect(reading).toEqual({
    ...{ name: `frontdesk.${name}`, unit, description: expect.stringMatching(/./), kind: 'gauge' },
    points: points.map(([labels, value]) => ({ labels, value })),
  });
});

it('the statistics are collected once per reading: that starts a new lowest quota', () => {
  sources.collectStats.mockClear();
  const read = createGauges(sources);
  expect(sources.collectStats).not.toHaveBeenCalled();
  read();
  read();
  expect(sources.collectStats).toHaveBeenCalledTimes(2);
});

it('the lag is how late the event loop was since the last reading, without the interval of its own timer', async () => {
  const read = createGauges(sources);
  const readMax = () =>
    read()
      .find(({ name }) => name === 'frontdesk.loop.lag')
      ?.points.map((point) => ('value' in point ? point.value : Number.NaN))
      .at(-1);
  // The first firing of the timer starts the measurement.
  await new Promise((resolve) => setTimeout(resolve, 60));
  const endsAt = performance.now() + 120;
  while (performance.now() < endsAt);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(readMax()).toBeGreaterThan(50);
  expect(readMax()).toBe(0);
});
