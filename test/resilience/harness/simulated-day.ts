/** A day of two instances with wrong clocks, in steps: what happens in each, and what is wrong with the responses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { advanceTime } from '../../support/moving-date.ts';
import type { Emulators } from '../../testbed/emulators.ts';
import { tableResponds } from '../matrix/expectations.ts';
import type { DayInstance, DayResponse } from './day-instance.ts';
import type { DayResource } from './day-model.ts';
import {
  checkWrites,
  createOrReplaceStreamingJob,
  describe,
  listHealthEvents,
  toRead,
  toResourceUri,
  toWrite,
} from './day-requests.ts';

/** What is wrong beside the clocks. */
export interface Troubles {
  readonly isTableThrottled: boolean;
  readonly isUpstreamDown: boolean;
  readonly areTokensBad: boolean;
}

/** An hour, and what its steps take beyond their sum. */
const TOKEN_SECONDS = 3_900;
const TABLE_PAUSE_SECONDS = 30;
/** An unknown key id causes a fetch of the keys this long after the last one (P-24). */
const KEYS_SEEN_MS = 30_000;
/** A refused token is replaced once in 30 s; a test need not wait for that. */
const IDENTITY_INTERVAL_MS = 30_100;
/** A part of a lease; longer than a load takes. */
const LEASE_WAIT_MS = 3_000;
/** A socket learns this late that the other side has closed. */
const CLOSE_NOTICE_MS = 10;

export class SimulatedDay {
  readonly #emulators: Emulators;
  readonly #instances: readonly DayInstance[];
  readonly #random: () => number;
  /** What broke a promise. */
  readonly violations: string[] = [];
  readonly counts = { reads: 0, writes: 0, refused: 0, stale: 0, repeated: 0, lost: 0 };
  /** Status of the response to each write, by its correlation id. */
  readonly writes = new Map<string, DayResponse>();
  #tokens = { operator: '', reader: '', expired: '' };
  #rolledAt = Number.NEGATIVE_INFINITY;
  #troubles: Troubles = { isTableThrottled: false, isUpstreamDown: false, areTokensBad: false };

  constructor(emulators: Emulators, instances: readonly DayInstance[], random: () => number) {
    this.#emulators = emulators;
    this.#instances = instances;
    this.#random = random;
  }

  /** Callers have new tokens, as every hour, and one that expired two minutes ago. */
  async issueTokens(): Promise<void> {
    const { issuer } = this.#emulators;
    const now = Math.floor(Date.now() / 1_000);
    const exp = now + TOKEN_SECONDS;
    const [operator, reader, expired] = await Promise.all([
      issuer.issueToken({ exp }),
      issuer.issueToken({ exp, roles: ['HealthEvents.Read'] }),
      issuer.issueToken({ exp: now - 120 }),
    ]);
    this.#tokens = { operator, reader, expired };
  }

  async rollKey(): Promise<void> {
    await this.#emulators.issuer.rotateKey();
    this.#rolledAt = Date.now();
    await this.issueTokens();
  }

  async setTroubles(troubles: Troubles): Promise<void> {
    const { upstream, identity, proxies } = this.#emulators;
    const before = this.#troubles;
    this.#troubles = troubles;
    if (troubles.isTableThrottled !== before.isTableThrottled) {
      const injection = tableResponds(503, 'ServerBusy', TABLE_PAUSE_SECONDS);
      await proxies.table.injectFault(troubles.isTableThrottled && 'table' in injection ? injection.table : undefined);
      await sleep(CLOSE_NOTICE_MS);
    }
    await fetch(`${upstream.url}/_control/faults`, { method: 'DELETE' });
    if (troubles.isUpstreamDown)
      await upstream.fault({ api: 'arm', method: 'GET', times: 1_000, fault: { kind: 'status', status: 500 } });
    if (troubles.areTokensBad !== before.areTokensBad)
      await identity.control('token-flaw', { flaw: troubles.areTokensBad ? 'expired' : 'none' });
  }

  /** The upstream's list of events changes. */
  async change(resource: DayResource): Promise<void> {
    const name = `change-${resource.next}`;
    await this.#emulators.upstream.control('events', { resourceUri: toResourceUri(resource), event: { name } });
    resource.change();
  }

