/** Measures how long the machine did not run this process, and repeats tests of time that failed because of it. */
const INTERVAL_MS = 10;
/** A tenth of an attempt with a clock of speed 10. On a quiet machine no cell stalls for this long, except with the largest bodies. */
const STALLED_MS = 30;
const MAX_RUNS = 3;

/** Milliseconds of real time: tests advance `performance.now()`. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

/** Counts from its creation how long the event loop was blocked. Frontdesk, its emulators and the test share the loop. */
export class StallMeter {
  readonly #timer = setInterval(() => this.#tick(), INTERVAL_MS);
  #last = now();
  #stalledMs = 0;

  /** Returns the total, in milliseconds. */
  stop(): number {
    clearInterval(this.#timer);
    this.#tick();
    return this.#stalledMs;
  }

  #tick(): void {
    const lateMs = now() - this.#last - INTERVAL_MS;
    this.#last = now();
    if (lateMs > INTERVAL_MS) this.#stalledMs += lateMs;
  }
}

/**
 * Runs a time-sensitive test. If it fails and the process was stalled, the failure proves nothing: it runs again, up to three times.
 * A failure without a stall is final. `reset` removes the effects of a failed run.
 */
export async function retryIfStalled(run: () => Promise<void>, reset: () => Promise<void>): Promise<void> {
  for (let runs = 1; ; runs++) {
    const stall = new StallMeter();
    try {
      await run();
      stall.stop();
      return;
    } catch (failure) {
      const stalledMs = stall.stop();
      await reset();
      if (stalledMs < STALLED_MS || runs >= MAX_RUNS) throw failure;
    }
  }
}
