/** Clocks for tests: a faster one, and one whose date the test sets. */
import { type Clock, systemClock } from '../../lib/time/clock.ts';

/** A clock on which a test can let time pass at once. */
export interface SkippingClock extends Clock {
  skip(ms: number): void;
}

/** Returns a clock that runs `speed` times as fast as the machine's; what is skipped moves its date, too. */
export function createFastClock(speed: number): SkippingClock {
  const origin = Date.now();
  let skippedMs = 0;
  return {
    skip(ms) {
      skippedMs += ms;
    },
    wallNow: () => origin + (Date.now() - origin) * speed + skippedMs,
    monotonicNow: () => performance.now() * speed + skippedMs,
    // Timers can fire up to a millisecond early: much of this clock's time.
    setTimer: (callback, ms) => setTimeout(callback, Math.ceil(ms / speed) + 1),
  };
}

/** Returns a skipping clock with timers eight times as long: a busy machine's table is not taken for a slow one. */
export const createPatientClock = (): SkippingClock => createSkippingClock(8);

/** Returns the machine's clock, on which a test can let time pass at once; the date stays, and timers last `patience` times as long. */
export function createSkippingClock(patience = 1): SkippingClock {
  let skippedMs = 0;
  return {
    ...systemClock,
    monotonicNow: () => performance.now() + skippedMs,
    setTimer: (callback, ms) => setTimeout(callback, patience * ms),
    skip(ms) {
      skippedMs += ms;
    },
  };
}

export interface ManualClock extends Clock {
  /** Epoch milliseconds; the test lets time pass by adding to it. */
  time: number;
  /** Sets the system time: moves the date, and lets no time pass. */
  jump(ms: number): void;
}

/** Returns a clock that starts at `time`; its timers run by themselves, `speed` times as fast as the machine's. */
export function createManualClock(time: number, speed = 1): ManualClock {
  const origin = time - 1_000_000;
  let jumpedMs = 0;
  const clock: ManualClock = {
    time,
    jump(ms) {
      jumpedMs += ms;
    },
    wallNow: () => clock.time + jumpedMs,
    monotonicNow: () => clock.time - origin,
    setTimer: (callback, ms) => setTimeout(callback, ms / speed),
  };
  return clock;
}
