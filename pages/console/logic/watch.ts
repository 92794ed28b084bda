/** Asks again and again, with the waits that the service asks for, until there is an end. */
import { FrontdeskError } from '../../../client/src/index.ts';
import { readWaitMs } from './progress.ts';

export type WatchState =
  | { readonly kind: 'checking' }
  /** `until` in epoch milliseconds; `problem` if the last check failed. */
  | { readonly kind: 'waiting'; readonly until: number; readonly problem?: string }
  | { readonly kind: 'ended'; readonly error?: Error }
  /** By the user, or because it took too long. */
  | { readonly kind: 'stopped' };

/** Returns the milliseconds to wait before the next check, or how it ended: undefined if well. */
export type Check = (signal: AbortSignal) => Promise<number | Error | undefined>;

/** Whether a failed check says nothing of what is watched: as the client decides it. */
export function isForNow(error: unknown): boolean {
  return !(error instanceof FrontdeskError && error.isFinal);
}

/** Returns the text to show. A browser's own text for a lost connection ("Failed to fetch") does not help the user. */
export function describeError(error: Error): string {
  return error instanceof TypeError ? 'Frontdesk did not respond.' : error.message;
}

const LIMIT_MS = 30 * 60_000;

export class Watch {
  readonly #check: Check;
  readonly #onChange: (state: WatchState) => void;
  readonly #controller = new AbortController();
  readonly #endsAt = performance.now() + LIMIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(check: Check, onChange: (state: WatchState) => void) {
    this.#check = check;
    this.#onChange = onChange;
  }

  wait(ms: number, problem?: string): void {
    if (performance.now() > this.#endsAt) {
      this.stop();
      return;
    }
    this.#onChange({ kind: 'waiting', until: Date.now() + ms, ...(problem === undefined ? {} : { problem }) });
    this.#timer = setTimeout(() => void this.checkNow(), ms);
  }

  async checkNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#onChange({ kind: 'checking' });
    const { signal } = this.#controller;
    try {
      const next = await this.#check(signal);
      if (signal.aborted) return;
      if (typeof next === 'number') this.wait(next);
      else this.#onChange({ kind: 'ended', ...(next && { error: next }) });
    } catch (error) {
      if (!signal.aborted) this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    const seconds = error instanceof FrontdeskError ? error.retryAfterSeconds : undefined;
    if (isForNow(error)) this.wait(readWaitMs(seconds), describeError(error));
    else this.#onChange({ kind: 'ended', error });
  }

  /** Ends without a result; nothing is reported afterwards. */
  close(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  stop(): void {
    this.close();
    this.#onChange({ kind: 'stopped' });
  }
}
