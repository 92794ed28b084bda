/** A stack whose log a workspace keeps, and which a web test asks: disasters are caused in it, minute by minute. */
import { readFileSync } from 'node:fs';
import { afterAll, inject } from 'vitest';
import { createManualClock } from '../support/clocks.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { readItem, readJob, toPath } from '../support/valid-requests.ts';
import { type ChaosProxy, startChaosProxy } from '../testbed/chaos-proxy.ts';
import { type Mail, Workspace } from './workspace.ts';

export const MINUTE_MS = 60_000;

const template = readFileSync('infra/monitoring/web-test.bicep', 'utf8');
const parameters = JSON.parse(readFileSync('infra/main.parameters.json', 'utf8')).parameters;
const read = (pattern: RegExp) => pattern.exec(template)?.[1] ?? '';
const webTest = {
  path: read(/RequestUrl: '\$\{url\}(\/\w+)'/),
  content: read(/ContentMatch: '([^']+)'/),
  failedPlaces: Number(read(/failedLocationCount: (\d+)/)),
  everyMinutes: Number(read(/Frequency: (\d+)/)) / 60 / parameters.telemetry.value.webTestLocations.length,
};

/** Starts a stack whose policy is in a table that has none yet, and whose table service is behind a proxy. */
export async function startWatchedStack(policyTable: string): Promise<WatchedStack> {
  const clock = createManualClock(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS);
  const table = await startChaosProxy();
  const stack = await startStack({
    clock,
    expectedAlerts: 'any',
    settings: {
      ACCESS_POLICY: `table:${policyTable}`,
      CACHE_CONNECTION_STRING: inject('tables').connectionString.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${table.port}`),
    },
  });
  table.forwardTo(stack.tables.port);
  afterAll(() => table.close());
  return new WatchedStack(stack, clock, table);
}

export class WatchedStack {
  readonly stack: Stack;
  readonly clock: ReturnType<typeof createManualClock>;
  readonly table: ChaosProxy;
  /** What the web test and callers ask. */
  #url: string;
  #token: Promise<string> | undefined;

  constructor(stack: Stack, clock: WatchedStack['clock'], table: ChaosProxy) {
    this.stack = stack;
    this.clock = clock;
    this.table = table;
    this.#url = stack.url;
  }

  /** Lets so many minutes pass with two calls in each. Returns what was logged, and the mails that came, the web test's too. */
  async watch(minutes: number, each?: (workspace: Workspace, minute: number) => unknown): Promise<Watched> {
    const workspace = new Workspace();
    const begin = this.clock.time;
    const { log, alerts } = this.stack;
    let [logged, alerted] = [log.length, alerts.length];
    const failed: number[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      this.clock.time += MINUTE_MS / 2;
      if (minute % webTest.everyMinutes === 0 && !(await this.responds())) failed.push(minute);
      await this.call();
      await each?.(workspace, minute);
      workspace.addLines([...log.slice(logged), ...alerts.slice(alerted)], this.clock.time);
      [logged, alerted] = [log.length, alerts.length];
      this.clock.time += MINUTE_MS / 2;
    }
    const unavailable = failed[webTest.failedPlaces - 1];
    const own = unavailable === undefined ? [] : [{ rule: 'unavailable', minute: unavailable + 1 }];
    return { workspace, mails: [...own, ...workspace.listMails(begin, minutes)], now: this.clock.time };
  }

  moveTo(url: string): void {
    this.#url = url;
  }

  /** Whether the web test passes: it gets a response of Frontdesk's, ready or not. */
  async responds(): Promise<boolean> {
    const response = await fetch(this.#url + webTest.path).catch(() => undefined);
    return (await response?.text())?.includes(webTest.content) ?? false;
  }

  /** Returns the statuses of two reads of different services. */
  async call(): Promise<readonly number[]> {
    const headers = await this.authorize();
    const read = async (request: typeof readItem) => {
      const response = await fetch(this.#url + toPath(request) + request.query, { headers }).catch(() => undefined);
      return response?.status ?? 0;
    };
    return [await read(readItem), await read(readJob)];
  }

  async authorize(): Promise<{ readonly authorization: string }> {
    // Time passes quickly, and a token of a longer life is refused.
    this.#token ??= this.stack.issueToken({ exp: Math.floor(Date.now() / 1000) + 20 * 3_600 });
    return { authorization: `Bearer ${await this.#token}` };
  }
}

export interface Watched {
  readonly workspace: Workspace;
  readonly mails: readonly Mail[];
  readonly now: number;
}
