/** How long an upstream asks to be left alone, in every published form. Source: RFC 9110 10.2.3; public-cloud 3. */

/** Longer waits are published (days, for a spent quota); a gate is never closed for longer than this. */
const MAX_GATE_MS = 300_000;

/** Date.parse alone takes nearly anything for a date. Source: RFC 9110 5.6.7. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/;

/** Answers milliseconds, or undefined when the answer does not say; a date counts from the upstream's own clock. */
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

/** Answers for how long no further call is made: between a second and five minutes. */
export function clampRetryAfterMs(retryAfterMs: number): number {
  return Math.min(Math.max(retryAfterMs, 1000), MAX_GATE_MS);
}

/** Answers the field's value for a caller: whole seconds, rounded up. */
export function formatRetryAfter(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)));
}

/** Whole and decimal numbers are published. */
function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined;
}
