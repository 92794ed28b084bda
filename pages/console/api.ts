/** Calls to Frontdesk: the typed client, with what each exchange looked like from here. */
import { signal } from '@preact/signals';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { createFrontdeskClient, type FrontdeskClient } from '../../client/src/index.ts';
import { PROFILES, type Profile } from '../../lib/profiles.ts';
import type { Config } from './config.ts';
import { refreshControl } from './control.ts';
import type { Exchange } from './logic/live-rows.ts';
import { getToken } from './session.ts';

const MOST_EXCHANGES = 100;

export const exchanges = signal<readonly Exchange[]>([]);

export function createClient(config: Config): FrontdeskClient {
  const profile = PROFILES[config.profile];
  return createFrontdeskClient({
    baseUrl: location.origin,
    getToken: () => getToken(config),
    fetch: (target, init) =>
      observe(toProfilePath(String(target), profile), init ?? {}).finally(() => refreshControl(config)),
  });
}

/** The client speaks the paths of the specification; the live cloud has names of its own for some segments. */
function toProfilePath(target: string, { namespace, documentPath, routePrefix }: Profile): string {
  const { pathname, search } = new URL(target);
  return (
    pathname
      .replace(/\/providers\/Vendor\./g, `/providers/${namespace}.`)
      .replace(/^\/vendor-docs\//, `/${documentPath}/`)
      .replace(/^\/solutions\//, `${routePrefix.backupRestore ?? ''}/solutions/`)
      .replace(/^\/companies\(/, `${routePrefix.businessData ?? ''}/companies(`) + search
  );
}

let lastId = 0;

async function observe(path: string, init: RequestInit): Promise<Response> {
  lastId += 1;
  const begun: Exchange = { id: lastId, method: init.method ?? 'GET', path, time: new Date().toISOString() };
  exchanges.value = [begun, ...exchanges.value].slice(0, MOST_EXCHANGES);
  const startedAt = performance.now();
  const end = (part: Partial<Exchange>) => {
    const durationMs = Math.round(performance.now() - startedAt);
    const ended = { ...begun, ...part, durationMs };
    exchanges.value = exchanges.value.map((each) => (each.id === begun.id ? ended : each));
  };
  try {
    const response = await fetch(path, init);
    const read = (name: string) => response.headers.get(name) ?? undefined;
    end({
      status: response.status,
      requestId: read('x-ms-request-id'),
      cache: read('cache-status'),
      challenge: read('www-authenticate'),
      outcome: read('x-frontdesk-outcome'),
    });
    return response;
  } catch (error) {
    end({ status: 0 });
    throw error;
  }
}

/** Answers the scope or role that a refusal names as missing. */
export function findMissing(requestId: string | undefined): string | undefined {
  const challenge = exchanges.value.find((each) => each.requestId === requestId)?.challenge;
  return /scope="([^"]+)"/.exec(challenge ?? '')?.[1];
}

type CallState<Result> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly startedAt: number; readonly last?: Result | undefined }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: Error };

export interface RunningCall<Input, Result> {
  readonly state: CallState<Result>;
  /** Performs the call and ends the one that still runs. */
  run(input: Input): void;
  /** Performs the last call again. */
  repeat(): void;
  cancel(): void;
}

/** A call that a view makes: at most one at a time, ended with the view. */
export function useCall<Input, Result>(
  perform: (input: Input, signal: AbortSignal) => Promise<Result>,
): RunningCall<Input, Result> {
  const [state, setState] = useState<CallState<Result>>({ kind: 'idle' });
  const running = useRef<AbortController | undefined>(undefined);
  const last = useRef<Input | undefined>(undefined);
  const latest = useRef(perform);
  latest.current = perform;
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback((input: Input) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    last.current = input;
    setState((before) => ({
      kind: 'busy',
      startedAt: Date.now(),
      last: before.kind === 'done' ? before.result : before.kind === 'busy' ? before.last : undefined,
    }));
    const settle = (ended: CallState<Result>) => {
      if (running.current === controller && !controller.signal.aborted) setState(ended);
    };
    settleCall(latest.current, input, controller.signal).then(settle, () => {});
  }, []);
  const repeat = useCallback(() => run(last.current as Input), [run]);
  const cancel = useCallback(() => {
    running.current?.abort();
    setState({ kind: 'idle' });
  }, []);
  return { state, run, repeat, cancel };
}

async function settleCall<Input, Result>(
  perform: (input: Input, signal: AbortSignal) => Promise<Result>,
  input: Input,
  signal: AbortSignal,
): Promise<CallState<Result>> {
  try {
    return { kind: 'done', result: await perform(input, signal) };
  } catch (error) {
    return { kind: 'failed', error: error as Error };
  }
}
