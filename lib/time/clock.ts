/** The one source of time: tests inject a faster or a movable clock. */
export interface Clock {
  /** Milliseconds from an arbitrary origin; never jumps. Measures every duration. */
  monotonicNow(): number;
  /** Epoch milliseconds; jumps when the system time is set. Only for what other machines understand. */
  wallNow(): number;
  setTimer(callback: () => void, ms: number): NodeJS.Timeout;
}

export const systemClock: Clock = {
  monotonicNow: () => performance.now(),
  wallNow: () => Date.now(),
  setTimer: (callback, ms) => setTimeout(callback, ms),
};
