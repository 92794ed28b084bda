/** A time that all instances share, though their wall clocks differ or jump: that of a service which they all call. */
import type { Clock } from './clock.ts';

/** The Date of a response has whole seconds. Source: RFC 9110 5.6.7. */
const DATE_STEP_MS = 1_000;

/** Advances with the monotonic clock; before the first response it is the wall clock's time, which may yet be corrected. */
export class SharedTime {
  readonly #clock: Clock;
  #observed: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What added to the monotonic clock gives epoch milliseconds. */
  get #offset(): number {
    return this.#observed ?? this.#clock.wallNow() - this.#clock.monotonicNow();
  }

  /** Epoch milliseconds. */
  now(): number {
    return this.toEpoch(this.#clock.monotonicNow());
  }

  toEpoch(monotonicMs: number): number {
    return monotonicMs + this.#offset;
  }

  toMonotonic(epochMs: number): number {
    return epochMs - this.#offset;
  }

  /** Corrects the time by the `Date` of a response whose request was sent at `sentAt` of the monotonic clock. */
  observe(date: string | undefined, sentAt: number): void {
    const epochMs = Date.parse(date ?? '');
    if (Number.isNaN(epochMs)) return;
    // The service read its clock after the request was sent and before now: a time that fits already stays.
    const earliest = epochMs - this.#clock.monotonicNow();
    const latest = epochMs + DATE_STEP_MS - sentAt;
    this.#observed = Math.min(Math.max(this.#offset, earliest), latest);
  }
}
