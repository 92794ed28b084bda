/** How long the event loop's turns are, in CPU time: other work on the machine does not count, the fuzz's own does. */

const RESOLUTION_MS = 5;

export interface Turns {
  /** Milliseconds; within five. */
  readonly longestMs: number;
  readonly over20Ms: number;
}

/** Returns a function that returns what was measured until then. */
export function measureTurns(): () => Turns {
  let [longestMs, over20Ms] = [0, 0];
  let last = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    const ms = (user + system) / 1_000 - RESOLUTION_MS;
    longestMs = Math.max(longestMs, ms);
    if (ms > 20) over20Ms++;
  }, RESOLUTION_MS).unref();
  return () => {
    clearInterval(timer);
    return { longestMs, over20Ms };
  };
}
