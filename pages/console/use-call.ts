/** State of a call that a view makes: at most one at a time, aborted when the view closes. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { isOutcomeOpen, StoppedWaiting } from './logic/open-outcome.ts';

/** What a check found of a write whose outcome is not known. */
export interface Verdict<Result> {
  readonly hasHappened: boolean;
  /** For the user, in one sentence. */
  readonly text: string;
  /** What is there now; undefined if nothing is. */
  readonly result?: Result | undefined;
}

/** The check of a write; a write that has none can be repeated. */
export type CheckState<Result> =
  | { readonly kind: 'offered' | 'running' }
  | { readonly kind: 'ended'; readonly verdict: Verdict<Result> };

export type CallState<Result> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly startedAt: number }
  /** `note` says how it became known. */
  | { readonly kind: 'done'; readonly result: Result; readonly note?: string }
  | { readonly kind: 'failed'; readonly error: Error; readonly check?: CheckState<Result> };

export interface RunningCall<Input, Result> {
  readonly state: CallState<Result>;
  /** Starts a call and aborts the running one. */
  run(input: Input): void;
  /** Repeats the last call. */
  repeat(): void;
  /** Stops waiting. What became of a write is then not known. */
  cancel(): void;
  /** Reads what became of a write whose outcome is not known. */
  check(): void;
  /** Shows what a check has found. */
  show(): void;
}

type Perform<Input, Result> = (input: Input, signal: AbortSignal) => Promise<Result>;

type Check<Result> = (signal: AbortSignal) => Promise<Verdict<Result>>;

/** Returns the check of a write; undefined for a call that may be repeated. */
export type ToCheck<Input, Result> = (input: Input) => Check<Result> | undefined;

export function useCall<Input, Result>(
  perform: Perform<Input, Result>,
  toCheck?: ToCheck<Input, Result>,
): RunningCall<Input, Result> {
  const [state, setState] = useState<CallState<Result>>({ kind: 'idle' });
  const runner = useMemo(() => new Runner<Input, Result>(setState), []);
  runner.perform = perform;
  runner.toCheck = toCheck;
  useEffect(() => () => runner.abort(), [runner]);
  return { state, ...runner.actions };
}

class Runner<Input, Result> {
  perform: Perform<Input, Result> | undefined;
  toCheck: ToCheck<Input, Result> | undefined;
  readonly actions = {
    run: (input: Input) => this.#run(input),
    repeat: () => this.#run(this.#input as Input),
    cancel: () => this.#cancel(),
    check: () => void this.#check(),
    show: () => this.#show(),
  };
  readonly #onChange: (state: CallState<Result>) => void;
  #state: CallState<Result> = { kind: 'idle' };
  #controller: AbortController | undefined;
  #input: Input | undefined;

  constructor(onChange: (state: CallState<Result>) => void) {
    this.#onChange = onChange;
  }

  abort(): void {
    this.#controller?.abort();
  }

  #begin(state: CallState<Result>): AbortSignal {
    this.abort();
    this.#controller = new AbortController();
    this.#set(state);
    return this.#controller.signal;
  }

  #set(state: CallState<Result>): void {
    this.#state = state;
    this.#onChange(state);
  }

  #run(input: Input): void {
    this.#input = input;
    const signal = this.#begin({ kind: 'busy', startedAt: Date.now() });
    void this.#settle(input, signal).then((settled) => signal.aborted || this.#set(settled));
  }

  async #settle(input: Input, signal: AbortSignal): Promise<CallState<Result>> {
    try {
      return { kind: 'done', result: (await this.perform?.(input, signal)) as Result };
    } catch (error) {
      return this.#fail(error as Error);
    }
  }

  #fail(error: Error): CallState<Result> {
    const isChecked = isOutcomeOpen(error) && this.#findCheck() !== undefined;
    return { kind: 'failed', error, ...(isChecked && { check: { kind: 'offered' } }) };
  }

  #findCheck(): Check<Result> | undefined {
    return this.toCheck?.(this.#input as Input);
  }

  #cancel(): void {
    const isWrite = this.#state.kind === 'busy' && this.#findCheck() !== undefined;
    this.abort();
    this.#set(isWrite ? this.#fail(new StoppedWaiting()) : { kind: 'idle' });
  }

  async #check(): Promise<void> {
    const failed = this.#state;
    const check = this.#findCheck();
    if (failed.kind !== 'failed' || check === undefined) return;
    const signal = this.#begin({ ...failed, check: { kind: 'running' } });
    const verdict = await check(signal).catch(toUnread);
    if (signal.aborted) return;
    this.#set({ ...failed, check: { kind: 'ended', verdict } });
    if (verdict.hasHappened) this.#show();
  }

  #show(): void {
    const { check } = this.#state.kind === 'failed' ? this.#state : {};
    if (check?.kind !== 'ended') return;
    const { result, text } = check.verdict;
    this.#set({ kind: 'done', result: result as Result, note: text });
  }
}

function toUnread({ message }: Error): Verdict<never> {
  return { hasHappened: false, text: `It could not be read: ${message}` };
}
