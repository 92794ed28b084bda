/**
 * How fast one instance may call an upstream whose limit all instances share: decided only from the responses that this instance gets.
 * What is left tells each how much all used since it last looked. Each corrects its rate towards the use that it aims at: a little below
 * the limit, so that the sum keeps within it, and the lower the faster the instance is itself, so that their rates meet (ADR 26).
 * Source: P-32.
 */
import type { Rate } from '../time/token-bucket.ts';

/** What one response reported about the quota, and when. */
export interface Observation {
  readonly now: number;
  /** In [0, 1): spreads the instances in time. */
  readonly random: number;
  readonly isRefused: boolean;
  /** Calls that are left to all instances; undefined if the upstream does not say. */
  readonly remaining?: number | undefined;
  /** Milliseconds until a fixed window ends; undefined for a bucket that refills. */
  readonly resetMs?: number | undefined;
}

export interface Pace {
  /** The rate of this instance. */
  readonly perSecond: number;
  /** The bucket was full at each look so far. */
  readonly isNew: boolean;
  /** What was left at the last look, as the seconds in which the limit would use it up. */
  readonly left: number | undefined;
  readonly windowEndsAt: number | undefined;
  /** When the rate was last set: responses before `nextLookAt` are only counted. */
  readonly lookedAt: number;
  readonly nextLookAt: number;
  /** Calls of this instance since the last look. */
  readonly calls: number;
}

const LOOK_MS = 2_000;
/** The lowest share of the limit: an instance that calls less often learns nothing. */
const FLOOR = 1 / 1_000;
/** The share of a new instance, which knows only that others may be there; the lower one after a refusal, and in a window. */
const [START, CAUTIOUS_START] = [0.08, 0.03];
/** The use to aim at, as a share of the limit: the highest, less so much of the root of the instance's own share. Eight meet at 0.91. */
const [HIGHEST_GOAL, GOAL_FALL] = [0.96, 0.14];
/** A bucket below the level is to fill up: with half of it left the goal is 0.16 lower. */
const [LOW_LEVEL, REFILL] = [0.9, 0.4];
/** How much of the error is corrected at each look, in logarithms. More, and instances that look rarely swing. */
const CORRECTION = 0.7;
/** What flows over a full bucket cannot be seen. So much use is assumed, and by a new instance so much, so that its rate rises by a quarter. */
const [FULL_USE, FULL_USE_TO_NEW] = [0.82, 0.65];
/** A bucket is full if no more calls are missing, the look's own included: among a hundred instances a few are always just made. */
const FULL_CALLS = 4;
/** Bounds of what one look may say: the rate falls to a third, or rises threefold, at most. */
const [LEAST_USE, MOST_USE] = [0.2, 4];
/** An instance that made all the calls, and at least this many, is the only one. */
const MIN_CALLS = 10;
/** Where the upstream says only 429: the factor after one, and the rise by each call, so slow that of a hundred two are refused. */
const [SILENT_FALL, SILENT_RISE] = [0.85, 0.0005];

/** Returns the pace after a response. `limit` is that of all instances together. */
export function nextPace(pace: Pace | undefined, observation: Observation, limit: Rate): Pace {
  const { now, random, remaining } = observation;
  const windowEndsAt = findWindowEnd(pace, observation);
  if (pace !== undefined && now < pace.nextLookAt)
    return {
      ...pace,
      calls: pace.calls + 1,
      windowEndsAt: isSameWindow(pace, windowEndsAt) ? windowEndsAt : pace.windowEndsAt,
    };
  const isNew = (pace?.isNew ?? true) && isFull(observation, limit);
  const left = remaining === undefined ? undefined : remaining / limit.perSecond;
  const look = { isNew, left, windowEndsAt, lookedAt: now, nextLookAt: now + LOOK_MS * (0.75 + random / 2), calls: 0 };
  const rate =
    left === undefined ? steerBlind(pace, observation, limit) : steer(pace, { ...look, left }, observation, limit);
  return { ...look, perSecond: Math.min(limit.perSecond, Math.max(limit.perSecond * FLOOR, rate)) };
}

