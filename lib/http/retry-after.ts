/** Parses the wait that an upstream requests, in every published form. Source: RFC 9110 10.2.3. */

/** Longer waits are published (days, for a used-up quota), but calls are never paused longer than this. */
const MAX_PAUSE_MS = 300_000;

const MAX_SECONDS = 86_400;

/** Where a repeated header's values were joined: before a whole value that is a number, or before a weekday. */
const NEXT_VALUE = /,(?=\s*(?:[-+.\d]+\s*(?:,|$)|[A-Z][a-z]+,?\s))/;

/** Date.parse by itself accepts nearly anything. Source: RFC 9110 5.6.7. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/;

/** Returns milliseconds, the longest of several values; undefined without one. A date is compared with the upstream's own Date. */
export function parseRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  for (const name of ['retry-after-ms', 'x-ms-retry-after-ms']) {
    const ms = parseNumber(headers[name]);
    if (ms !== undefined) return ms;
  }
  const upstreamNow = Date.parse(String(headers['date']));
  const from = Number.isNaN(upstreamNow) ? now : upstreamNow;
  const values = headers['retry-after']?.split(NEXT_VALUE) ?? [];
  const waits = values.flatMap((value) => parseValue(value.trim(), from) ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function parseValue(value: string, from: number): number | undefined {
  const seconds = parseNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - from);
}

/** Returns how long calls are paused: between a second and five minutes. */
export function clampRetryAfterMs(retryAfterMs: number): number {
  return Math.min(Math.max(retryAfterMs, 1000), MAX_PAUSE_MS);
}

/** Returns the header's value for a caller: whole seconds, rounded up, between 1 and a day. */
export function formatRetryAfter(ms: number): string {
  return String(Math.min(Math.max(1, Math.ceil(ms / 1000)), MAX_SECONDS));
}

/** Both whole and decimal numbers are published. */
function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}
