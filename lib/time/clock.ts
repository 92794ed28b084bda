/** The one source of time: tests inject a faster or a movable clock. */
export interface Clock {
  /** Epoch milliseconds; jumps when the system time is set. */
  now(): number;
  /** Milliseconds from an arbitrary origin; never jumps. */
  monotonicNow(): number;
  setTimer(callback: () => void, ms: number): NodeJS.Timeout;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  setTimer: (callback, ms) => setTimeout(callback, ms),
};