type Look = Omit<Pace, 'perSecond' | 'left'> & { readonly left: number };

/** Returns the rate where the upstream says nothing but 429: it rises the faster the farther it is from the limit, so rates meet. */
function steerBlind(pace: Pace | undefined, { isRefused }: Observation, { perSecond }: Rate): number {
  const rate = pace?.perSecond ?? perSecond;
  return rate * (isRefused ? SILENT_FALL : ((1.2 * perSecond) / rate) ** (SILENT_RISE * (pace?.calls ?? 0)));
}

function steer(pace: Pace | undefined, look: Look, observation: Observation, limit: Rate): number {
  if (pace === undefined)
    return limit.perSecond * (observation.isRefused || look.windowEndsAt !== undefined ? CAUTIOUS_START : START);
  const bucketSeconds = limit.burst / limit.perSecond;
  const seconds = (look.lookedAt - pace.lookedAt) / 1_000;
  const level = look.left / bucketSeconds;
  const used = observation.isRefused ? toRefusedUse(observation, bucketSeconds) : measureUse(pace, look, bucketSeconds);
  // Nobody else calls.
  if (level > 0.2 && pace.calls >= MIN_CALLS && (used ?? MOST_USE) * seconds * limit.perSecond < pace.calls + 3)
    return limit.perSecond;
  const assumed = !isFull(observation, limit) ? MOST_USE : look.isNew ? FULL_USE_TO_NEW : FULL_USE;
  if (used === undefined && assumed === MOST_USE) return pace.perSecond;
  const refill = look.windowEndsAt === undefined ? REFILL * Math.max(0, LOW_LEVEL - level) : 0;
  const goal = HIGHEST_GOAL - GOAL_FALL * Math.sqrt(pace.perSecond / limit.perSecond) - refill;
  return pace.perSecond * (goal / Math.max(LEAST_USE, Math.min(used ?? MOST_USE, assumed))) ** CORRECTION;
}

/** Returns the use of all since the last look, as a share of the limit; undefined if it cannot be told. */
function measureUse(pace: Pace, { left, windowEndsAt, lookedAt }: Look, bucketSeconds: number): number | undefined {
  const seconds = (lookedAt - pace.lookedAt) / 1_000;
  if (pace.left !== undefined && windowEndsAt === undefined) return 1 - (left - pace.left) / seconds;
  if (pace.left !== undefined && isSameWindow(pace, windowEndsAt)) return (pace.left - left) / seconds;
  // Since the window began. Its end is told in whole seconds, so it is half a second older than it seems.
  const age = windowEndsAt === undefined ? 0 : bucketSeconds + 0.5 - (windowEndsAt - lookedAt) / 1_000;
  return age < 2.5 ? undefined : (bucketSeconds - left) / age;
}

/** A window that was used up early shows by how much all were too fast; an empty bucket does not. */
function toRefusedUse({ resetMs }: Observation, bucketSeconds: number): number {
  return resetMs === undefined ? MOST_USE : 1 / Math.max(0.01, 1 - resetMs / 1_000 / bucketSeconds);
}

function isFull({ isRefused, remaining, resetMs }: Observation, { burst }: Rate): boolean {
  return !isRefused && resetMs === undefined && remaining !== undefined && burst - remaining <= FULL_CALLS;
}

/** The time to the end comes in whole seconds, so the earliest of the ends is the nearest. */
function findWindowEnd(pace: Pace | undefined, { now, resetMs }: Observation): number | undefined {
  if (resetMs === undefined) return undefined;
  const end = now + resetMs;
  const known = pace?.windowEndsAt;
  return known !== undefined && now < known && end < known + LOOK_MS ? Math.min(end, known) : end;
}

function isSameWindow({ windowEndsAt }: Pace, end: number | undefined): boolean {
  return windowEndsAt !== undefined && end !== undefined && end <= windowEndsAt;
}
