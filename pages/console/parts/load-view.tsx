/** What was loaded, with its age; or that it is being loaded; or why it is not there. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatAge, formatTime } from '../logic/format.ts';
import type { Load } from '../use-load.ts';
import { Failure } from './failure.tsx';
import { useNow } from './hooks.ts';
import { Icon } from './icon.tsx';

interface LoadViewProps<Value> {
  readonly load: Load<Value>;
  /** `the jobs of rg-shop`. */
  readonly what: string;
  /** When the service told it, if that is known better than by its arrival. */
  toAsOf?(value: Value, at: number): number;
  /** Whether it does not change while it is shown. */
  readonly isStatic?: boolean;
  readonly children: (value: Value) => ComponentChildren;
}

const SLOW_MS = 4000;

export function LoadView<Value>(props: LoadViewProps<Value>) {
  const { load, what, toAsOf, isStatic = false, children } = props;
  const { value, at, error, isLoading } = load;
  return (
    <>
      {error && (
        <Failure
          error={error}
          what={`${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be read`}
          onRetry={() => load.reload()}
        />
      )}
      {value === undefined && isLoading && <Waiting what={what} />}
      {!isStatic && value !== undefined && <Age asOf={toAsOf?.(value, at) ?? at} load={load} />}
      {value !== undefined && children(value)}
    </>
  );
}

function Waiting({ what }: { readonly what: string }) {
  const [startedAt] = useState(Date.now);
  const isSlow = useNow(500) - startedAt > SLOW_MS;
  return (
    <p class="waiting actions" role="status">
      <span class="spinner" aria-hidden="true" /> {isSlow ? `Still waiting for ${what}…` : `Loading ${what}…`}
    </p>
  );
}

function Age({ asOf, load }: { readonly asOf: number; readonly load: Load<unknown> }) {
  const now = useNow(1000);
  return (
    <p class="age actions">
      <span title={formatTime(new Date(asOf).toISOString())}>
        {load.error && <Icon name="warning" />} As of {formatAge(now - asOf)}
      </span>
      <button
        type="button"
        class="ghost small"
        disabled={load.isLoading}
        onClick={() => load.reload(true)}
        title="Bypasses the cache"
      >
        <Icon name="refresh" /> Refresh
      </button>
    </p>
  );
}
