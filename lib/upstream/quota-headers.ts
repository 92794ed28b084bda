/** Reads what is left of an upstream's quota. The forms are those of draft-ietf-httpapi-ratelimit-headers 03, 07 and 10. */
import type { CallKind } from './limits.ts';

export interface QuotaLeft {
  /** Calls. */
  readonly remaining: number;
  /** Milliseconds until the window ends; undefined where the upstream counts no windows. */
  readonly resetMs?: number;
}

/** A response has only the header for its kind of call. */
const ARM_HEADERS: Readonly<Record<CallKind, readonly string[]>> = {
  read: ['x-ms-ratelimit-remaining-subscription-reads'],
  write: ['x-ms-ratelimit-remaining-subscription-writes', 'x-ms-ratelimit-remaining-subscription-deletes'],
};
/** Longer windows are dates, or nothing to pace calls by. */
const MAX_RESET_SECONDS = 3_600;

/** Returns undefined where the headers do not tell. */
export function readQuotaLeft(headers: Readonly<Record<string, string>>, kind: CallKind): QuotaLeft | undefined {
  const sent = ARM_HEADERS[kind].find((name) => headers[name] !== undefined);
  const arm = toCount(sent && headers[sent]);
  if (arm !== undefined) return { remaining: arm };
  const { ratelimit } = headers;
  const remaining = toCount(headers['ratelimit-remaining'] ?? readMember(ratelimit, 'remaining', 'r'));
  if (remaining === undefined) return undefined;
  const reset = toCount(headers['ratelimit-reset'] ?? readMember(ratelimit, 'reset', 't'));
  return reset === undefined || reset > MAX_RESET_SECONDS ? { remaining } : { remaining, resetMs: reset * 1_000 };
}

/** `limit=100, remaining=50, reset=30`, or `"default";r=50;t=30`; of several policies the first counts. */
function readMember(text: string | undefined, list: string, item: string): string | undefined {
  return new RegExp(`(?:^|[,;])\\s*(?:${list}|${item})=([^,;\\s]*)`, 'i').exec(text ?? '')?.[1];
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
