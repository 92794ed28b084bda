/**
 * How fast one instance may call an upstream whose limit all instances share, decided from the responses that it gets itself (ADR 26).
 * In a bucket each level means a rate, the same for all instances, so that their rates meet; the change of the level since the last
 * look shows the rate of all together, by which each corrects its own before the bucket is empty. Every window starts full, so its
 * level means no rate: there a faster instance aims at a lower use of the limit than a slower one, so that rates meet. Source: P-32.
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
  /** What was left at the last look, as the seconds in which the limit would use it up. */
  readonly left: number | undefined;
  readonly windowEndsAt: number | undefined;
  /** When the rate was last set: responses before `nextLookAt` are only counted. */
  readonly lookedAt: number;
  readonly nextLookAt: number;
  /** Calls of this instance since the last look. */
  readonly ownCalls: number;
}

// The figures below are those with which the simulation (npm run bench:scale) reached most of its goals.

/** Between two looks, in the mean. */
const LOOK_MS = 2_000;
/** The lowest share of the limit: an instance that calls less often learns nothing. */
const FLOOR = 1 / 1_000;
/** The share where all that is known is that others are there: so small that dozens can start at once. */
const CAUTIOUS = 1 / 35;
/** After a refusal at least so much of the rate is left. */
const LEAST_KEPT = 0.25;

/** A level is how full a bucket is, 0 to 1. A level of 0.8 means the limit, 0.74 half of it, 0.68 a quarter. */
const [LIMIT_LEVEL, HALVING_LEVELS] = [0.8, 0.06];
/** What flows over a bucket that is fuller cannot be seen. */
const FULL_LEVEL = 0.95;
/** How much of the error in the rate of all is corrected at each look. */
const CORRECTION = 0.5;
/** The pull to the level's rate: weaker where looks are rare, or the fleet would swing. */
const [BUCKET_PULL, MAX_PULL] = [0.08, 0.25];
/** Of the rate at one look, in logarithms: at most halved, or 4.5 times as high. */
const [MAX_FALL, MAX_RISE] = [0.7, 1.5];

/** The use to aim at in a window, as a share of the limit: the highest, less so much of the root of the instance's own share. Eight meet at 0.91. */
const [HIGHEST_GOAL, GOAL_FALL] = [0.96, 0.14];
/** The part of the ratio of aim and use that is corrected at each look, as its power. */
const WINDOW_CORRECTION = 0.7;
/** What a look is believed at least and at most: it may be of a few calls. */
const [LEAST_USE, MOST_USE] = [0.2, 4];
/** In a younger window too few calls were made to measure the use. */
const MIN_WINDOW_SECONDS = 2.5;

/** With at least this many calls an instance can tell whether it is the only one. */
const MIN_OWN_CALLS = 10;
/** With this many calls of others it is not the only one. Fewer can be its own calls, whose responses arrive after the look. */
const MIN_OTHERS = 2;
/** Below this level the only instance does not take the whole limit either. */
const SCARCE_LEVEL = 0.2;

/** Where the upstream says only 429: the rise per second, so slow that of a hundred calls two are refused, and the factor after a refusal. */
const [INCREASE, INCREASE_PER_CALL, DECREASE] = [0.002, 0.002, 0.7];

/** Returns the pace after a response. `limit` is that of all instances together. */
export function nextPace(pace: Pace | undefined, observation: Observation, limit: Rate): Pace {
  const { now, random, isRefused, remaining } = observation;
  const windowEndsAt = findWindowEnd(pace, observation);
  if (pace !== undefined && now < pace.nextLookAt)
    return {
      ...pace,
      ownCalls: pace.ownCalls + 1,
      windowEndsAt: isSameWindow(pace, windowEndsAt) ? windowEndsAt : pace.windowEndsAt,
    };
  const left = remaining === undefined ? undefined : remaining / limit.perSecond;
  const look = { left, windowEndsAt, lookedAt: now, nextLookAt: now + LOOK_MS * (0.75 + random / 2), ownCalls: 0 };
  const rate = isRefused ? slowDown(pace, observation, limit) : steer(pace, look, limit);
  return { ...look, perSecond: Math.min(limit.perSecond, Math.max(limit.perSecond * FLOOR, rate)) };
}

