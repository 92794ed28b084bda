/** What the upstream refused a moment ago: fifty dashboards of a deleted resource cost one call. Source: RFC 9111 3, 4. */
import { LRUCache } from 'lru-cache';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import type { CacheKey } from './key.ts';

/** A resource that is created meanwhile appears after this time. */
const REMEMBERED_MS = 5_000;
const REMEMBERED_STATUSES: ReadonlySet<number> = new Set([400, 404, 410]);
const MAX_BYTES = 1024 * 1024;
/** Estimated size of an entry without its texts. */
const ENTRY_BYTES = 2_048;

interface Refusal {
  readonly problem: Problem;
  readonly at: number;
}

export class Refusals {
  readonly #clock: Clock;
  readonly #refusals = new LRUCache<CacheKey, Refusal>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ problem }) => ENTRY_BYTES + 2 * JSON.stringify({ ...problem, message: problem.message }).length,
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the refusal of the last seconds. */
  get(key: CacheKey): Problem | undefined {
    const refusal = this.#refusals.get(key);
    return refusal && this.#clock.monotonicNow() - refusal.at < REMEMBERED_MS ? refusal.problem : undefined;
  }

  /** Keeps the error if it is a refusal that the same request would meet again. */
  add(key: CacheKey, error: unknown): void {
    if (!(error instanceof Problem) || error.type !== 'upstream_refused' || !REMEMBERED_STATUSES.has(error.status))
      return;
    const headers = { ...error.headers, 'cache-status': 'Frontdesk; hit; detail=refused' };
    // Of its cause only the text for the log: an error would keep alive what failed.
    const problem = new Problem(error.type, {
      ...(error as object),
      message: error.message,
      headers,
      cause: typeof error.cause === 'string' ? error.cause : undefined,
    });
    this.#refusals.set(key, { problem, at: this.#clock.monotonicNow() });
  }

  clear(key: CacheKey): void {
    this.#refusals.delete(key);
  }
}
