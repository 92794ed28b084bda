import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { RunningCall } from '../api.ts';
import { formatMs } from '../logic/format.ts';
import { Failure } from './failure.tsx';
import { useNow } from './use-now.ts';

interface CallViewProps<Input, Result> {
  readonly call: RunningCall<Input, Result>;
  /** What is waited for: `the restore points`. */
  readonly what: string;
  readonly idle: ComponentChildren;
  readonly children: (result: Result) => ComponentChildren;
}

/** A call in each of its states: not made, running, failed, answered. */
export function CallView<Input, Result>({ call, what, idle, children }: CallViewProps<Input, Result>) {
  const { state } = call;
  switch (state.kind) {
    case 'idle':
      return <div class="empty">{idle}</div>;
    case 'busy':
      return <Progress what={what} startedAt={state.startedAt} onCancel={call.cancel} />;
    case 'failed':
      return <Failure error={state.error} onRetry={call.repeat} />;
    case 'done':
      return <Answered result={state.result}>{children(state.result)}</Answered>;
  }
}

/** Brings an answer into sight that came below what is seen. */
function Answered({ result, children }: { readonly result: unknown; readonly children: ComponentChildren }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { top = 0 } = ref.current?.getBoundingClientRect() ?? {};
    if (top > innerHeight * 0.7) scrollBy({ top: top - innerHeight * 0.3, behavior: 'smooth' });
  }, [result]);
  return (
    <div class="answered" ref={ref}>
      {children}
    </div>
  );
}

const SLOW_MS = 4000;

interface ProgressProps {
  readonly what: string;
  readonly startedAt: number;
  readonly onCancel: () => void;
}

function Progress({ what, startedAt, onCancel }: ProgressProps) {
  const elapsed = useNow(100) - startedAt;
  return (
    <div class="progress" aria-busy="true">
      <div class="progress-line">
        <span class="spinner" aria-hidden="true" />
        <span role="status">
          {elapsed > SLOW_MS
            ? `Still waiting for ${what}. Frontdesk repeats what fails on the way.`
            : `Waiting for ${what}…`}
        </span>
        <span class="muted" aria-hidden="true">
          {formatMs(elapsed)}
        </span>
        <button type="button" class="ghost" onClick={onCancel}>
          Cancel
        </button>
      </div>
      <div class="skeleton" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
