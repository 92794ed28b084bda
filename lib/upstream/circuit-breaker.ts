/**
 * Stops calls of an operation that keeps failing: opens when half of the calls of the last ten seconds failed, and so did at least
 * three different resources; then one call a second is let through as a probe. The first success closes it. Source: P-08, P-09.
 */
import { createSlidingWindow } from '../time/sliding-window.ts';

const WINDOW_MS = 10_000;
const FAILURE_SHARE = 0.5;
/** What one or two resources do decides nothing for the others. */
const FAILING_RESOURCES = 3;
const PROBE_INTERVAL_MS = 1_000;

export class CircuitBreaker {
  readonly #counts = createSlidingWindow<'call' | 'failure'>(WINDOW_MS);
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
    if (this.isOpen) this.#probeAt = now + PROBE_INTERVAL_MS;
    return true;
  }

  succeed(now: number): void {
    if (this.isOpen) this.#close();
    this.#counts.add('call', now);
  }

  fail(resource: string, now: number): void {
    this.#counts.add('call', now);
    this.#counts.add('failure', now);
    this.#failing.delete(resource);
    this.#failing.set(resource, now);
    const [oldest] = this.#failing.keys();
    if (this.#failing.size > FAILING_RESOURCES && oldest !== undefined) this.#failing.delete(oldest);
    if (!this.isOpen && this.#isFailing(now)) this.#probeAt = now + PROBE_INTERVAL_MS;
  }

  #isFailing(now: number): boolean {
    const times = [...this.#failing.values()];
    if (times.length < FAILING_RESOURCES || times.some((time) => time <= now - WINDOW_MS)) return false;
    return this.#counts.total('failure', now) >= this.#counts.total('call', now) * FAILURE_SHARE;
  }

  #close(): void {
    this.#probeAt = undefined;
    this.#counts.clear();
    this.#failing.clear();
  }
}
