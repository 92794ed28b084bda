/** A clock for simulations: its time jumps from one timer to the next. */
import type { Clock } from '../../lib/time/clock.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
  /** Of the real clock, which never fires: what `clearTimeout` is called with. */
  readonly handle: NodeJS.Timeout;
}

const NEVER_MS = 2 ** 31 - 1;

export class VirtualClock implements Clock {
  #now = 0;
  /** By time, the next one last. */
  readonly #timers: Timer[] = [];

  readonly monotonicNow = () => this.#now;
  readonly wallNow = () => this.#now;
  readonly setTimer = (run: () => void, ms: number): NodeJS.Timeout => {
    const handle = setTimeout(() => {}, NEVER_MS).unref();
    const at = this.#now + Math.max(0, ms);
    let place = this.#timers.length;
    while (place > 0 && (this.#timers[place - 1] as Timer).at <= at) place--;
    this.#timers.splice(place, 0, { at, run, handle });
    return handle;
  };

  /** Runs the timers before `endMs`, and what they start. */
  async run(endMs: number): Promise<void> {
    for (let timer = this.#timers.pop(); timer && timer.at < endMs; timer = this.#timers.pop()) {
      if (Reflect.get(timer.handle, '_destroyed')) continue;
      clearTimeout(timer.handle);
      this.#now = timer.at;
      timer.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const { handle } of this.#timers.splice(0)) clearTimeout(handle);
  }
}
