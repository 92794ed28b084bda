/** Loads what the address asks for, at once, and again when the response says that it can have changed: TanStack Query's core. */

import { effect } from '@preact/signals';
import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/query-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FrontdeskError } from '../../../client/src/index.ts';
import { formatAge, formatTime } from '../logic/format.ts';
import { isExpired } from '../session.ts';
import { Failure } from './failure.tsx';
import { useNow } from './hooks.ts';
import { Icon } from './values.tsx';

export interface Load<Value> {
  /** As of the last load that succeeded; kept while a later one fails. */
  readonly value: Value | undefined;
  /** When it was loaded: epoch milliseconds. */
  readonly at: number;
  /** Of the last load. */
  readonly error: Error | null;
  readonly isLoading: boolean;
  /** Loads again, now; `noCache` bypasses Frontdesk's cache, once. */
  reload(noCache?: boolean): void;
  /** Changes what is loaded, as a write that was answered changed it; does nothing before it is loaded. */
  change(update: (value: Value) => Value): void;
}

interface LoadOptions<Value> {
  /** What is asked; undefined while the question is not complete: then nothing is sent. */
  readonly key: string | undefined;
  load(signal: AbortSignal, before: Value | undefined, noCache: boolean): Promise<Value>;
  /** Whether it is kept for later pages: it is the same for everybody. */
  readonly isKept?: boolean;
  /** Returns the seconds until it can have changed; without it nothing is loaded again. */
  toWait?(value: Value): number;
}

const RETRY_SECONDS = 30;
const MAX_SECONDS = 3600;

const queries = new QueryClient({
  // What no page shows is not kept: another user's page begins empty.
  defaultOptions: { queries: { retry: false, gcTime: 0, networkMode: 'always', structuralSharing: false } },
});

// From now on what became stale while the page was hidden is loaded when it is seen.
queries.mount();

// What was refused is loaded again in a new session.
effect(() => {
  if (!isExpired.value) void queries.refetchQueries({ predicate: ({ state }) => state.error !== null });
});

export function useLoad<Value>(options: LoadOptions<Value>): Load<Value> {
  const { key } = options;
  const queryKey = [key];
  const isForced = useRef(false);
  const described = toQuery(options, isForced);
  const observer = useMemo(() => new QueryObserver<Value>(queries, described), []);
  const [, show] = useState({});
  useEffect(() => observer.subscribe(() => show({})), [observer]);
  useEffect(() => observer.setOptions(described));
  const { data, dataUpdatedAt, error, fetchStatus } = observer.getOptimisticResult(
    queries.defaultQueryOptions(described),
  );
  return {
    ...{ value: data, at: dataUpdatedAt, error, isLoading: fetchStatus === 'fetching' },
    reload: (noCache = false) => {
      isForced.current = noCache;
      void observer.refetch();
    },
    change: (update) => {
      // A load that began before the write may have read what was there before it.
      const isLate = queries.isFetching({ queryKey, exact: true }) > 0;
      void queries.cancelQueries({ queryKey, exact: true });
      queries.setQueryData<Value>(queryKey, (value) => value && update(value));
      if (isLate) void queries.refetchQueries({ queryKey, exact: true });
    },
  };
}

function toQuery<Value>(
  { key, load, toWait, isKept }: LoadOptions<Value>,
  isForced: { current: boolean },
): QueryObserverOptions<Value> {
  const toSeconds = (value: Value | undefined, error: Error | null): number | undefined => {
    const seconds = error ? toRetry(error) : value !== undefined && toWait?.(value);
    return toWait && typeof seconds === 'number' ? Math.min(seconds, MAX_SECONDS) : undefined;
  };
  return {
    queryKey: [key],
    enabled: key !== undefined,
    ...(isKept && { gcTime: Number.POSITIVE_INFINITY }),
    queryFn: ({ signal }) => {
      const noCache = isForced.current;
      isForced.current = false;
      return load(signal, queries.getQueryData<Value>([key]), noCache);
    },
    staleTime: ({ state }) => 1000 * (toSeconds(state.data, null) ?? Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) => 1000 * (toSeconds(state.data, state.error) ?? 0) || false,
  };
}

/** Returns the seconds until another try; undefined if it would be refused again. */
export function toRetry(error: Error): number | undefined {
  if (!(error instanceof FrontdeskError)) return RETRY_SECONDS;
  return error.isFinal ? undefined : error.retryAfterSeconds || RETRY_SECONDS;
}

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
