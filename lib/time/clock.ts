/** The one source of time. Every wait is measured by it, so that a test can make hours pass in seconds. */

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** How many of the machine's milliseconds make up that many of this clock's: what a timer is set to. */
  toTimerMs(ms: number): number;
}

/** Answers the clock; at a `speed` of 10 it runs ten times as fast as the machine's, and waits are a tenth as long. */
export function createClock(speed = 1): Clock {
  const origin = Date.now();
  return {
    now: () => (speed === 1 ? Date.now() : origin + (Date.now() - origin) * speed),
    toTimerMs: (ms) => ms / speed,
  };
}
