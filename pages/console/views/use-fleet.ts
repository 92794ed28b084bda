/** Keeps the health of many resources up to date: what is due together is one batch. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { BatchingClient } from '../../../client/src/batch.ts';
import type { FrontdeskClient } from '../../../client/src/index.ts';
import { watch } from '../../../client/src/watch.ts';
import { createBatching } from '../api.ts';
import { useConsole } from '../context.ts';
import { type FleetOutcome, type FleetRow, NEW, toNextRow, toWaitSeconds } from '../logic/fleet.ts';
import { type LoadedEvents, loadEvents } from '../logic/load-events.ts';
import { describeError } from '../logic/watch.ts';

interface FleetState {
  /** By id. */
  readonly rows: ReadonlyMap<string, FleetRow>;
  /** When the service was last asked, with success: epoch milliseconds. */
  readonly checkedAt?: number;
  /** If the last check could read nothing. */
  readonly problem?: string | undefined;
}

export interface Fleet {
  readonly rows: readonly FleetRow[];
  readonly watch: Omit<FleetState, 'rows'>;
  /** Asks for one resource again, now. */
  retry(id: string): void;
}

export function useFleet(ids: readonly string[], isOn: boolean): Fleet {
  const { config } = useConsole();
  const [state, setState] = useState<FleetState>({ rows: new Map() });
  const [retries, setRetries] = useState(0);
  const checker = useMemo(() => new Checker(createBatching(config), setState), [config]);
  const key = ids.map((id) => id.toLowerCase()).sort();
  useEffect(() => {
    const controller = new AbortController();
    // It ends with its signal only: the rows show failures.
    void (isOn ? checker.follow(ids, controller.signal) : checker.checkNew(ids, controller.signal));
    return () => controller.abort();
  }, [key.join('\n'), isOn, retries, checker]);
  const { rows, ...line } = state;
  return {
    rows: ids.map((id) => rows.get(id) ?? toNew(id)),
    watch: line,
    retry(id) {
      checker.forget(id);
      setRetries(retries + 1);
    },
  };
}

const toNew = (id: string): FleetRow => ({ id, dueAt: NEW });

class Checker {
  readonly #client: BatchingClient;
  readonly #onChange: (state: FleetState) => void;
  #state: FleetState = { rows: new Map() };

  constructor(client: BatchingClient, onChange: (state: FleetState) => void) {
    this.#client = client;
    this.#onChange = onChange;
  }

  /** Makes a resource due. */
  forget(id: string): void {
    const row = this.#state.rows.get(id);
    if (row) this.#change([{ ...row, dueAt: NEW }], {});
  }

  /** Asks once for those that were never asked for. */
  async checkNew(ids: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#check(
      this.#list(ids).filter(({ dueAt }) => dueAt === NEW),
      signal,
    );
  }

  /** Asks for each when it is due, until `signal` aborts; not in a hidden tab. */
  async follow(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const listSubscriptionHealthEvents = async (_input: unknown, options: { readonly signal: AbortSignal }) => {
      const due = this.#list(ids).filter(({ dueAt }) => dueAt <= performance.now());
      await this.#check(due, options.signal);
      const seconds = toWaitSeconds(this.#list(ids), performance.now());
      return { status: 200, headers: new Headers({ 'cache-control': `max-age=${seconds}` }) };
    };
    const all = { listSubscriptionHealthEvents } as unknown as FrontdeskClient;
    const checks = watch(all, 'listSubscriptionHealthEvents', { subscriptionId: '' }, { signal });
    // There is no body to yield.
    await checks.next();
  }

  #list(ids: readonly string[]): readonly FleetRow[] {
    return ids.map((id) => this.#state.rows.get(id) ?? toNew(id));
  }

  async #check(rows: readonly FleetRow[], signal: AbortSignal): Promise<void> {
    if (rows.length === 0) return;
    const outcomes: readonly FleetOutcome[] = await this.#client.batch(rows.map((row) => this.#ask(row, signal)));
    if (signal.aborted) return;
    const now = { monotonic: performance.now(), wall: Date.now() };
    const next = rows.map((row, index) => toNextRow(row, outcomes[index] as FleetOutcome, now));
    const isRead = next.some(({ error }) => error === undefined);
    this.#change(
      next,
      isRead
        ? { checkedAt: now.wall, problem: undefined }
        : { problem: next[0]?.error && describeError(next[0].error) },
    );
  }

  /** Loads all pages: the worst may be on any. */
  #ask({ id, pages }: FleetRow, signal: AbortSignal): Promise<LoadedEvents> {
    const query = { scope: 'resource', target: id, filter: "status eq 'Active'", days: 0 } as const;
    return loadEvents(this.#client, query, { signal }, pages);
  }

  #change(rows: readonly FleetRow[], part: Partial<FleetState>): void {
    const changed = rows.map((row) => [row.id, row] as const);
    this.#state = { ...this.#state, ...part, rows: new Map([...this.#state.rows, ...changed]) };
    this.#onChange(this.#state);
  }
}
