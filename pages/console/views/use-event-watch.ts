/** Keeps the shown events up to date, at the pace that the responses tell. */
import { useEffect, useState } from 'preact/hooks';
import type { FrontdeskClient } from '../../../client/src/index.ts';
import { watch } from '../../../client/src/watch.ts';
import { useConsole } from '../context.ts';
import { compareEvents, type EventChanges } from '../logic/event-groups.ts';
import { findSoonest, type LoadedEvents, loadEvents } from '../logic/load-events.ts';
import { describeError } from '../logic/watch.ts';
import { announce } from '../parts/announce.tsx';

export interface EventWatch {
  /** As of the last change. */
  readonly loaded: LoadedEvents;
  /** The last changes. */
  readonly changes: EventChanges;
  /** When the service was last asked, with success: epoch milliseconds. */
  readonly checkedAt: number;
  /** Of the last check. */
  readonly problem?: string | undefined;
  /** Whether a refusal ended it. */
  readonly hasEnded?: boolean;
}

const NO_CHANGES: EventChanges = new Map();
const FRESH_MS = 2000;

interface StartedWatch extends EventWatch {
  readonly first: LoadedEvents;
}

const startAt = (first: LoadedEvents): StartedWatch => ({
  ...{ first, loaded: first, changes: NO_CHANGES, checkedAt: Date.now() },
});

export function useEventWatch(first: LoadedEvents, isOn: boolean): EventWatch {
  const { client } = useConsole();
  const [state, setState] = useState<StartedWatch>(() => startAt(first));
  const current = state.first === first ? state : startAt(first);
  if (current !== state) setState(current);
  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const change = (part: Partial<EventWatch>) => {
      if (!controller.signal.aborted) setState((before) => ({ ...before, ...part }));
    };
    change({ problem: undefined, hasEnded: false });
    void follow(client, current, controller.signal, change).catch((error: Error) =>
      change({ problem: describeError(error), hasEnded: true }),
    );
    return () => controller.abort();
  }, [first, isOn]);
  return current;
}

/** Watches all pages as one list, since what changed may be on any. Rejects with a refusal. */
async function follow(
  client: FrontdeskClient,
  start: EventWatch,
  signal: AbortSignal,
  onChange: (part: Partial<EventWatch>) => void,
): Promise<void> {
  const { noCache: _, ...query } = start.loaded.query;
  let shown = start.loaded;
  let latest = shown;
  // What has just been loaded is not asked for at once: its headers tell when to.
  let isDue = Date.now() - start.checkedAt > FRESH_MS;
  const listSubscriptionHealthEvents = async (_input: unknown, options: { readonly signal?: AbortSignal }) => {
    if (isDue) {
      latest = await loadEvents(client, query, options, latest.pages);
      onChange({ checkedAt: Date.now(), problem: undefined });
    }
    isDue = true;
    return { ...findSoonest(latest), body: { value: latest.events } };
  };
  const all = { listSubscriptionHealthEvents } as unknown as FrontdeskClient;
  const onError = (error: unknown) => onChange({ problem: describeError(error as Error) });
  for await (const _response of watch(
    all,
    'listSubscriptionHealthEvents',
    { subscriptionId: '' },
    { signal, onError },
  )) {
    const changes = compareEvents(shown.events, latest.events);
    if (latest === shown) continue;
    shown = latest;
    onChange({ loaded: latest, changes });
    announce(`The events changed: ${changes.size} are new or updated.`);
  }
}
