/** Where events lie on a stretch of time. Times are epoch milliseconds, places shares of the stretch from 0 to 1. */
import type { HealthEvent } from '../../../client/src/index.ts';

export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface Place {
  readonly start: number;
  readonly length: number;
  /** On which side of the stretch it lies, where it does not touch it. */
  readonly beyond?: 'before' | 'after';
}

const DAY_MS = 86_400_000;

/** Answers when an event was felt; what is active lasts until now, unless it is yet to come. */
export function toPeriod({ properties }: HealthEvent, now: number): Period {
  const last = toTime(properties?.lastUpdateTime) ?? now;
  const from = toTime(properties?.impactStartTime) ?? last;
  const told = toTime(properties?.impactMitigationTime);
  const planned = properties?.duration ? from + properties.duration * 1000 : undefined;
  const open = properties?.status === 'Active' ? now : last;
  return { from, to: Math.max(from, told ?? planned ?? open) };
}

/** Answers the stretch that holds all periods and now, with a little room at both ends. */
export function toStretch(periods: readonly Period[], now: number): Period {
  const from = Math.min(now - DAY_MS, ...periods.map((period) => period.from));
  const to = Math.max(now, ...periods.map((period) => period.to));
  const room = (to - from) * 0.02;
  return { from: from - room, to: to + room };
}

/** Answers the stretch of so many days up to now, with a tenth of them to come. */
export function toLastDays(days: number, now: number): Period {
  return { from: now - days * DAY_MS, to: now + days * 0.1 * DAY_MS };
}

export function toPlace(period: Period, stretch: Period): Place {
  const whole = stretch.to - stretch.from;
  if (period.to < stretch.from) return { start: 0, length: 0, beyond: 'before' };
  if (period.from > stretch.to) return { start: 1, length: 0, beyond: 'after' };
  const start = Math.max(period.from, stretch.from);
  return { start: (start - stretch.from) / whole, length: (Math.min(period.to, stretch.to) - start) / whole };
}

export interface Tick {
  readonly share: number;
  readonly label: string;
}

const STEPS_DAYS = [1, 2, 7, 14, 28];
/** What the labels have room for on a narrow page. */
const MOST_TICKS = 5;

/** Answers some five ticks: days, or the first days of months where the stretch is long; in UTC. */
export function toTicks(stretch: Period): readonly Tick[] {
  const days = (stretch.to - stretch.from) / DAY_MS;
  const step = STEPS_DAYS.find((each) => days / each <= MOST_TICKS);
  const times = step === undefined ? listMonths(stretch, Math.ceil(days / 30 / MOST_TICKS)) : listDays(stretch, step);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    month: 'short',
    ...(step === undefined ? {} : { day: 'numeric' }),
  });
  const ticks = times.map((at) => ({
    share: (at - stretch.from) / (stretch.to - stretch.from),
    label: format.format(at),
  }));
  // A label needs room to its right.
  return ticks.filter(({ share }) => share < 0.94);
}

function listDays({ from, to }: Period, step: number): number[] {
  const first = Math.ceil(from / DAY_MS / step) * step;
  const count = Math.max(0, Math.floor(to / DAY_MS / step) - first / step + 1);
  return Array.from({ length: count }, (_, index) => (first + index * step) * DAY_MS);
}

function listMonths({ from, to }: Period, step: number): number[] {
  const times: number[] = [];
  const start = new Date(from);
  for (let month = start.getUTCMonth() + 1; ; month += step) {
    const at = Date.UTC(start.getUTCFullYear(), month);
    if (at > to) return times;
    times.push(at);
  }
}

function toTime(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
