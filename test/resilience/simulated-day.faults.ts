/** A day with wrong and jumping clocks, key rolls, expiring tokens and a throttled table, in some seconds: F58 to F61. */
import { afterAll, expect, it } from 'vitest';
import { advanceTime } from '../support/moving-date.ts';
import { startEmulators, toLimitSettings } from '../testbed/emulators.ts';
import { createRandom } from '../testbed/random.ts';
import { DayInstance } from './harness/day-instance.ts';
import { DayResource } from './harness/day-model.ts';
import { report } from './harness/measurements.ts';
import { SimulatedDay } from './harness/simulated-day.ts';

const HOURS = 24;
const STEPS = 4;
const HOUR_MS = 3_600_000;
const CALLERS = 2;
/** A clock that is wrong by more refuses callers' tokens: it judges them with 30 s of leeway. */
const MAX_JUMP_MS = 25_000;
/** Renewed in the background after 20 minutes, if there is a request; otherwise used up. */
const IDENTITY_TOKEN_SECONDS = 2_400;
const LEAST_LOADED = 50;

const seed = Number(process.env['DAY_SEED'] ?? Date.now() % 2 ** 31);
const random = createRandom(seed);
const emulators = await startEmulators(() => Date.now());
const upstream = emulators.upstream.url;
// Links of the upstream must have the address by which it is called.
Object.assign(process.env, emulators.settings, toLimitSettings(LEAST_LOADED), { ARM_BASE_URL: `${upstream}/arm` });
await emulators.identity.control('token-life', { expiresIn: IDENTITY_TOKEN_SECONDS });

const ahead = new DayInstance('ahead', MAX_JUMP_MS, 5e8);
const jumping = new DayInstance('jumping', -MAX_JUMP_MS, 0);
const instances = [ahead, jumping] as const;
afterAll(async () => {
  for (const instance of instances) await instance.close();
  await emulators.close();
});

/** Returns how long each step of an hour takes: some a few seconds, others half an hour. */
function divideHour(): number[] {
  const parts = Array.from({ length: STEPS }, () => random() ** 3 + 0.002);
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => (part / sum) * HOUR_MS);
}

const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
const resources = ['clicks', 'orders'].map((name) => new DayResource(name));
const day = new SimulatedDay(emulators, instances, random);

/** Each trouble has its hours, so that none hides another. */
function listTroubles(hour: number, step: number) {
  return {
    isTableThrottled: hour % 4 === 1 && step > 0,
    isUpstreamDown: hour % 6 === 2 && step === 1,
    areTokensBad: hour % 6 === 4 && step > 0,
  };
}

async function passStep(hour: number, step: number, ms: number): Promise<void> {
  advanceTime(ms);
  if (random() < 0.5) jumping.wrongByMs = Math.round((random() * 2 - 1) * MAX_JUMP_MS);
  await day.setTroubles(listTroubles(hour, step));
  if (hour % 4 === 3 && step === 1) await day.rollKey();
  if (random() < 0.6) await day.change(pick(resources));
  await day.readAll(pick(resources));
  const written = pick(resources);
  await day.write(pick(instances), written);
  await day.readAll(written);
}

it('a day of jumping clocks, key rolls, token expiry and a throttled table: nothing is too old, written twice or lost (F58, F59, F60, F61, P-15)', async (context) => {
  for (const instance of instances) await instance.start();
  for (const resource of resources) await day.change(resource);
  for (let hour = 0; hour < HOURS; hour++) {
    await day.issueTokens();
    for (const [step, ms] of divideHour().entries()) await passStep(hour, step, ms);
  }
  await day.checkWrites();
  const { reads, refused, stale, repeated, lost } = day.counts;
  report(
    context,
    `seed ${seed}: ${reads} reads, ${stale} stale, ${refused} refused; ${day.writes.size} writes, ${lost} with a lost response, ${repeated} sent again after a 401; ${day.violations.length} promises broken`,
  );
  expect(day.violations, `DAY_SEED=${seed} repeats it`).toEqual([]);
  expect(day.writes.size).toBe(HOURS * STEPS);
  expect(reads).toBe(HOURS * STEPS * 2 * CALLERS * instances.length);
  // The troubles were met, and did not refuse most requests.
  for (const count of [stale, repeated, lost]) expect(count).toBeGreaterThan(0);
  expect(refused).toBeLessThan(reads / 10);
});
