/** The failed loads of the last seconds: fifty dashboards of a deleted resource cost one call, and so does an outage. Source: P-13, P-27; RFC 9111 3, 4. */
import { LRUCache } from 'lru-cache';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { isOfCaller, isOutage } from './freshness.ts';
import type { CacheKey } from './key.ts';

/** A resource that is created meanwhile appears after this time. */
const REMEMBERED_MS = 5_000;
const REMEMBERED_STATUSES: ReadonlySet<number> = new Set([400, 404, 410]);
const MAX_BYTES = 2 * 1024 * 1024;
/** Estimated sizes of an entry, and of one with a problem without its texts. */
const [ENTRY_BYTES, PROBLEM_BYTES] = [256, 2_048];

interface Failure {
  /** Set if the same request would be refused again. */
  readonly refusal: Problem | undefined;
  readonly at: number;
}

export type Failures = ReturnType<typeof createFailures>;

export function createFailures(clock: Clock) {
  const failures = new LRUCache<CacheKey, Failure>({ maxSize: MAX_BYTES, sizeCalculation: toBytes });
  return {
    /** Returns the failure of the last seconds. */
    get(key: CacheKey): Failure | undefined {
      const failure = failures.get(key);
      return failure && clock.monotonicNow() - failure.at < REMEMBERED_MS ? failure : undefined;
    },
    /** Keeps a refusal that the next request would get too, and an outage; nothing that concerns only the caller who loads. */
    add(key: CacheKey, error: unknown): void {
      if (!(error instanceof Problem) || isOfCaller(error)) return;
      const isRefusal = error.type === 'upstream_refused' && REMEMBERED_STATUSES.has(error.status);
      if (!isRefusal && !isOutage(error)) return;
      failures.set(key, { refusal: isRefusal ? toRefusal(error) : undefined, at: clock.monotonicNow() });
    },
    clear: (key: CacheKey) => failures.delete(key),
  };
}

/** Returns a copy to keep, without an error as its cause: that would keep alive what failed. */
function toRefusal(problem: Problem): Problem {
  const headers = { ...problem.headers, 'cache-status': 'Frontdesk; hit; detail=refused' };
  const cause = typeof problem.cause === 'string' ? problem.cause : undefined;
  return new Problem(problem.type, { ...(problem as object), message: problem.message, headers, cause });
}

function toBytes({ refusal }: Failure): number {
  if (refusal === undefined) return ENTRY_BYTES;
  return PROBLEM_BYTES + 2 * JSON.stringify({ ...refusal, message: refusal.message }).length;
}
