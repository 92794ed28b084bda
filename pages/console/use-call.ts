/** State of a call that a view makes: at most one at a time, aborted when the view closes. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export type CallState<Result> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly startedAt: number }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: Error };

export interface RunningCall<Input, Result> {
  readonly state: CallState<Result>;
  /** Starts a call and aborts the running one. */
  run(input: Input): void;
  /** Repeats the last call. */
  repeat(): void;
  cancel(): void;
}

type Perform<Input, Result> = (input: Input, signal: AbortSignal) => Promise<Result>;

export function useCall<Input, Result>(perform: Perform<Input, Result>): RunningCall<Input, Result> {
  const [state, setState] = useState<CallState<Result>>({ kind: 'idle' });
  const running = useRef<AbortController | undefined>(undefined);
  const lastInput = useRef<Input | undefined>(undefined);
  const latest = useRef(perform);
  latest.current = perform;
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback((input: Input) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    lastInput.current = input;
    setState({ kind: 'busy', startedAt: Date.now() });
    void settle(latest.current(input, controller.signal)).then((settled) => {
      if (!controller.signal.aborted) setState(settled);
    });
  }, []);
  const repeat = useCallback(() => run(lastInput.current as Input), [run]);
  const cancel = useCallback(() => {
    running.current?.abort();
    setState({ kind: 'idle' });
  }, []);
  return { state, run, repeat, cancel };
}

async function settle<Result>(result: Promise<Result>): Promise<CallState<Result>> {
  try {
    return { kind: 'done', result: await result };
  } catch (error) {
    return { kind: 'failed', error: error as Error };
  }
}
