/** Positions of events on the timeline. Times are epoch milliseconds, positions fractions of the range from 0 to 1. */
import type { HealthEvent } from '../../../client/src/index.ts';
import { parseTime } from './format.ts';

export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface Position {
  readonly start: number;
  readonly length: number;
  /** Set if the period does not overlap the range. */
  readonly outside?: 'before' | 'after';
}

const DAY_MS = 86_400_000;

/** Returns the period of the event's impact. An active event lasts until now unless it starts later. */
export function toPeriod({ properties }: HealthEvent, now: number): Period {
  const last = parseTime(properties?.lastUpdateTime) ?? now;
  const from = parseTime(properties?.impactStartTime) ?? last;
  const mitigated = parseTime(properties?.impactMitigationTime);
  const planned = properties?.duration ? from + properties.duration * 1000 : undefined;
  const open = properties?.status === 'Active' ? now : last;
  return { from, to: Math.max(from, mitigated ?? planned ?? open) };
}

/** Returns the range that includes all periods and now, with a margin of 2 % at both ends. */
export function toFullRange(periods: readonly Period[], now: number): Period {
  const from = Math.min(now - DAY_MS, ...periods.map((period) => period.from));
  const to = Math.max(now, ...periods.map((period) => period.to));
  const margin = (to - from) * 0.02;
  return { from: from - margin, to: to + margin };
}

/** Returns the last `days` days, and in the future a tenth of them; up to a third if something is planned there. */
export function toLastDays(days: number, now: number, periods: readonly Period[] = []): Period {
  const planned = periods.map(({ to }) => to).filter((to) => to < now + (days / 3) * DAY_MS);
  const margin = days * 0.02 * DAY_MS;
  return {
    from: now - days * DAY_MS,
    to: Math.max(now + days * 0.1 * DAY_MS, ...planned.map((to) => to + margin)),
  };
}

export function toPosition(period: Period, range: Period): Position {
  const length = range.to - range.from;
  if (period.to < range.from) return { start: 0, length: 0, outside: 'before' };
  if (period.from > range.to) return { start: 1, length: 0, outside: 'after' };
  const start = Math.max(period.from, range.from);
  return { start: (start - range.from) / length, length: (Math.min(period.to, range.to) - start) / length };
}

export function toPercent(position: number): string {
  return `${(position * 100).toFixed(2)}%`;
}

export interface Tick {
  /** From 0 to 1. */
  readonly position: number;
  readonly label: string;
}

const STEPS_DAYS = [1, 2, 7, 14, 28];
/** A narrow page shows every second label. */
const MAX_TICKS = 7;

/** Returns up to seven ticks: days, or the first days of months if the range is long; in UTC. */
export function toTicks(range: Period): readonly Tick[] {
  const days = (range.to - range.from) / DAY_MS;
  const step = STEPS_DAYS.find((each) => days / each <= MAX_TICKS);
  const times = step === undefined ? listMonths(range, Math.ceil(days / 30 / MAX_TICKS)) : listDays(range, step);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    month: 'short',
    ...(step === undefined ? {} : { day: 'numeric' }),
  });
  const ticks = times.map((at) => ({
    position: (at - range.from) / (range.to - range.from),
    label: format.format(at),
  }));
  // The label is to the right of the tick.
  return ticks.filter(({ position }) => position < 0.94);
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
