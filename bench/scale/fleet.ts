/**
 * Simulates many instances that share one upstream's limit: the shipped admission and retries on a virtual clock, and an upstream
 * that counts with a bucket of its own size, which need not be the configured one.
 */

import type { Problem } from '../../lib/http/problem.ts';
import { type Deadline, sleep, startDeadline } from '../../lib/time/clock.ts';
import { type Rate, TokenBuckets } from '../../lib/time/token-bucket.ts';
import { Admission, type Permit } from '../../lib/upstream/admission.ts';
import { decideRetry, type Failure } from '../../lib/upstream/failure.ts';
import { createRandom } from '../../test/testbed/random.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface Scenario {
  readonly instances: number;
  /** What the settings of an instance say. */
  readonly configured: Rate;
  /** What the upstream enforces. */
  readonly real: Rate;
  /** Requests per second of all callers. */
  readonly demand: number;
  /** Whether the rate of an instance falls after a 429, as shipped; a fixed bucket without it. */
  readonly isAdaptive: boolean;
}

/** Per second, without the first twenty seconds. */
export interface FleetFigures {
  readonly granted: number;
  /** Calls that the upstream refused. */
  readonly refused: number;
  /** Requests that ended without a success, by whom. */
  readonly failedByUpstream: number;
  readonly failedByUs: number;
}

const [START_MS, END_MS] = [20_000, 80_000];
const DEADLINE_MS = 8_000;
/** Of the way to the upstream and back; uniform. */
const [MIN_LATENCY_MS, MAX_LATENCY_MS] = [30, 330];
const CALLERS = 8;
const REFUSED = { kind: 'status', status: 429, retryAfterMs: 1_000 } as const;

export async function simulateFleet(scenario: Scenario, seed = 1): Promise<FleetFigures> {
  return new Fleet(scenario, seed).run();
}

class Fleet {
  readonly #scenario: Scenario;
  readonly #random: () => number;
  readonly #clock = new VirtualClock();
  readonly #upstream: TokenBuckets;
  readonly #counts = { granted: 0, refused: 0, failedByUpstream: 0, failedByUs: 0 };

  constructor(scenario: Scenario, seed: number) {
    this.#scenario = scenario;
    this.#random = createRandom(seed);
    this.#upstream = new TokenBuckets(() => scenario.real);
  }

  async run(): Promise<FleetFigures> {
    for (let number = 0; number < this.#scenario.instances; number++) this.#arrive(this.#start());
    await this.#clock.run(END_MS);
    const seconds = (END_MS - START_MS) / 1_000;
    const perSecond = (of: keyof FleetFigures) => this.#counts[of] / seconds;
    const [granted, refused] = [perSecond('granted'), perSecond('refused')];
    return { granted, refused, failedByUpstream: perSecond('failedByUpstream'), failedByUs: perSecond('failedByUs') };
  }

  #start(): Admission {
    const room = { parallel: 40, queue: 128 };
    const limits = { bulkhead: { read: room, write: room }, rate: { read: this.#scenario.configured } };
    return new Admission('read', () => limits, this.#clock);
  }

  /** Requests arrive at random. */
  #arrive(admission: Admission): void {
    const perMs = this.#scenario.demand / this.#scenario.instances / 1_000;
    this.#clock.setTimer(
      () => {
        void this.#request(admission);
        this.#arrive(admission);
      },
      -Math.log(1 - this.#random()) / perMs,
    );
  }

  async #request(admission: Admission): Promise<void> {
    const deadline = startDeadline(this.#clock, DEADLINE_MS);
    const caller = `c${Math.floor(this.#random() * CALLERS)}`;
    for (let attempts = 1; ; attempts++) {
      const permit = await this.#admit(admission, caller, deadline);
      if (permit === undefined) return this.#count('failedByUs');
      const isGranted = await this.#call();
      // A refusal of another limit than the counter's closes its gate, and lowers no rate.
      const failure: Failure = { ...REFUSED, held: this.#scenario.isAdaptive ? 'scope' : 'operation' };
      permit.recordResult(isGranted ? undefined : failure);
      if (isGranted) return;
      const remainingMs = deadline.remainingMs();
      const retry = { isWrite: false, failure, attempts, remainingMs } as const;
      const waitMs = decideRetry({ ...retry, random: this.#random() });
      if (waitMs === undefined) return this.#count('failedByUpstream');
      await sleep(this.#clock, waitMs);
    }
  }

  async #admit(admission: Admission, caller: string, deadline: Deadline): Promise<Permit | undefined> {
    const names = { operation: 'read', scope: 's', counter: 's', resource: 'r', voter: 'r', tenant: 't' };
    const quota = { kind: 'read', ...names, caller } as const;
    return admission.admit(quota, deadline).catch((_: Problem) => undefined);
  }

  /** Returns whether the upstream grants the call. */
  async #call(): Promise<boolean> {
    const latencyMs = MIN_LATENCY_MS + this.#random() * (MAX_LATENCY_MS - MIN_LATENCY_MS);
    await sleep(this.#clock, latencyMs / 2);
    const isGranted = this.#upstream.take('', this.#clock.monotonicNow()) === 0;
    this.#count(isGranted ? 'granted' : 'refused');
    await sleep(this.#clock, latencyMs / 2);
    return isGranted;
  }

  #count(what: keyof FleetFigures): void {
    if (this.#clock.monotonicNow() >= START_MS) this.#counts[what]++;
  }
}
