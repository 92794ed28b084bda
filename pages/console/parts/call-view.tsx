import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatMs } from '../logic/format.ts';
import type { RunningCall } from '../use-call.ts';
import { Failure } from './failure.tsx';
import { Icon } from './icon.tsx';
import { useNow } from './use-now.ts';

interface CallViewProps<Input, Value> {
  readonly call: RunningCall<Input, Value>;
  /** Used in `Waiting for …`: `the restore points`. */
  readonly what: string;
  readonly idle: ComponentChildren;
  readonly children: (result: Value) => ComponentChildren;
}

/** Renders a call in each state: idle, running, failed, done. */
export function CallView<Input, Value>({ call, what, idle, children }: CallViewProps<Input, Value>) {
  const { state } = call;
  switch (state.kind) {
    case 'idle':
      return <div class="empty">{idle}</div>;
    case 'busy':
      return <Progress what={what} startedAt={state.startedAt} onCancel={call.cancel} />;
    case 'failed':
      return (
        <Failure
          error={state.error}
          onRetry={call.repeat}
          check={state.check}
          onCheck={call.check}
          onShow={call.show}
        />
      );
    case 'done':
      return (
        <Result result={state.result}>
          {state.note && (
            <p class="note">
              <Icon name="search" /> {state.note}
            </p>
          )}
          {children(state.result)}
        </Result>
      );
  }
}

/** Scrolls to a result that is below the visible part of the page. */
function Result({ result, children }: { readonly result: unknown; readonly children: ComponentChildren }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus is gone: a button of the result before.
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    const { top = 0 } = ref.current?.getBoundingClientRect() ?? {};
    if (top > innerHeight * 0.7) scrollBy({ top: top - innerHeight * 0.3, behavior: 'smooth' });
  }, [result]);
  return (
    <div class="result" ref={ref} tabIndex={-1}>
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
          {elapsed > SLOW_MS ? `Still waiting for ${what}; Frontdesk is retrying.` : `Waiting for ${what}…`}
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
