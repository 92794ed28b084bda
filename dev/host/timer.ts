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
  /** Fires `run` at each occurrence from now on, and at once for `runOnStartup`. `run` must not throw. */
  start(run: (input: RpcInput) => Promise<void>): void;
  stop(): void;
}

/** Reads a timer trigger's schedule, `%SETTING%` resolved. Throws when it is not NCRONTAB or never occurs. */
export function parseTimerSchedule({ schedule = '' }: Binding): Schedule {
  const resolved = schedule.replace(/%([^%]+)%/g, (_, name: string) => {
    const value = process.env[name];
    if (value === undefined) {
      throw new Error(`'%${name}%' does not resolve to a value.`);
    }
    return value;
  });
  const parsed = parseNcrontab(resolved);
  findNextOccurrence(parsed, new Date());
  return parsed;
}

/** Makes the timer of one trigger; it waits for `start`. */
export function createTimer(trigger: Binding): Timer {
  const schedule = parseTimerSchedule(trigger);
  let last: Date | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let isStopped = false;

  const toInput = () => ({ json: JSON.stringify(describeTimer(schedule, last)) });
  return {
    toInput,
    start(run) {
      const fire = async (due: Date) => {
        const input = toInput();
        last = new Date();
        await run(input);
        // A timeout may end a little early: the same occurrence must not come twice.
        waitFor(findNextOccurrence(schedule, new Date(Math.max(Date.now(), due.getTime()))));
      };
      const waitFor = (due: Date) => {
        const remainingMs = due.getTime() - Date.now();
        if (!isStopped) {
          waiting = setTimeout(
            () => (remainingMs > longestWaitMs ? waitFor(due) : void fire(due)),
            Math.min(remainingMs, longestWaitMs),
          );
        }
      };
      if (trigger.runOnStartup) {
        void fire(new Date());
      } else {
        waitFor(findNextOccurrence(schedule, new Date()));
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(waiting);
    },
  };
}

function describeTimer(schedule: Schedule, last: Date | undefined) {
  const lastRun = last?.toISOString() ?? '0001-01-01T00:00:00+00:00';
  return {
    Schedule: { AdjustForDST: true },
    ScheduleStatus: {
      Last: lastRun,
      LastUpdated: lastRun,
      Next: findNextOccurrence(schedule, new Date()).toISOString(),
    },
    IsPastDue: false,
  };
}