type Look = Omit<Pace, 'perSecond'>;

/** Returns the rate after a refusal. */
function slowDown(pace: Pace | undefined, { remaining, resetMs }: Observation, { perSecond, burst }: Rate): number {
  if (remaining === undefined) return (pace?.perSecond ?? perSecond) * DECREASE;
  if (pace === undefined) return perSecond * CAUTIOUS;
  // A window that was used up early shows by how much all were too fast.
  const share = resetMs === undefined ? 0 : 1 - (resetMs * perSecond) / 1_000 / burst;
  return pace.perSecond * Math.max(LEAST_KEPT, share);
}

/** Returns the rate after a response that was not refused: corrected by what all used, and pulled to the level's rate. */
function steer(pace: Pace | undefined, look: Look, limit: Rate): number {
  const { left, windowEndsAt, lookedAt } = look;
  if (left === undefined) return pace === undefined ? limit.perSecond : increase(pace, limit, lookedAt);
  const bucketSeconds = limit.burst / limit.perSecond;
  const level = left / bucketSeconds;
  const levelRate = limit.perSecond * Math.min(1, Math.max(FLOOR, 2 ** ((level - LIMIT_LEVEL) / HALVING_LEVELS)));
  if (pace?.left === undefined) return windowEndsAt === undefined ? levelRate : limit.perSecond * CAUTIOUS;
  const seconds = (lookedAt - pace.lookedAt) / 1_000;
  const used = measureUse(pace, look, bucketSeconds);
  if (used === undefined) return pace.perSecond;
  const others = used * seconds * limit.perSecond - pace.ownCalls;
  if (pace.ownCalls >= MIN_OWN_CALLS && others < MIN_OTHERS && level > SCARCE_LEVEL) return limit.perSecond;
  if (windowEndsAt !== undefined) {
    const goal = HIGHEST_GOAL - GOAL_FALL * Math.sqrt(pace.perSecond / limit.perSecond);
    return pace.perSecond * (goal / Math.min(MOST_USE, Math.max(LEAST_USE, used))) ** WINDOW_CORRECTION;
  }
  const pull = Math.min(MAX_PULL, (BUCKET_PULL * bucketSeconds) / seconds);
  const change = CORRECTION * (1 - used) + pull * Math.log(levelRate / pace.perSecond);
  return pace.perSecond * Math.exp(Math.min(MAX_RISE, Math.max(-MAX_FALL, change)));
}

/** Returns the rate of all since the last look, or since a window began, as a share of the limit; undefined if unknown. */
function measureUse(pace: Pace, look: Look, bucketSeconds: number): number | undefined {
  const { left = 0, windowEndsAt, lookedAt } = look;
  const change = (left - (pace.left ?? 0)) / ((lookedAt - pace.lookedAt) / 1_000);
  if (windowEndsAt === undefined)
    return Math.min(MOST_USE, left / bucketSeconds > FULL_LEVEL ? Math.min(0, 1 - change) : 1 - change);
  if (isSameWindow(pace, windowEndsAt)) return -change;
  // Its end is reported in whole seconds, so a window is half a second older than it seems.
  const age = bucketSeconds + 0.5 - (windowEndsAt - lookedAt) / 1_000;
  return age < MIN_WINDOW_SECONDS ? undefined : (bucketSeconds - left) / age;
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

function increase({ perSecond, lookedAt }: Pace, limit: Rate, now: number): number {
  return (
    perSecond + (Math.min(INCREASE * limit.perSecond, INCREASE_PER_CALL * perSecond ** 2) * (now - lookedAt)) / 1_000
  );
}
