/** The calls to one upstream that are in progress: a shutdown ends them, whatever they wait for. */
import { Problem } from '../http/problem.ts';

export interface Call {
  /** Whether the upstream may have processed an attempt, the present one included. */
  isUnclear: boolean;
}

export class Calls {
  readonly #endings = new Set<() => void>();
  #isEnded = false;

  /** Returns the work's result. @throws Problem `shutting_down` once `end` was called. */
  async run<T>(work: (call: Call) => Promise<T>): Promise<T> {
    if (this.#isEnded) throw createShuttingDown(false);
    const call = { isUnclear: false };
    let end = () => {};
    const ended = new Promise<never>((_, reject) => {
      end = () => reject(createShuttingDown(call.isUnclear));
    });
    this.#endings.add(end);
    try {
      return await Promise.race([work(call), ended]);
    } finally {
      this.#endings.delete(end);
    }
  }

  end(): void {
    this.#isEnded = true;
    for (const end of this.#endings) end();
  }
}

function createShuttingDown(isUnclear: boolean): Problem {
  return new Problem('shutting_down', { outcome: isUnclear ? 'unknown' : 'not-sent' });
}
