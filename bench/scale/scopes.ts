/**
 * Simulates an instance whose callers use twenty subscriptions, one of which goes wrong: the shipped admission and retries on a
 * virtual clock. Each subscription is one tenant's, with five people and six resources.
 */
import { sleep, startDeadline } from '../../lib/time/clock.ts';
import { Admission } from '../../lib/upstream/admission.ts';
import { decideRetry, type Failure } from '../../lib/upstream/failure.ts';
import type { Quota } from '../../lib/upstream/scope.ts';
import { UPSTREAMS } from '../../lib/upstream/upstreams.ts';
import { createRandom } from '../../test/testbed/random.ts';
import { VirtualClock } from './virtual-clock.ts';

/** What the upstream does with the calls of the bad subscription, and how many there are. */
interface Fault {
  readonly failure?: Failure;
  /** Of its six resources; all by default. */
  readonly resources?: number;
  readonly latencyMs?: number;
  readonly timesDemand?: number;
}

const status = (code: number, retryAfterMs?: number, held?: 'operation' | 'resource' | 'scope'): Failure => ({
  ...{ kind: 'status', status: code },
  ...(retryAfterMs !== undefined && { retryAfterMs }),
  ...(held && { held }),
});

export const FAULTS: Readonly<Record<string, Fault>> = {
  nothing: {},
  'fails: 500': { failure: status(500) },
  'one resource fails: 500': { failure: status(500), resources: 1 },
  'no response': { failure: { kind: 'timeout', cause: undefined, waitedMs: 8_000 }, latencyMs: 8_000 },
  'an operation is throttled: 429, 5 s': { failure: status(429, 5_000, 'operation') },
  'its quota is used up: 429, 60 s': { failure: status(429, 60_000, 'scope') },
  'one resource is busy: 503, 120 s': { failure: status(503, 120_000, 'resource'), resources: 1 },
  'twenty times the calls': { timesDemand: 20 },
};

/** Without the first twenty seconds. */
export interface ScopeFigures {
  /** Of the calls for each good subscription, the least that was served; for the bad one. */
  readonly leastServed: number;
  readonly badServed: number;
  /** Calls per second that were sent for the bad one. */
  readonly badSent: number;
  /** Milliseconds that a good subscription's call waited at most. */
  readonly longestWait: number;
}

const [SCOPES, RESOURCES, PEOPLE] = [20, 6, 5];
const [START_MS, END_MS] = [20_000, 80_000];
const DEADLINE_MS = 8_000;
const PER_SECOND = 4;

export async function simulateScopes(fault: Fault, seed = 1): Promise<ScopeFigures> {
  return new Simulation(fault, seed).run();
}

/** The calls of one subscription. */
class Counts {
  asked = 0;
  served = 0;
  sent = 0;
  longestWait = 0;
}

class Simulation {
  readonly #fault: Fault;
  readonly #random: () => number;
  readonly #clock = new VirtualClock();
  readonly #admission = new Admission('read', () => UPSTREAMS.arm.limits, this.#clock);
  readonly #counts = Array.from({ length: SCOPES }, () => new Counts());

  constructor(fault: Fault, seed: number) {
    this.#fault = fault;
    this.#random = createRandom(seed);
  }

  async run(): Promise<ScopeFigures> {
    for (const [at, counts] of this.#counts.entries()) this.#arrive(at, counts);
    await this.#clock.run(END_MS);
    const [bad = new Counts(), ...good] = this.#counts;
    return {
      leastServed: Math.min(...good.map(({ served, asked }) => served / asked)),
      badServed: bad.served / bad.asked,
      badSent: bad.sent / ((END_MS - START_MS) / 1_000),
      longestWait: Math.max(...good.map(({ longestWait }) => longestWait)),
    };
  }

  #pick(count: number): number {
    return Math.floor(this.#random() * count);
  }

  /** Requests arrive at random. The last ones have no time to end. */
  #arrive(at: number, counts: Counts): void {
    const perMs = (PER_SECOND * (at === 0 ? (this.#fault.timesDemand ?? 1) : 1)) / 1_000;
    const ask = async () => {
      this.#arrive(at, counts);
      const now = this.#clock.monotonicNow();
      const isCounted = now >= START_MS && now < END_MS - DEADLINE_MS;
      if (isCounted) counts.asked++;
      const isServed = await this.#request(at, isCounted ? counts : new Counts());
      if (isServed && isCounted) counts.served++;
    };
    this.#clock.setTimer(() => void ask(), -Math.log(1 - this.#random()) / perMs);
  }

  async #request(at: number, counts: Counts): Promise<boolean> {
    const deadline = startDeadline(this.#clock, DEADLINE_MS);
    const number = this.#pick(RESOURCES);
    const quota = this.#toQuota(at, number);
    const fault = at === 0 && number < (this.#fault.resources ?? RESOURCES) ? this.#fault : {};
    for (let attempts = 1; ; attempts++) {
      const askedAt = this.#clock.monotonicNow();
      const permit = await this.#admission.admit(quota, deadline).catch(() => undefined);
      if (!permit) return false;
      counts.sent++;
      counts.longestWait = Math.max(counts.longestWait, this.#clock.monotonicNow() - askedAt);
      await sleep(this.#clock, fault.latencyMs ?? 30 + this.#random() * 300);
      const { failure } = fault;
      permit.recordResult(failure);
      if (!failure) return true;
      const retry = { isWrite: false, failure, attempts, remainingMs: deadline.remainingMs(), random: this.#random() };
      const waitMs = decideRetry(retry);
      if (waitMs === undefined) return false;
      await sleep(this.#clock, waitMs);
    }
  }

  #toQuota(at: number, number: number): Quota {
    const [scope, tenant] = [`s${at}`, `t${at}`];
    const resource = `${scope}/${number}`;
    const names = { operation: `o${this.#pick(2)}`, scope, counter: scope, resource, voter: resource };
    return { kind: 'read', ...names, tenant, caller: `${tenant} ${this.#pick(PEOPLE)}` };
  }
}
