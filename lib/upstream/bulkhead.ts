/** Bounds how many calls to an upstream are under way, and how many wait. Source: reliability 4.2. */
import type { Clock } from '../time/clock.ts';

export interface BulkheadSize {
  readonly parallel: number;
  readonly queue: number;
}

export interface Bulkhead {
  /**
   * Answers the function that gives the place back, or undefined when the queue is full or no place came within `waitMs`.
   * Places are given in the order of asking.
   */
  enter(waitMs: number): Promise<(() => void) | undefined>;
  /** The same without waiting. */
  tryEnter(): (() => void) | undefined;
  readonly waiting: number;
  readonly inside: number;
}

export function createBulkhead({ parallel, queue }: BulkheadSize, clock: Clock): Bulkhead {
  const waiters: (() => void)[] = [];
  let inside = 0;

  return {
    get waiting() {
      return waiters.length;
    },
    get inside() {
      return inside;
    },
    tryEnter,
    async enter(waitMs) {
      const leave = tryEnter();
      if (leave) return leave;
      if (waiters.length >= queue || waitMs <= 0) return undefined;
      return (await waitForPlace(waitMs)) ? leaveOnce() : undefined;
    },
  };

  function tryEnter(): (() => void) | undefined {
    if (inside >= parallel) return undefined;
    inside++;
    return leaveOnce();
  }

  /** The place is handed over, not freed, when somebody waits. */
  function leaveOnce(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = waiters.shift();
      if (next) next();
      else inside--;
    };
  }

  function waitForPlace(waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = clock.setTimer(() => {
        waiters.splice(waiters.indexOf(admit), 1);
        resolve(false);
      }, waitMs);
      waiters.push(admit);
    });
  }
}
