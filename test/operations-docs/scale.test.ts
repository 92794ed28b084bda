/** The scale model: worked examples, the documented figures, and the simulation that it is held against. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { toKeyTraffic, toSpreadTraffic } from '../../bench/scale/cache-traffic.ts';
import { FLEX_2048, PRICES } from '../../bench/scale/facts.ts';
import { DOCUMENTED_CALLS, toBound, toModelTable } from '../../bench/scale/model-table.ts';
import { findBound, type Load, predict } from '../../bench/scale/predict.ts';
import { type Scenario, simulate } from '../../bench/scale/simulate.ts';
import { DEFAULT_CALLS, TYPICAL, toTypicalLoad } from '../../bench/scale/typical-load.ts';
import { startTables } from '../../dev/tables.ts';

const events = { maxAge: 60, staleWhileRevalidate: 240, staleIfError: 3_600 };
const searches = { maxAge: 30, staleWhileRevalidate: 0, staleIfError: 300 };

const tables = await startTables({ port: 0 });
afterAll(() => tables.close());

it('one instance, events asked for once a second: one load, one lease, one row and two reads each 61.2 s, and nobody waits', () => {
  const traffic = toKeyTraffic({ callsPerSecond: 1, instances: 1, policy: events, upstreamSeconds: 0.2 });
  const once = 1 / (60 + 1 + 0.2);
  expect(traffic).toEqual({
    upstream: expect.closeTo(once, 9),
    gets: expect.closeTo(2 * once, 9),
    merges: expect.closeTo(once, 9),
    puts: expect.closeTo(once, 9),
    waiting: expect.closeTo(0, 9),
  });
});

it('many instances take each reply over from the table: the upstream hears no more of it', () => {
  const one = toKeyTraffic({ callsPerSecond: 100, instances: 1, policy: events, upstreamSeconds: 0.2 });
  const many = toKeyTraffic({ callsPerSecond: 100, instances: 50, policy: events, upstreamSeconds: 0.2 });
  expect(many.upstream).toBeCloseTo(one.upstream, 9);
  // The lease, the look before the write, a read by each of the 49 others, and by those of them that are asked in the 0.2 s of the load one more.
  const busy = 49 * (1 - Math.exp(-(100 * 0.2) / 50));
  expect(many.gets * 60.21).toBeCloseTo(2 + 49 + busy, 6);
});

it('searches share a lease: one instance loads, and those that are asked meanwhile look every 200 ms', () => {
  const load = { callsPerSecond: 1, instances: 8, policy: searches };
  const { upstream, merges, gets } = toKeyTraffic({ ...load, upstreamSeconds: 0.4 });
  expect(upstream * 31.4).toBeCloseTo(1, 9);
  // An instance that had no request in 30.4 s takes the response over, and loads the next one without the lease.
  expect(merges * 31.4).toBeCloseTo(1 - (7 / 8) * Math.exp(-30.4 / 8), 9);
  // The lease, the look before the write; of 7 others those asked within 0.4 s look, again after 0.2 s; each takes it over.
  const looks = 7 * (1 - Math.exp(-0.4 / 8)) + 7 * (1 - Math.exp(-0.2 / 8));
  expect(gets * 31.4).toBeCloseTo(2 + looks + 7 * (1 - Math.exp(-30.4 / 8)), 9);
});

it('instances load an expired search each for themselves, because its row has no lease', () => {
  const load = { callsPerSecond: 0.001, instances: 8, policy: { ...searches, staleIfError: 0 } };
  const { upstream, merges } = toKeyTraffic({ ...load, upstreamSeconds: 0.8 });
  expect(upstream * 1030.8).toBeCloseTo(1 + 7 * (1 - Math.exp(-0.0001)), 9);
  expect(merges).toBe(0);
});

it('calls that are spread evenly ask for each reply alike, and for what memory does not hold each time', () => {
  const load = { callsPerSecond: 10, instances: 4, policy: events, upstreamSeconds: 0.2, keys: 10, skew: 0 };
  const each = toKeyTraffic({ ...load, callsPerSecond: 1 });
  expect(toSpreadTraffic({ ...load, heldKeys: 10 }).gets).toBeCloseTo(each.gets * 10, 9);
  expect(toSpreadTraffic({ ...load, heldKeys: 4 }).gets).toBeCloseTo(each.gets * 10 + 6, 9);
});

const relayed = (callsPerSecond: number, upstreamSeconds: number, more: Partial<Load> = {}): Load => ({
  operations: { getItem: { callsPerSecond, upstream: 'businessData', upstreamSeconds } },
  subscriptions: 1,
  alwaysReady: 0,
  ...more,
});

it.each([
  // 800 times 2.5 ms of the host and 0.27 ms of the worker are 2.2 cores, at 70 % each.
  ['cpu', relayed(800, 0), 4],
  // 100 calls of two seconds and 5 ms are 200.5 at once, 100 an instance.
  ['concurrency', relayed(100, 2), 3],
  ['always ready', relayed(1, 0.2, { alwaysReady: 3 }), 3],
] as const)('instances by %s', (instancesFor, load, instances) => {
  expect(predict(load)).toMatchObject({ instances, instancesFor });
});

it('a quota is of all instances together: thirty calls of 0.2 s are six at once of five, and thirty a second of twenty', () => {
  const { quotas } = predict(relayed(30, 0.2));
  expect(quotas.find(({ name }) => name === 'business data')).toMatchObject({ used: 30, limit: 20 });
  expect(quotas.find(({ name }) => name === 'business data at once')?.used).toBeCloseTo(6, 9);
  expect(findBound((calls) => relayed(calls, 0.2)).calls).toBeCloseTo(20, 0);
  expect(findBound((calls) => relayed(calls, 1))).toMatchObject({ by: 'business data at once' });
});

it('money: a call a second for a month', () => {
  const prices = {
    ...PRICES,
    perMillionCalls: 1,
    freeCalls: 628_000,
    perGbSecond: 0.001,
    freeGbSeconds: 0,
    perLogGb: 10,
  };
  const { cost } = predict(relayed(1, 0.2), {
    instance: FLEX_2048,
    prices: { ...prices, logBytesPerCall: 1_000, logBytesPerInstanceSecond: 500 },
  });
  // A month of 730 hours has 2,628,000 seconds; calls that come at random keep an instance busy for 1 - 1/e of them.
  expect(cost.calls).toBeCloseTo(2, 9);
  expect(cost.memory).toBeCloseTo(2_628 * 2 * (1 - 1 / Math.E), 6);
  // 1,000 bytes of the call, and 500 of the instance.
  expect(cost.logs).toBeCloseTo(26.28 * 1.5, 6);
  expect(cost.total).toBeCloseTo(cost.calls + cost.memory + cost.logs + cost.table, 9);
});

it('docs/scale.md shows what the model says', () => {
  const page = readFileSync('docs/scale.md', 'utf8');
  expect(page).toContain(toModelTable(DOCUMENTED_CALLS));
  expect(page).toContain(toBound());
});

it('the daily cap has room for the log of the default load: the alert at 80 % stays silent, and the page has the figures', () => {
  const { dailyCapGb } = JSON.parse(readFileSync('infra/main.parameters.json', 'utf8')).parameters.telemetry.value;
  const toLogGb = (callsPerSecond: number) => predict(toTypicalLoad({ ...TYPICAL, callsPerSecond })).logGb;
  const gb = toLogGb(DEFAULT_CALLS);
  expect(gb).toBeLessThan(dailyCapGb * 0.8);
  const { instances } = predict(toTypicalLoad({ ...TYPICAL, callsPerSecond: DEFAULT_CALLS }));
  const perCall = (PRICES.logBytesPerCall * 86_400) / 1e9;
  const alertsAt = (dailyCapGb * 0.8 - (instances * PRICES.logBytesPerInstanceSecond * 86_400) / 1e9) / perCall;
  // Beyond it there are more instances, so a little less.
  expect(toLogGb(Math.ceil(alertsAt) + 1)).toBeGreaterThan(dailyCapGb * 0.8);
  const page = readFileSync('docs/scale.md', 'utf8').replace(/\s+/g, ' ');
  for (const figure of [
    `is ${dailyCapGb} GB, for ${DEFAULT_CALLS} calls per second in the mean of a day: ${gb.toFixed(0)} GB, ${((gb / dailyCapGb) * 100).toFixed(0)} % of it`,
    `at 80 %, which are ${Math.round(alertsAt)} calls per second`,
    `by ${(perCall / 0.8).toFixed(2)} GB for each call per second`,
    `costs ${(dailyCapGb * PRICES.perLogGb).toFixed(0)} dollars`,
    `of ${PRICES.logBytesPerCall.toLocaleString('en')} bytes in the mean`,
    `at most ${PRICES.logBytesPerInstanceSecond.toLocaleString('en')} bytes a second`,
  ])
    expect(page).toContain(figure);
});

const short: readonly (readonly [name: string, scenario: Scenario])[] = [
  [
    'events',
    {
      ...{ policy: events, callsPerSecond: 1, instances: 4, upstreamSeconds: 0.2 },
      ...{ keys: 4, seconds: 1_300, warmUpSeconds: 300, seed: 7 },
    },
  ],
  [
    'searches',
    {
      ...{ policy: searches, callsPerSecond: 0.5, instances: 4, upstreamSeconds: 0.8 },
      ...{ keys: 4, seconds: 1_000, warmUpSeconds: 200, seed: 7 },
    },
  ],
];

it.each(short)('%s: instances that share a table do as the model says', { timeout: 60_000 }, async (name, scenario) => {
  const simulated = await simulate(scenario, tables.connectionString, name);
  const predicted = toKeyTraffic(scenario);
  for (const of of ['upstream', 'gets', 'puts'] as const) {
    const error = Math.abs(predicted[of] / simulated[of] - 1);
    expect({ of, error }).toEqual({ of, error: expect.toSatisfy((share: number) => share < 0.1) });
  }
});
