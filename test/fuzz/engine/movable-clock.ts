/** A clock that can be advanced, and whose timers can be made faster. */
import type { Clock } from '../../../lib/time/clock.ts';

/** Fast enough that a silent upstream times out after tenths of a second, slow enough for a busy processor. */
const SPEED = 10;

export class MovableClock implements Clock {
  #advancedMs = 0;
  #speed = 1;

  wallNow(): number {
    return Date.now() + this.#advancedMs;
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

  /** Makes timers ten times as fast from now on. */
  speedUp(): void {
    this.#speed = SPEED;
  }
}
