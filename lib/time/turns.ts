import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work on less takes less time than waiting. */
const MIN_BYTES = 16 * 1024;

/** Work that takes milliseconds is done one piece after the other, each in its own turn of the event loop: small requests go on between. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Waits for the turn of work on so many bytes. */
  async wait(bytes: number): Promise<void> {
    if (bytes < MIN_BYTES) return;
    this.#last = this.#last.then(() => nextTurn());
    await this.#last;
  }
}
