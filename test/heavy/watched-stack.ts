/** A stack whose log a workspace keeps, and which a web test asks: disasters are caused in it, minute by minute. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, inject } from 'vitest';
import { listen } from '../../dev/server.ts';
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
  // The host without a function.
  const emptyHost = await listen(
    createServer((_, response) => response.writeHead(404).end()),
    0,
  );
  const stack = await startStack({
    clock,
    expectedAlerts: 'any',
    settings: {
      ACCESS_POLICY: `table:${policyTable}`,
      OPERATIONS: 'default',
      LIMITS: JSON.stringify({ caller: { perSecond: 20, burst: 100 } }),
      CACHE_CONNECTION_STRING: inject('tables').connectionString.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${table.port}`),
    },
  });
  table.forwardTo(stack.tables.port);
  afterAll(() => Promise.all([table.close(), emptyHost.close()]));
  return new WatchedStack({ stack, clock, table, policyTable, emptyHostUrl: emptyHost.url });
}

type Parts = Pick<WatchedStack, 'stack' | 'clock' | 'table' | 'policyTable' | 'emptyHostUrl'>;

/** Who calls, one after the other. */
const PEOPLE = ['ann', 'ben', 'cem'];

export class WatchedStack {
  readonly stack: Stack;
  readonly clock: ReturnType<typeof createManualClock>;
  readonly table: ChaosProxy;
  readonly policyTable: string;
  readonly emptyHostUrl: string;
  /** What the web test and callers ask. */
  #url: string;
  #claims: object = {};
  #calls = 0;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor({ stack, clock, table, policyTable, emptyHostUrl }: Parts) {
    this.stack = stack;
    this.clock = clock;
    this.table = table;
    this.policyTable = policyTable;
    this.emptyHostUrl = emptyHostUrl;
    this.#url = stack.url;
  }

  /** Of everybody's tokens. */
  changeClaims(claims: object): void {
    this.#claims = claims;
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

  /** Returns the statuses of reads of two services, by two people. */
  async call(): Promise<readonly number[]> {
    const person = () => PEOPLE[this.#calls++ % PEOPLE.length] as string;
    return [
      await this.read(await this.authorize(person(), this.#claims), readItem),
      await this.read(await this.authorize(person(), this.#claims), readJob),
    ];
  }

  async read(headers: Readonly<Record<string, string>>, request = readItem): Promise<number> {
    const response = await fetch(this.#url + toPath(request) + request.query, { headers }).catch(() => undefined);
    await response?.arrayBuffer();
    return response?.status ?? 0;
  }

  /** Returns the header of a person. */
  async authorize(person: string, claims: object = {}): Promise<{ readonly authorization: string }> {
    // Time passes quickly, and a token of a longer life is refused.
    const all = { exp: Math.floor(Date.now() / 1000) + 28 * 3_600, oid: person, ...claims };
    const key = JSON.stringify([person, claims]);
    const token = this.#tokens.get(key) ?? this.stack.issueToken(all);
    this.#tokens.set(key, token);
    return { authorization: `Bearer ${await token}` };
  }
}

export interface Watched {
  readonly workspace: Workspace;
  readonly mails: readonly Mail[];
  readonly now: number;
}
