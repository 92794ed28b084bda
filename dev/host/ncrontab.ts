/**
 * Six-field NCRONTAB schedules: `{second} {minute} {hour} {day} {month} {day-of-week}`; five fields leave the second out.
 * `*`, numbers, `a-b`, steps (`*` + `/n`, `a-b/n`, `a/n`) and lists of them; day and day-of-week must both fit. UTC.
 * Source: NCrontab, as the timer extension uses it. Names of months and days are not taken.
 */

/** The values each field allows, in the order of the expression. */
export type Schedule = readonly [
  second: ReadonlySet<number>,
  minute: ReadonlySet<number>,
  hour: ReadonlySet<number>,
  day: ReadonlySet<number>,
  month: ReadonlySet<number>,
  weekday: ReadonlySet<number>,
];

const ranges = [
  [0, 59],
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/** 28 years hold every combination of a date with a day of the week. */
const searchedDays = 28 * 366;
const dayMs = 24 * 60 * 60 * 1000;

/** Parses a schedule. Throws on anything else, naming the expression. */
export function parseNcrontab(expression: string): Schedule {
  const fields = expression.trim().split(/\s+/);
  if (fields.length === 5) {
    fields.unshift('0');
  }
  const [second, minute, hour, day, month, weekday] = ranges.map((range, index) =>
    parseField(fields[index] ?? '', range),
  );
  if (
    fields.length !== 6 ||
    !second?.size ||
    !minute?.size ||
    !hour?.size ||
    !day?.size ||
    !month?.size ||
    !weekday?.size
  ) {
    throw new Error(`The schedule expression '${expression}' was not recognized as a valid cron expression.`);
  }
  return [second, minute, hour, day, month, weekday];
}

/** The first moment after `after` that the schedule names. Throws when there is none, as for 30 February. */
export function findNextOccurrence(schedule: Schedule, after: Date): Date {
  const [seconds, minutes, hours, days, months, weekdays] = schedule;
  const midnight = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate());
  for (let offset = 0; offset <= searchedDays; offset++) {
    const date = new Date(midnight + offset * dayMs);
    const isDue = days.has(date.getUTCDate()) && months.has(date.getUTCMonth() + 1) && weekdays.has(date.getUTCDay());
    const time = isDue ? findTimeOfDay(date.getTime(), after.getTime(), [hours, minutes, seconds]) : undefined;
    if (time !== undefined) {
      return new Date(time);
    }
  }
  throw new Error('The schedule never occurs.');
}

function findTimeOfDay(
  midnight: number,
  after: number,
  [hours, minutes, seconds]: readonly [ReadonlySet<number>, ReadonlySet<number>, ReadonlySet<number>],
): number | undefined {
  for (const hour of hours) {
    for (const minute of minutes) {
      const start = midnight + (hour * 60 + minute) * 60_000;
      const second = [...seconds].find((candidate) => start + candidate * 1000 > after);
      if (second !== undefined) {
        return start + second * 1000;
      }
    }
  }
  return undefined;
}

/** Values in ascending order; none when the field is malformed. */
function parseField(field: string, range: readonly [number, number]): ReadonlySet<number> {
  const items = field.split(',').map((item) => parseItem(item, range));
  return new Set(items.some((values) => values.length === 0) ? [] : items.flat().sort((a, b) => a - b));
}

/** The values of `*`, `a`, `a-b` or one of these with a step; none when it is malformed or out of range. */
function parseItem(item: string, [min, max]: readonly [number, number]): readonly number[] {
  const [, start = '', end, step] = /^(\*|\d+(?:-(\d+))?)(?:\/(\d+))?$/.exec(item) ?? [];
  const first = start === '*' ? min : Number.parseInt(start, 10);
  const isOpen = start === '*' || (step !== undefined && end === undefined);
  const last = isOpen ? max : Number(end ?? first);
  const every = Number(step ?? 1);
  if (!(first >= min && first <= last && last <= max && every > 0)) {
    return [];
  }
  return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, index) => first + index * every);
}
