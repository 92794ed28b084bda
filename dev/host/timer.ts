/**
 * Runs a timer-triggered function by its schedule, one invocation at a time, in UTC.
 * Source: azure-webjobs-sdk-extensions TimerListener.cs. No state is kept between starts, so no run is ever past due.
 */
import { Cron } from 'croner';
import type { RpcInput } from './rpc.ts';
import { unsupported } from './unsupported.ts';

export class Timer {
  readonly #cron: Cron;
  #last: Date | undefined;
  #run: (input: RpcInput) => Promise<void> = async () => {};

  /** Takes five or six NCRONTAB fields. Throws an Error if they are invalid, unsupported, or never match. */
  constructor(where: string, schedule: string) {
    this.#cron = parseSchedule(where, schedule, () => this.#fire());
    if (!this.#cron.nextRun()) throw new Error(`${where}: the schedule '${schedule}' never occurs. Change it.`);
  }

  /**
   * The input of an invocation that starts now: the `Timer` object of `@azure/functions`, as serialized by the host.
   */
  toInput(): RpcInput {
    const last = this.#last?.toISOString() ?? '0001-01-01T00:00:00+00:00';
    const next = this.#cron.nextRun()?.toISOString();
    return {
      json: JSON.stringify({
        Schedule: { AdjustForDST: true },
        ScheduleStatus: { Last: last, LastUpdated: last, Next: next },
        IsPastDue: false,
      }),
    };
  }

  /** Calls `run` at every occurrence from now on; `run` must not throw. */
  start(run: (input: RpcInput) => Promise<void>): void {
    this.#run = run;
    this.#cron.resume();
  }

  stop(): void {
    this.#cron.stop();
  }

  async #fire(): Promise<void> {
    const input = this.toInput();
    this.#last = new Date();
    await this.#run(input);
  }
}

/**
 * Day and day of week must both match, as in NCRONTAB. Croner's extensions are refused, because the real host does not
 * know them.
 */
export function parseSchedule(where: string, schedule: string, run: () => Promise<void>): Cron {
  const feature = `the schedule '${schedule}'; use five or six NCRONTAB fields of digits and * , - /`;
  if (!/^[\d*,/\s-]+$/.test(schedule) || /(?:^|[\s,-])7[^\s]*\s*$/.test(schedule)) throw unsupported(where, feature);
  try {
    const options = { mode: '5-or-6-parts', timezone: 'UTC', domAndDow: true, paused: true, protect: true } as const;
    return new Cron(schedule, options, run);
  } catch (cause) {
    throw Object.assign(unsupported(where, feature), { cause });
  }
}
