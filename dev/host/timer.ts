/**
 * Fires timer-triggered functions at their schedules, one invocation of a function at a time.
 * Source: azure-webjobs-sdk-extensions TimerListener.cs. Nothing is kept between starts, so no run is ever past due.
 */
import { findNextOccurrence, parseNcrontab, type Schedule } from './ncrontab.ts';
import type { Binding, RpcInput } from './rpc.ts';

/** setTimeout takes at most 2^31 - 1 ms: a later occurrence is waited for in days. */
const longestWaitMs = 24 * 60 * 60 * 1000;

export interface Timer {
  /** What the function is invoked with now: the `Timer` object of `@azure/functions`, as the host serialises it. */
  toInput(): RpcInput;
  stop(): void;
}

/**
 * Reads a trigger's schedule, `%SETTING%` resolved, and fires `run` at each occurrence until stopped.
 * With `isRunning` false it only makes inputs. `run` must not throw. Throws on a schedule that is not NCRONTAB.
 */
export function startTimer(trigger: Binding, isRunning: boolean, run: (input: RpcInput) => Promise<void>): Timer {
  const schedule = parseNcrontab(resolveSettings(trigger.schedule ?? ''));
  let last: Date | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let isStopped = !isRunning;

  const toInput = () => ({ json: JSON.stringify(describeTimer(schedule, last)) });
  const fire = async () => {
    const input = toInput();
    last = new Date();
    await run(input);
    wait();
  };
  const wait = (due = findNextOccurrence(schedule, new Date())) => {
    if (!isStopped) {
      const remainingMs = due.getTime() - Date.now();
      waiting = setTimeout(() => (remainingMs > longestWaitMs ? wait(due) : void fire()), Math.min(remainingMs, longestWaitMs));
    }
  };
  if (isRunning && trigger.runOnStartup) {
    void fire();
  } else {
    wait();
  }
  return {
    toInput,
    stop() {
      isStopped = true;
      clearTimeout(waiting);
    },
  };
}

function describeTimer(schedule: Schedule, last: Date | undefined) {
  return {
    Schedule: { AdjustForDST: true },
    ScheduleStatus: {
      Last: last?.toISOString() ?? '0001-01-01T00:00:00+00:00',
      LastUpdated: last?.toISOString() ?? '0001-01-01T00:00:00+00:00',
      Next: findNextOccurrence(schedule, new Date()).toISOString(),
    },
    IsPastDue: false,
  };
}

function resolveSettings(expression: string): string {
  return expression.replace(/%([^%]+)%/g, (_, name: string) => {
    const value = process.env[name];
    if (value === undefined) {
      throw new Error(`'%${name}%' does not resolve to a value.`);
    }
    return value;
  });
}
