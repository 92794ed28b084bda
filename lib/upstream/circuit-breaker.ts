/**
 * Stops calls of an operation that keeps failing: opens when half of the calls of the last ten seconds failed, and so did at least
 * three different resources; then one call a second is let through as a probe. The first success closes it. Source: P-08, P-09.
 */

/** The last ten seconds are counted in ten steps: the cost does not grow with the counts. */
const [STEPS, STEP_MS] = [10, 1_000];
const FAILURE_SHARE = 0.5;
/** What one or two resources do decides nothing for the others. */
const FAILING_RESOURCES = 3;
const PROBE_INTERVAL_MS = 1_000;

interface Counts {
  calls: number;
  failures: number;
}

export class CircuitBreaker {
  /** By step, in their order. */
  readonly #steps = new Map<number, Counts>();
  /** When each of the resources that failed last did so, in this order. */
  readonly #failing = new Map<string, number>();
  /** Undefined while it is closed. */
  #probeAt: number | undefined;

  get isOpen(): boolean {
    return this.#probeAt !== undefined;
  }

  /** Whether `admit` would refuse a call now. */
  isRefusing(now: number): boolean {
    return this.#probeAt !== undefined && now < this.#probeAt;
  }

  /** Milliseconds until the next probe. */
  reopensInMs(now: number): number {
    return Math.max(0, (this.#probeAt ?? now) - now);
  }

  /** Returns whether a call may be sent. A probe does not wait for the result of the one before, which may hang. */
  admit(now: number): boolean {
    if (this.isRefusing(now)) return false;
    if (this.#probeAt !== undefined) this.#probeAt = now + PROBE_INTERVAL_MS;
    return true;
  }

  succeed(now: number): void {
    if (this.#probeAt !== undefined) this.#close();
    this.#countsAt(now).calls++;
  }

  fail(resource: string, now: number): void {
    const counts = this.#countsAt(now);
    counts.calls++;
    counts.failures++;
    this.#failing.delete(resource);
    this.#failing.set(resource, now);
    const [oldest] = this.#failing.keys();
    if (this.#failing.size > FAILING_RESOURCES && oldest !== undefined) this.#failing.delete(oldest);
    if (!this.isOpen && this.#isFailing(now)) this.#probeAt = now + PROBE_INTERVAL_MS;
  }

  /** Drops what is too old. */
  #countsAt(now: number): Counts {
    const step = Math.floor(now / STEP_MS);
    const current = this.#steps.get(step);
    if (current) return current;
    const counts = { calls: 0, failures: 0 };
    this.#steps.set(step, counts);
    for (const old of this.#steps.keys()) if (old <= step - STEPS) this.#steps.delete(old);
    return counts;
  }

  #isFailing(now: number): boolean {
    const times = [...this.#failing.values()];
    if (times.length < FAILING_RESOURCES || times.some((time) => time <= now - STEPS * STEP_MS)) return false;
    let total = 0;
    for (const { calls, failures } of this.#steps.values()) total += failures - calls * FAILURE_SHARE;
    return total >= 0;
  }

  #close(): void {
    this.#probeAt = undefined;
    this.#steps.clear();
    this.#failing.clear();
  }
}
