/** A stack whose log a workspace keeps and whose responses the platform sees, so that alert rules can be tried on what it does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { resources, tenants } from '../../dev/seed.ts';
import { buildEventsPath } from '../support/builders.ts';
import { createManualClock } from '../support/clocks.ts';
import { type Stack, startStack, type TestResponse } from '../support/stack.ts';
import { readItem, readJob, toPath, type ValidRequest } from '../support/valid-requests.ts';
import { startChaosProxy } from '../testbed/chaos-proxy.ts';
import { listPlatformAlerts, runWebTest, type SeenResponse } from './platform.ts';
import { Workspace } from './workspace.ts';

const MINUTE_MS = 60_000;
const CALLERS = 40;

const room = { parallel: 5, queue: 50 };
/** Nobody waits for the rate. */
const noQueue = { parallel: 5, queue: 0 };
/** Small ones, so that few requests exceed them. */
const limits = {
  refusalRecords: { perSecond: 1, burst: 40 },
  caller: { perSecond: 10, burst: 150 },
  documentModels: { bulkhead: { read: room, write: noQueue }, rate: { write: { perSecond: 1, burst: 5 } } },
  businessData: { bulkhead: { read: { parallel: 2, queue: 0 }, write: room }, rate: {} },
};

export async function startWatchedStack() {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-game-day-'));
  const policyFile = join(folder, 'policy.json');
  const writePolicy = (text = JSON.stringify(accessPolicy)) => writeFileSync(policyFile, text);
  writePolicy();
  const clock = createManualClock(Date.now());
  const table = await startChaosProxy();
  const stack = await startStack({
    clock,
    expectedAlerts: 'any',
    settings: {
      LIMITS: JSON.stringify(limits),
      ACCESS_POLICY: policyFile,
      CACHE_CONNECTION_STRING: inject('tables').connectionString.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${table.port}`),
    },
  });
  table.forwardTo(stack.tables.port);
  afterAll(async () => {
    await table.close();
    rmSync(folder, { recursive: true });
  });
  const client = await createClient(stack, clock);
  return {
    ...client,
    stack,
    clock,
    table,
    writePolicy,
    createRun: () => new Run(stack, clock, client.seen),
    /** Ends every fault, and lets probes close what is open. */
    async heal() {
      await Promise.all([stack.upstream.reset(), stack.identity.reset(), stack.issuer.reset()]);
      await table.injectFault(undefined);
      writePolicy();
      for (let count = 0; count < 4; count++) {
        clock.time += 7_000;
        await Promise.all([client.send(readItem), client.send(readJob), client.listEvents(4000)]);
      }
    },
  };
}

/** Sends requests of several callers, and keeps the statuses. */
async function createClient(stack: Stack, clock: { readonly time: number }) {
  // Time passes quickly.
  const exp = Math.floor(Date.now() / 1000) + 30 * 3_600;
  const issue = (_: unknown, index: number) =>
    stack.issueToken({ exp, oid: `caller-${index}`, sub: `caller-${index}` });
  const callers = await Promise.all(Array.from({ length: CALLERS }, issue));
  const seen: SeenResponse[] = [];
  const watch = async (sending: Promise<TestResponse>) => {
    const response = await sending;
    seen.push({ at: clock.time, status: response.status });
    return response;
  };
  const send = (request: ValidRequest, token = callers[0] ?? '') => {
    const { method, query, body } = request;
    return watch(stack.send(method, toPath(request) + query, { token, ...(body === undefined ? {} : { body }) }));
  };
  return {
    seen,
    callers,
    stranger: await stack.issueToken({ exp, tid: tenants.fabrikam }),
    send,
    /** Another filter is another response. */
    listEvents: (filter: number) =>
      watch(
        stack.send('GET', buildEventsPath(resources.virtualMachine, `$filter=priority%20ge%20${filter}`), {
          token: callers[0] ?? '',
        }),
      ),
    /** Sends one request after the other, each as the next caller of the first so many. */
    async repeat(count: number, request: ValidRequest, callerCount = callers.length) {
      for (let index = 0; index < count; index++) await send(request, callers[index % callerCount]);
    },
    failing: (api: string, status: number, more: object = {}) =>
      stack.upstream.fault({ api, times: 1000, fault: { kind: 'status', status, ...more } }),
  };
}

/** What one test writes to a workspace of its own: what the app logs from now on. */
export class Run {
  readonly workspace = new Workspace();
  /** What the web test asks. */
  url: string;
  readonly #stack: Stack;
  readonly #clock: { time: number };
  readonly #seen: readonly SeenResponse[];
  #logged: number;
  #alerted: number;

  constructor(stack: Stack, clock: { time: number }, seen: readonly SeenResponse[]) {
    this.#stack = stack;
    this.#clock = clock;
    this.#seen = seen;
    this.url = stack.url;
    [this.#logged, this.#alerted] = [stack.log.length, stack.alerts.length];
  }

  /** Writes what was logged since the last time, as so many instances would. */
  collect(instances: readonly string[] = ['a']): void {
    const { log, alerts } = this.#stack;
    const lines = [...log.slice(this.#logged), ...alerts.slice(this.#alerted)];
    for (const instance of instances) this.workspace.addLines(lines, this.#clock.time, instance);
    [this.#logged, this.#alerted] = [log.length, alerts.length];
  }

  /** Runs the work once a minute, on so many instances alike. */
  async eachMinute(
    minutes: number,
    work: (minute: number) => Promise<unknown>,
    instances?: readonly string[],
  ): Promise<void> {
    for (let minute = 0; minute < minutes; minute++) {
      // An alert is logged once a minute.
      if (minute > 0) this.#clock.time += MINUTE_MS + 1_000;
      await work(minute);
      this.collect(instances);
    }
  }

  /** A round of the web test, and nothing else. */
  probe(): Promise<readonly SeenResponse[]> {
    return runWebTest(this.url, this.#clock.time);
  }

  /** Returns the alerts that fire now, after a round of the web test: the platform's, then the rules. */
  async listFiring(): Promise<string[]> {
    const now = this.#clock.time;
    const round = await this.probe();
    this.collect();
    return [...listPlatformAlerts(round, this.#seen, now), ...this.workspace.listFiring(now)];
  }
}
