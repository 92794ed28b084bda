/**
 * Simulates many instances that share one upstream's limit: the shipped admission and retries on a virtual clock, and an upstream
 * that counts with a bucket of its own size, which need not be the configured one.
 */

import type { Problem } from '../../lib/http/problem.ts';
import { type Deadline, sleep, startDeadline } from '../../lib/time/deadline.ts';
import { createTokenBuckets, type Rate, type TokenBuckets } from '../../lib/time/token-bucket.ts';
import { Admission, type Permit } from '../../lib/upstream/admission.ts';
import type { Failure } from '../../lib/upstream/failure.ts';
import { decideRetry } from '../../lib/upstream/retry.ts';
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
  /** Additive increase and multiplicative decrease of an instance's rate on 429; a fixed bucket without it. */
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
const QUOTA_REFUSED: Failure = { kind: 'status', status: 429, retryAfterMs: 1_000, isSubscriptionQuota: true };

export async function simulateFleet(scenario: Scenario, seed = 1): Promise<FleetFigures> {
  return new Fleet(scenario, seed).run();
}

interface Instance {
  readonly number: number;
  readonly admission: Admission;
  readonly rate: AdaptiveRate;
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
    this.#upstream = createTokenBuckets(() => scenario.real);
  }

  async run(): Promise<FleetFigures> {
    for (let number = 0; number < this.#scenario.instances; number++) this.#arrive(this.#start(number));
    await this.#clock.run(END_MS);
    const seconds = (END_MS - START_MS) / 1_000;
    const perSecond = (of: keyof FleetFigures) => this.#counts[of] / seconds;
    const [granted, refused] = [perSecond('granted'), perSecond('refused')];
    return { granted, refused, failedByUpstream: perSecond('failedByUpstream'), failedByUs: perSecond('failedByUs') };
  }

  #start(number: number): Instance {
    const { configured, isAdaptive } = this.#scenario;
    const rate = new AdaptiveRate(configured, isAdaptive, this.#clock);
    const room = { parallel: 40, queue: 128 };
    const limits = () => ({ bulkhead: { read: room, write: room }, rate: { read: rate.current } });
    return { number, rate, admission: new Admission('read', limits, this.#clock) };
  }

  /** Requests arrive at random. */
  #arrive(instance: Instance): void {
    const perMs = this.#scenario.demand / this.#scenario.instances / 1_000;
    this.#clock.setTimer(
      () => {
        void this.#request(instance);
        this.#arrive(instance);
      },
      -Math.log(1 - this.#random()) / perMs,
    );
  }

  async #request(instance: Instance): Promise<void> {
    const deadline = startDeadline(this.#clock, DEADLINE_MS);
    const caller = `c${Math.floor(this.#random() * CALLERS)}`;
    for (let attempts = 1; ; attempts++) {
      const permit = await this.#admit(instance, caller, deadline);
      if (permit === undefined) return this.#count('failedByUs');
      const isGranted = await this.#call();
      permit.recordResult(isGranted ? undefined : QUOTA_REFUSED);
      if (isGranted) return;
      instance.rate.decrease();
      const remainingMs = deadline.remainingMs();
      const retry = { isWrite: false, failure: QUOTA_REFUSED, attempts, remainingMs } as const;
      const waitMs = decideRetry({ ...retry, random: this.#random() });
      if (waitMs === undefined) return this.#count('failedByUpstream');
      await sleep(this.#clock, waitMs);
    }
  }

  async #admit({ admission }: Instance, caller: string, deadline: Deadline): Promise<Permit | undefined> {
    const quota = { kind: 'read', operation: 'read', resource: 'r', counter: '', caller } as const;
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

const STEP_MS = 1_000;
/** Of the configured rate, for each second; and what is left of the rate after a 429. */
const [INCREASE, DECREASE, LEAST] = [0.005, 0.7, 0.1];

/** What an instance may send: the configured rate, or less after a 429. */
class AdaptiveRate {
  readonly #configured: Rate;
  readonly #isAdaptive: boolean;
  readonly #clock: VirtualClock;
  #perSecond: number;
  #updatedAt = 0;
  #decreasedAt = 0;

  constructor(configured: Rate, isAdaptive: boolean, clock: VirtualClock) {
    this.#configured = configured;
    this.#isAdaptive = isAdaptive;
    this.#clock = clock;
    this.#perSecond = configured.perSecond;
  }

  get current(): Rate {
    const { perSecond } = this.#configured;
    const now = this.#clock.monotonicNow();
    const seconds = (now - this.#updatedAt) / 1_000;
    this.#perSecond = Math.min(perSecond, this.#perSecond + seconds * INCREASE * perSecond);
    this.#updatedAt = now;
    return this.#perSecond < perSecond ? { perSecond: this.#perSecond, burst: 1 } : this.#configured;
  }

  /** Once a second: the calls in progress were sent at the old rate. */
  decrease(): void {
    const now = this.#clock.monotonicNow();
    if (!this.#isAdaptive || now - this.#decreasedAt < STEP_MS) return;
    this.#perSecond = Math.max(LEAST, this.#perSecond * DECREASE);
    this.#decreasedAt = now;
  }
}
