/** Loads what the first request would otherwise wait for: keys, tokens, connections, and the code behind them. Never fails. */
import { describeCause, SafeError } from '../http/problem.ts';
import type { Log } from '../observability/request-record.ts';
import type { Clock } from '../time/clock.ts';
import { withTimeout } from '../time/deadline.ts';

/** What is loaded, by the name in the log. */
export type WarmUpTasks = Readonly<Record<string, () => Promise<unknown>>>;

export type WarmUp = (log: Log) => Promise<void>;

/** The platform holds requests back during the warm-up. */
const DEADLINE_MS = 5_000;

/** Returns a warm-up that logs one record: `ok` or the reason for each task. */
export function createWarmUp(tasks: WarmUpTasks, clock: Clock): WarmUp {
  return async (log) => {
    const startedAt = performance.now();
    const results = await Promise.all(
      Object.entries(tasks).map(async ([name, task]) => [name, await attempt(task, clock)] as const),
    );
    const durationMs = Math.round(performance.now() - startedAt);
    log({ operation: 'warmup', ...Object.fromEntries(results), durationMs });
  };
}

async function attempt(task: () => Promise<unknown>, clock: Clock): Promise<string> {
  try {
    await withTimeout(clock, task(), DEADLINE_MS, () => new SafeError('late'));
    return 'ok';
  } catch (cause) {
    return describeCause(cause) ?? 'failed';
  }
}
