/** Loads what the address asks for, at once, and again when the response says that it can have changed. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { FrontdeskError } from '../../client/src/index.ts';
import { isExpired } from './session.ts';

export interface Loaded<Value> {
  /** As of the last load that succeeded; kept while a later one fails. */
  readonly value?: Value;
  /** When it was loaded: epoch milliseconds. */
  readonly at?: number;
  /** Of the last load. */
  readonly error?: Error | undefined;
  readonly startedAt?: number | undefined;
}

export interface Load<Value> extends Loaded<Value> {
  /** Loads again, now; `noCache` bypasses Frontdesk's cache. */
  reload(noCache?: boolean): void;
  /** Changes what is shown, as a write that was answered changed it. */
  change(value: Value): void;
}

interface LoadOptions<Value> {
  /** What is asked; undefined while the question is not complete: then nothing is sent. */
  readonly key: string | undefined;
  load(signal: AbortSignal, before: Value | undefined, noCache: boolean): Promise<Value>;
  /** Returns the seconds until it can have changed; without it nothing is loaded again. */
  toWait?(value: Value): number;
}

const RETRY_SECONDS = 30;

export function useLoad<Value>(options: LoadOptions<Value>): Load<Value> {
  const { key } = options;
  const [{ of, ...state }, setState] = useState<Loaded<Value> & { readonly of?: string | undefined }>({});
  const shown: Loaded<Value> = of === key ? state : {};
  const latest = useRef({ options, shown });
  latest.current = { options, shown };
  const [round, setRound] = useState({ number: 0, noCache: false });
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    const change = (part: Loaded<Value>) => {
      if (!controller.signal.aborted)
        setState((before) => ({ ...(before.of === key ? before : {}), ...part, of: key }));
    };
    void follow({ latest, change, signal: controller.signal, noCache: round.noCache });
    return () => controller.abort();
  }, [key, round]);
  const reload = useCallback((noCache = false) => setRound(({ number }) => ({ number: number + 1, noCache })), []);
  const isSignedOut = isExpired.value;
  useEffect(() => {
    // After a new sign-in what was refused is asked again.
    if (!isSignedOut && latest.current.shown.error) reload();
  }, [isSignedOut]);
  const change = (value: Value) => setState({ ...state, of: key, value, at: Date.now() });
  return { ...shown, reload, change };
}

interface Following<Value> {
  readonly latest: { readonly current: { readonly options: LoadOptions<Value>; readonly shown: Loaded<Value> } };
  readonly change: (part: Loaded<Value>) => void;
  readonly signal: AbortSignal;
  readonly noCache: boolean;
}

async function follow<Value>({ latest, change, signal, noCache }: Following<Value>): Promise<void> {
  let before = latest.current.shown.value;
  while (!signal.aborted) {
    let wait: number | undefined;
    change({ startedAt: Date.now() });
    try {
      const value = await latest.current.options.load(signal, before, noCache);
      before = value;
      change({ value, at: Date.now(), error: undefined, startedAt: undefined });
    } catch (error) {
      change({ error: error as Error, startedAt: undefined });
      wait = toRetry(error as Error);
      if (wait === undefined) return;
    }
    const { toWait } = latest.current.options;
    if (toWait === undefined || before === undefined) return;
    await sleep(wait ?? toWait(before), signal);
  }
}

/** Returns the seconds until another try; undefined if it would be refused again. */
export function toRetry(error: Error): number | undefined {
  if (!(error instanceof FrontdeskError)) return RETRY_SECONDS;
  return error.isFinal ? undefined : error.retryAfterSeconds || RETRY_SECONDS;
}

/** Waits, also for the page to be visible. */
async function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(seconds, 3600) * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  if (!document.hidden || signal.aborted) return;
  await new Promise<void>((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });
}
