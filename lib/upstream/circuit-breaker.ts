/**
 * Stops calls to a failing upstream: opens after consecutive failures or at a high failure rate, then sends single probes.
 * Source: P-08, P-09.
 */
import { createSlidingWindow } from '../time/sliding-window.ts';

/** The state generation in which a call was admitted. Results from an older generation are ignored. */
export type Generation = number;

const CONSECUTIVE_FAILURES = 5;
const WINDOW_MS = 10_000;
const MIN_CALLS = 20;
const FAILURE_SHARE = 0.5;
const FIRST_OPEN_MS = 5_000;
const JITTER = 0.2;
const PROBE_INTERVAL_MS = 1_000;
const SUCCESSES_TO_CLOSE = 2;

export class CircuitBreaker {
  readonly #counts = createSlidingWindow<'call' | 'failure'>(WINDOW_MS);
  #generation: Generation = 0;
  #isClosed = true;
  #consecutiveFailures = 0;
  #timesOpened = 0;
  #probeAt = 0;
  #isProbing = false;
  #successfulProbes = 0;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether `admit` would reject a call now. */
  isRefusing(now: number): boolean {
    return !this.#isClosed && (this.#isProbing || now < this.#probeAt);
  }

  /** Milliseconds until the next probe. */
  reopensInMs(now: number): number {
    return Math.max(PROBE_INTERVAL_MS, this.#probeAt - now);
  }

  /** Admits a call, as a probe if the breaker is not closed; returns undefined if it rejects the call. */
  admit(now: number): Generation | undefined {
    if (this.isRefusing(now)) return undefined;
    if (!this.#isClosed) {
      this.#isProbing = true;
      this.#probeAt = now + PROBE_INTERVAL_MS;
    }
    return this.#generation;
  }

  succeed(generation: Generation, now: number): void {
    if (generation !== this.#generation) return;
    this.#consecutiveFailures = 0;
    this.#isProbing = false;
    if (this.#isClosed) this.#counts.add('call', now);
    else if (++this.#successfulProbes >= SUCCESSES_TO_CLOSE) this.#close();
  }

  /** `isConsecutive`: the upstream sent no response at all, which counts toward opening after consecutive failures. */
  fail(generation: Generation, now: number, isConsecutive: boolean): void {
    if (generation !== this.#generation) return;
    this.#consecutiveFailures = isConsecutive ? this.#consecutiveFailures + 1 : 0;
    this.#counts.add('call', now);
    this.#counts.add('failure', now);
    if (!this.#isClosed || this.#isFailing(now)) this.#open(now);
  }

  /** Ends a call whose result does not show the upstream's health. */
  cancel(generation: Generation): void {
    if (generation === this.#generation) this.#isProbing = false;
  }

  #isFailing(now: number): boolean {
    if (this.#consecutiveFailures >= CONSECUTIVE_FAILURES) return true;
    const calls = this.#counts.total('call', now);
    return calls >= MIN_CALLS && this.#counts.total('failure', now) >= calls * FAILURE_SHARE;
  }

  #open(now: number): void {
    // After the first pause the upstream is probed every second, so that its recovery is noticed soon.
    const isFirst = this.#timesOpened++ === 0;
    this.#probeAt = now + (isFirst ? FIRST_OPEN_MS * (1 - JITTER + 2 * JITTER * Math.random()) : PROBE_INTERVAL_MS);
    this.#startGeneration(false);
  }

  #close(): void {
    this.#timesOpened = 0;
    this.#startGeneration(true);
  }

  #startGeneration(isClosed: boolean): void {
    this.#generation++;
    this.#isClosed = isClosed;
    this.#isProbing = false;
    this.#consecutiveFailures = 0;
    this.#successfulProbes = 0;
    this.#counts.clear();
  }
}