  /** Every caller reads the resource from every instance, one with an expired token too. */
  async readAll(resource: DayResource): Promise<void> {
    const reads = this.#instances.flatMap((instance) => [
      this.#read(instance, resource, 'operator'),
      this.#read(instance, resource, 'reader'),
      this.#readExpired(instance, resource),
    ]);
    await Promise.all(reads);
    await this.#settle();
  }

  /** Lets time pass while an instance waits in the background for the other's lease. */
  async #settle(): Promise<void> {
    const passing = setInterval(() => advanceTime(LEASE_WAIT_MS), LEASE_WAIT_MS / 10);
    for (const instance of this.#instances) await instance.settle();
    clearInterval(passing);
  }

  /** An operator replaces the job; its events change with it. */
  async write(instance: DayInstance, resource: DayResource): Promise<void> {
    const id = `write-${++this.counts.writes}`;
    await this.change(resource);
    const isLost = await this.#loseOrRefuse();
    const response = await instance.send(createOrReplaceStreamingJob, toWrite(resource, this.#tokens.operator, id));
    this.writes.set(id, response);
    const isUnknown = isLost && response.headers['x-frontdesk-outcome'] === 'unknown';
    if (response.status >= 300 && !isUnknown && !this.#isAllowed(response))
      this.#report(instance, `a write got ${describe(response)}`);
  }

  /** Now and then the upstream's response is lost, which is returned, or it refuses a token: neither may make a second write. */
  async #loseOrRefuse(): Promise<boolean> {
    const { isUpstreamDown, areTokensBad } = this.#troubles;
    if (isUpstreamDown || areTokensBad) return false;
    advanceTime(IDENTITY_INTERVAL_MS);
    const chance = this.#random();
    const { upstream } = this.#emulators;
    if (chance < 0.2) await upstream.fault({ method: 'PUT', fault: { kind: 'reset', processed: true } });
    else if (chance < 0.4) await upstream.fault({ method: 'PUT', fault: { kind: 'status', status: 401 } });
    return chance < 0.2;
  }

  /** Compares what the callers were told with what the upstream processed. */
  async checkWrites(): Promise<void> {
    const calls = await this.#emulators.upstream.calls();
    const { violations, repeated, lost } = checkWrites(this.writes, calls);
    this.violations.push(...violations);
    Object.assign(this.counts, { repeated, lost });
  }

  async #read(instance: DayInstance, resource: DayResource, caller: 'operator' | 'reader'): Promise<void> {
    const startedAt = Date.now();
    const response = await instance.send(listHealthEvents, toRead(resource, this.#tokens[caller]));
    this.counts.reads++;
    if (response.status !== 200) {
      this.counts.refused++;
      if (!this.#isAllowed(response)) this.#report(instance, `${caller} got ${describe(response)}`);
      return;
    }
    if (response.headers['cache-status']?.includes('detail=stale')) this.counts.stale++;
    for (const problem of resource.check(response, startedAt)) this.#report(instance, `${caller}: ${problem}`);
  }

  /** However wrong an instance's system time is, a token that has expired opens nothing. */
  async #readExpired(instance: DayInstance, resource: DayResource): Promise<void> {
    const response = await instance.send(listHealthEvents, toRead(resource, this.#tokens.expired));
    if (response.status !== 401 && !this.#isAllowed(response))
      this.#report(instance, `an expired token got ${describe(response)}`);
  }

  /** Whether something that is wrong at present explains the failure. */
  #isAllowed({ status, headers }: DayResponse): boolean {
    const { isUpstreamDown, areTokensBad } = this.#troubles;
    const problem = headers['x-frontdesk-problem'];
    if (problem === 'invalid_token') return status === 401 && Date.now() - this.#rolledAt < KEYS_SEEN_MS;
    if (problem === 'identity_unavailable') return status === 503 && areTokensBad;
    return isUpstreamDown && (status === 502 || problem === 'circuit_open');
  }

  #report(instance: DayInstance, problem: string): void {
    const error = Math.round(instance.wrongByMs / 1_000);
    this.violations.push(`${new Date().toISOString()} ${instance.name} (clock wrong by ${error} s): ${problem}`);
  }
}
