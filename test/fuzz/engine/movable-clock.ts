/** A clock that can be advanced, and whose timers can be made faster. */
import type { Clock } from '../../../lib/time/clock.ts';

const DAY_MS = 86_400_000;

export class MovableClock implements Clock {
  #advancedMs = 0;
  #speed = 1;

  /** Jumps back once a day: no token lives longer. */
  wallNow(): number {
    return Date.now() + (this.#advancedMs % DAY_MS);
  }

  monotonicNow(): number {
    return performance.now() * this.#speed + this.#advancedMs;
  }

  setTimer(callback: () => void, ms: number): NodeJS.Timeout {
    return setTimeout(callback, ms / this.#speed);
  }

  advance(ms: number): void {
    this.#advancedMs += ms;
  }

  /** Makes timers `speed` times as fast from now on. */
  speedUp(speed: number): void {
    this.#speed = speed;
  }
}
