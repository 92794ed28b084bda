/** Formats times, durations and names for display. Times are in UTC, as in the API. */

/** Shown for a missing value. */
export const MISSING = '—';

const DAY = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
const TIME = { ...DAY, year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

const day = new Intl.DateTimeFormat('en-GB', DAY);
const dateTime = new Intl.DateTimeFormat('en-GB', TIME);
const dateSeconds = new Intl.DateTimeFormat('en-GB', { ...TIME, second: '2-digit' });

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Returns epoch milliseconds; undefined for what is no time. */
export function parseTime(text: string | null | undefined): number | undefined {
  // Graph writes a session's times with hyphens.
  const time = Date.parse((text ?? '').replace(/T(\d\d)-(\d\d)-(\d\d)/, 'T$1:$2:$3'));
  return Number.isNaN(time) ? undefined : time;
}

export function formatTime(text: string | null | undefined): string {
  const time = parseTime(text);
  return time === undefined ? MISSING : dateTime.format(time);
}

/** `20 Nov 2026, 09:30:03 UTC`: where events follow each other. */
export function formatSeconds(text: string): string {
  const time = parseTime(text);
  return time === undefined ? MISSING : dateSeconds.format(time);
}

/** `19 Nov`, with the year if it is another one. Both in epoch milliseconds. */
export function formatDay(time: number, now: number): string {
  const year = new Date(time).getUTCFullYear();
  return year === new Date(now).getUTCFullYear() ? day.format(time) : `${day.format(time)} ${year}`;
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `3 days ago`, `in 2 hours`. Both in epoch milliseconds. */
export function formatDistance(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return relative.format(Math.round(seconds / size), unit);
}

const MINUTE_S = 60;

/** `just now`, `9 s ago`, `3 min ago`, `5 hours ago`: of what is watched. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 2) return 'just now';
  if (seconds >= 120 * MINUTE_S) return formatDistance(0, ms);
  return seconds < 2 * MINUTE_S ? `${seconds} s ago` : `${Math.floor(seconds / MINUTE_S)} min ago`;
}

/** `ServiceIssue` becomes `Service issue`; abbreviations stay. */
export function splitWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (start) => ` ${start.toLowerCase()}`);
}

/** `paymentTerm` becomes `Payment term`. */
export function toTitle(name: string): string {
  const words = splitWords(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns what an operation's name says without its noun: `createOrReplaceStreamingJob` of `Streaming jobs` is `Create or replace`. */
export function toVerb(name: string, noun: string): string {
  const nouns = noun.toLowerCase().split(' ');
  const words = splitWords(name)
    .split(' ')
    .filter((word) => !nouns.some((each) => [each, each.replace(/s$/, '')].includes(word.toLowerCase())))
    .join(' ')
    .toLowerCase()
    .replace(/^list (?=subscription|resource group)/, 'list by ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const ENDS = 8;

/** Shortens a long id in the middle: ids of one kind often differ at their end only. */
export function cutMiddle(id: string): string {
  return id.length > 2 * ENDS + 4 ? `${id.slice(0, ENDS)}…${id.slice(-ENDS)}` : id;
}

export function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
