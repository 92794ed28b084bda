/** How long an upstream asks to wait, in every published form. Source: RFC 9110 10.2.3; L-53. */

/** Longer waits are published (days, for a used-up quota), but calls are never paused longer than this. */
const MAX_PAUSE_MS = 300_000;

/** Date.parse by itself accepts nearly anything. Source: RFC 9110 5.6.7. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/;

/** Returns milliseconds, or undefined if the response does not say; a date is compared with the upstream's own Date. */
export function parseRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  for (const name of ['retry-after-ms', 'x-ms-retry-after-ms']) {
    const ms = parseNumber(headers[name]);
    if (ms !== undefined) return ms;
  }
  const value = headers['retry-after'];
  const seconds = parseNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = value?.match(HTTP_DATE) ? Date.parse(value) : Number.NaN;
  const upstreamNow = Date.parse(String(headers['date']));
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(upstreamNow) ? now : upstreamNow));
}

/** Returns how long calls are paused: between a second and five minutes. */
export function clampRetryAfterMs(retryAfterMs: number): number {
  return Math.min(Math.max(retryAfterMs, 1000), MAX_PAUSE_MS);
}

/** Returns the header's value for a caller: whole seconds, rounded up, at least 1. */
export function formatRetryAfter(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)));
}

/** Both whole and decimal numbers are published. */
function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined;
}
