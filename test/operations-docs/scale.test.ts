/** docs/scale.md: the simulated fleet, whose goals are promises, and the figures of the log. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EventQueue } from '../../bench/scale/events.ts';
import { type Call, type Scenario, simulateFleet } from '../../bench/scale/fleet.ts';
import { type FleetFigures, GOALS, isReached, measureFleet } from '../../bench/scale/fleet-figures.ts';
import { toFleetTable } from '../../bench/scale/fleet-table.ts';
import { LOG_BYTES, TYPICAL_CALLS } from '../../bench/scale/log-row.ts';
import { SCENARIOS } from '../../bench/scale/scenarios.ts';

const page = readFileSync('docs/scale.md', 'utf8');
const find = (name: string) => SCENARIOS.find((each) => each.name === name) as Scenario;

it.each([
  'bucket, 1: steady',
  'bucket, 2: steady',
  'bucket, 8: steady',
  'window of 10 s, 2: steady',
  'window of 10 s, 8: steady',
  'window of 60 s, 8: steady',
])('G28 P-32 %s: the fleet reaches every goal, whatever the random numbers', (name) => {
  for (const seed of [1, 2]) {
    const figures = measureFleet(find(name), simulateFleet(find(name), seed));
    const missed = (Object.keys(GOALS) as (keyof FleetFigures)[]).filter((of) => !isReached(of, figures[of]));
    expect({ seed, missed, figures }).toMatchObject({ missed: [] });
  }
});

it('G28 P-32 instances that come and go cause no refusals, and get their share', () => {
  const figures = measureFleet(find('bucket, 8: come and go'), simulateFleet(find('bucket, 8: come and go')));
  expect(figures.refused).toBe(0);
  expect(figures.fairness).toBeGreaterThan(0.99);
});

const flood: Scenario = { ...find('bucket, 8: steady'), seconds: 180 };
const every = (ms: number, instance: (n: number) => number, isRefused = (_: number) => false): Call[] =>
  Array.from({ length: 180_000 / ms }, (_, n) => ({
    seconds: (n * ms) / 1_000,
    instance: instance(n),
    isRefused: isRefused(n),
  }));

it.each([
  ['all goals are reached', every(40, (n) => n % 8), []],
  ['a tenth too much', every(36, (n) => n % 8), ['most', 'settled']],
  ['a quarter too little', every(54, (n) => n % 8), ['used', 'settled']],
  [
    'a twentieth is refused',
    every(
      40,
      (n) => n % 8,
      (n) => n % 20 === 0,
    ),
    ['refused', 'settled'],
  ],
  ['two of eight get it all', every(40, (n) => n % 2), ['fairness']],
] as const)('the goals tell: %s', (_, calls, missed) => {
  const figures = measureFleet(flood, calls);
  expect((Object.keys(GOALS) as (keyof FleetFigures)[]).filter((of) => !isReached(of, figures[of]))).toEqual(missed);
});

it('events run in the order of their times, those that others add as well', () => {
  const queue = new EventQueue();
  const ran: number[] = [];
  for (const at of [5, 1, 4, 1, 3, 9, 2]) queue.add(at, (now) => ran.push(now));
  queue.add(2.5, () => queue.add(4.5, (now) => ran.push(now)));
  queue.run(9);
  expect(ran).toEqual([1, 1, 2, 3, 4, 4.5, 5]);
});

it('docs/scale.md shows what the simulation says', () => {
  const names = ['bucket, 8: steady', 'bucket, 100: steady', 'window of 10 s, 8: steady', '429 only, 5/s, 8: steady'];
  const [head = '', , ...rows] = toFleetTable(names.map(find)).split('\n');
  const toCells = (line: string) => line.split('|').map((cell) => cell.trim());
  const shown = page.split('\n').map((line) => toCells(line).join('|'));
  for (const line of [head, ...rows]) expect(shown).toContain(toCells(line).join('|'));
});

it('the daily cap has room for the log of the default load: the alert at 80 % stays silent, and the page has the figures', () => {
  const { dailyCapGb } = JSON.parse(readFileSync('infra/main.parameters.json', 'utf8')).parameters.telemetry.value;
  const perCall = (LOG_BYTES.perCall * 86_400) / 1e9;
  const perInstance = (LOG_BYTES.perInstanceSecond * 86_400) / 1e9;
  const gb = TYPICAL_CALLS * perCall + perInstance;
  expect(gb).toBeLessThan(dailyCapGb * 0.8);
  const alertsAt = (dailyCapGb * 0.8 - perInstance) / perCall;
  const text = page.replace(/\s+/g, ' ');
  for (const figure of [
    `is ${dailyCapGb} GB, for ${TYPICAL_CALLS} calls per second in the mean of a day: ${gb.toFixed(0)} GB, ${((gb / dailyCapGb) * 100).toFixed(0)} % of it`,
    `at 80 %, which are ${Math.round(alertsAt)} calls per second`,
    `of ${LOG_BYTES.perCall.toLocaleString('en')} bytes in the mean`,
    `at most ${LOG_BYTES.perInstanceSecond.toLocaleString('en')} bytes a second`,
  ]) {
    expect(text).toContain(figure);
  }
});
