/**
 * Simulates many instances that share one upstream's limit: the shipped pacing and throttle gates, a clock that jumps from one event to
 * the next, and an upstream that counts, reports what is left, and refuses what is beyond.
 */

import type { Rate } from '../../lib/time/token-bucket.ts';
import { Pacer } from '../../lib/upstream/pacer.ts';
import { ThrottleGates } from '../../lib/upstream/throttle-gates.ts';
import { createRandom } from '../../test/testbed/random.ts';
import { EventQueue } from './events.ts';

export interface Scenario {
  readonly name: string;
  readonly instances: number;
  readonly limit: Rate;
  /** Length of the upstream's fixed windows; it has a bucket without it. */
  readonly windowSeconds?: number;
  /** The upstream says nothing but 429. */
  readonly isSilent?: boolean;
  readonly seconds: number;
  /** Calls per second that the callers of an instance want at that second. */
  demand(instance: number, second: number): number;
  isAlive?(instance: number, second: number): boolean;
}

/** A call as the upstream saw it. */
export interface Call {
  readonly seconds: number;
  readonly instance: number;
  readonly isRefused: boolean;
}

/** Of the way to the upstream and back; uniform. */
const [MIN_LATENCY_MS, MAX_LATENCY_MS] = [30, 330];
const CALLERS = 8;
const MAX_WAIT_MS = 5_000;

export function simulateFleet(scenario: Scenario, seed = 1): readonly Call[] {
  return new Fleet(scenario, seed).run();
}

interface Instance {
  readonly number: number;
  pacer: Pacer;
  gates: ThrottleGates;
}

class Fleet {
  readonly #scenario: Scenario;
  readonly #random: () => number;
  readonly #events = new EventQueue();
  readonly #upstream: Counter;
  readonly #calls: Call[] = [];

  constructor(scenario: Scenario, seed: number) {
    this.#scenario = scenario;
    this.#random = createRandom(seed);
    this.#upstream = new Counter(scenario);
  }

  run(): readonly Call[] {
    for (let number = 0; number < this.#scenario.instances; number++) {
      const instance = { number, ...this.#start() };
      this.#events.add(this.#random() * 500, (now) => this.#arrive(instance, now));
    }
    this.#events.run(this.#scenario.seconds * 1_000);
    return this.#calls;
  }

  #start() {
    return { pacer: new Pacer(() => this.#scenario.limit, this.#random), gates: new ThrottleGates() };
  }

  /** Adds the next request of an instance's callers. After MAX_WAIT_MS its time is drawn again, as demand may have changed. */
  #arrive(instance: Instance, now: number): void {
    const { demand, isAlive } = this.#scenario;
    const second = now / 1_000;
    if (isAlive?.(instance.number, second) === false) {
      Object.assign(instance, this.#start());
      this.#events.add(now + 1_000, (later) => this.#arrive(instance, later));
      return;
    }
    const waitMs = -Math.log(1 - this.#random()) / (demand(instance.number, second) / 1_000);
    this.#events.add(now + Math.min(MAX_WAIT_MS, waitMs), (later) => {
      if (waitMs <= MAX_WAIT_MS) this.#send(instance, later);
      this.#arrive(instance, later);
    });
  }

  #send({ number, pacer, gates }: Instance, now: number): void {
    const call = { operation: 'read', counter: '' };
    const passed = gates.closedMs(call, now) > 0 ? undefined : gates.pass(call, now);
    if (passed === undefined) return;
    if (pacer.take('', `c${Math.floor(this.#random() * CALLERS)}`, now)) {
      gates.leave(passed, false);
      return;
    }
    const latencyMs = MIN_LATENCY_MS + this.#random() * (MAX_LATENCY_MS - MIN_LATENCY_MS);
    this.#events.add(now + latencyMs / 2, (then) => {
      const { isRefused, left, retryAfterMs } = this.#upstream.count(then);
      this.#calls.push({ seconds: then / 1_000, instance: number, isRefused });
      this.#events.add(now + latencyMs, (later) => {
        if (isRefused) gates.close(call, true, retryAfterMs, later);
        pacer.observe('', this.#scenario.isSilent ? undefined : left, isRefused, later);
        gates.leave(passed, !isRefused);
      });
    });
  }
}

/** The upstream's count. */
class Counter {
  readonly #limit: Rate;
  readonly #windowMs: number | undefined;
  #left: number;
  #since = 0;

  constructor({ limit, windowSeconds }: Scenario) {
    this.#limit = limit;
    this.#windowMs = windowSeconds && windowSeconds * 1_000;
    this.#left = limit.burst;
  }

  count(now: number) {
    this.#refill(now);
    const isRefused = this.#left < 1;
    if (!isRefused) this.#left--;
    const remaining = Math.floor(this.#left);
    if (this.#windowMs === undefined) return { isRefused, left: { remaining }, retryAfterMs: 1_000 };
    // Reported in whole seconds.
    const resetMs = Math.ceil((this.#windowMs - (now - this.#since)) / 1_000) * 1_000;
    return { isRefused, left: { remaining, resetMs }, retryAfterMs: resetMs };
  }

  #refill(now: number): void {
    const { perSecond, burst } = this.#limit;
    if (this.#windowMs === undefined) {
      this.#left = Math.min(burst, this.#left + ((now - this.#since) / 1_000) * perSecond);
      this.#since = now;
    } else if (now - this.#since >= this.#windowMs) {
      this.#left = burst;
      this.#since = now - ((now - this.#since) % this.#windowMs);
    }
  }
}
