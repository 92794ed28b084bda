/** What the machine takes away: for how long this process stood still, and what is to be seen again because of it. */
import type { TestContext } from 'vitest';
import { report } from './figures.ts';

const BEAT_MS = 10;
/** A tenth of a try by a clock of speed 10. Of a quiet machine no cell loses as much, but for the largest answers. */
const DISTURBED_MS = 30;
const MOST_RUNS = 3;

interface Stall {
  /** Answers the milliseconds of all that was lost. */
  end(): number;
  /** Ends, too; answers the milliseconds of the longest block alone. */
  longest(): number;
}

/** Counts the time for which the process stood still: Frontdesk, its edges and the test share it, and the machine others. */
export function measureStall(): Stall {
  let stalledMs = 0;
  let longestMs = 0;
  let last = performance.now();
  const beat = () => {
    const lateMs = performance.now() - last - BEAT_MS;
    last = performance.now();
    if (lateMs <= BEAT_MS) return;
    stalledMs += lateMs;
    longestMs = Math.max(longestMs, lateMs);
  };
  const timer = setInterval(beat, BEAT_MS);
  const end = () => {
    clearInterval(timer);
    beat();
    return stalledMs;
  };
  return {
    end,
    longest() {
      end();
      return longestMs;
    },
  };
}

/**
 * Runs what is bound to a clock that goes on while the process cannot. Where it fails and the process stood still meanwhile,
 * nothing was shown, and it runs anew, thrice at most; what had to is told beside the figures. A failure of its own stands.
 * `heal` leaves nothing of a failed run to the next one, nor to the next test.
 */
export async function runUndisturbed(
  context: TestContext,
  run: () => Promise<void>,
  heal: () => Promise<void>,
): Promise<void> {
  for (let runs = 1; ; runs++) {
    const stall = measureStall();
    try {
      await run();
      stall.end();
      return;
    } catch (failure) {
      const stalledMs = stall.end();
      await heal();
      if (stalledMs < DISTURBED_MS || runs >= MOST_RUNS) throw failure;
      report(
        context,
        `run ${runs + 1} times: the process stood still for ${Math.round(stalledMs)} ms in the one before`,
      );
    }
  }
}
