/** Holds back the calls of a scope, by gates, closed until a Retry-After has passed, and by this instance's rate. Source: P-10, P-12. */
import { LRUCache } from 'lru-cache';
import { createRefusal, type Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Rate, TokenBuckets } from '../time/token-bucket.ts';
import { type Held, MAX_RETRY_AFTER_MS } from './failure.ts';
import { type CallResult, Limit, type PendingCall } from './limit.ts';
import type { Quota } from './scope.ts';

/** An open gate lets out one call, one more after each success, and twice as many after this time, should they be slow. */
const DOUBLING_MS = 250;
/** A gate that lets out this many calls is open. */
const ALL = 64;
/** Timers can fire up to this much early. */
const TIMER_TOLERANCE_MS = 5;

class Gate extends Limit {
  readonly opensAt: number;
  #successes = 0;

  constructor(clock: Clock, opensAt: number) {
    super(clock);
    this.opensAt = opensAt;
  }

  countAllowed(now: number): number {
    const openMs = now - this.opensAt + TIMER_TOLERANCE_MS;
    return openMs < 0 ? 0 : (1 + this.#successes) * 2 ** Math.min(10, Math.floor(openMs / DOUBLING_MS));
  }

  isClosed(now: number): boolean {
    return this.opensAt - now > TIMER_TOLERANCE_MS;
  }

  override heldMs(now: number): number {
    if (this.inside < this.countAllowed(now)) return 0;
    return this.opensAt > now ? this.opensAt - now : DOUBLING_MS - ((now - this.opensAt) % DOUBLING_MS);
  }

  /** Nobody waits only to be refused, nor longer than a few seconds for a Retry-After. */
  override toWaitMs({ startedAt, endsAt }: PendingCall, now: number): number {
    const isInTime = !this.isClosed(now) || this.opensAt <= Math.min(endsAt, startedAt + MAX_RETRY_AFTER_MS);
    return isInTime ? endsAt - now : 0;
  }

  override createRefusal(now: number): Problem {
    return createRefusal('throttled', this.heldMs(now), 'retry_after');
  }

  protected override record(event: 'passed' | CallResult): void {
    if (event === 'success') this.#successes++;
  }
}

/** Each second a rate rises by the first share of the configured one; a refusal lowers it to the second share of itself. */
const [INCREASE, DECREASE] = [0.01, 0.7];
/** Calls per second. */
const LEAST = 0.1;
/** The calls in progress at a refusal were sent at the old rate. */
const INTERVAL_MS = 1_000;

/**
 * Limits the calls per second for one of an upstream's counters: to the configured rate, and to less after the upstream refused one
 * for its quota, which others use too. Additive increase, multiplicative decrease.
 */
class ScopeRate extends Limit {
  configured: Rate;
  readonly #bucket = new TokenBuckets((_, now) => this.#current(now));
  #lowered = Number.POSITIVE_INFINITY;
  #loweredAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, configured: Rate) {
    super(clock);
    this.configured = configured;
  }

  override heldMs(now: number): number {
    return this.#bucket.waitMs(ONLY, now);
  }

  override createRefusal(now: number): Problem {
    const othersMs = (this.waiting * 1_000) / this.#current(now).perSecond;
    return createRefusal('throttled', this.heldMs(now) + othersMs, 'upstream_rate');
  }

  lower(now: number): void {
    if (now - this.#loweredAt < INTERVAL_MS) return;
    this.#lowered = Math.max(LEAST, this.#current(now).perSecond * DECREASE);
    this.#loweredAt = now;
  }

  /** Gives back a call that was not sent. */
  protected override record(event: 'passed' | CallResult, now: number): void {
    if (event === 'passed') this.#bucket.take(ONLY, now);
    else if (event === 'not sent') this.#bucket.owe(ONLY, now, -1);
  }

  #current(now: number): Rate {
    const risen = ((now - this.#loweredAt) / 1_000) * INCREASE * this.configured.perSecond;
    const perSecond = this.#lowered + risen;
    return perSecond < this.configured.perSecond ? { perSecond, burst: 1 } : this.configured;
  }
}

/** The key of its one bucket. */
const ONLY = '';

/** Measured: 0.9 KB each. */
const MAX_GATES = 10_000;
const MAX_SCOPES = 1_000;

export class ScopeLimits {
  /** The configured rate of each counter; undefined if there is no limit. */
  rate: Rate | undefined;
  readonly #clock: Clock;
  readonly #gates = new LRUCache<string, Gate>({ maxSize: MAX_GATES, sizeCalculation: () => 1 });
  /** The rate of each counter. */
  readonly #rates = new LRUCache<string, ScopeRate>({ maxSize: MAX_SCOPES, sizeCalculation: () => 1 });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  count(): { readonly throttled: number; readonly waiting: number } {
    const now = this.#clock.monotonicNow();
    const gates = [...this.#gates.values()];
    const waiting = [...gates, ...this.#rates.values()].reduce((sum, limit) => sum + limit.waiting, 0);
    return { throttled: gates.filter(({ opensAt }) => opensAt > now).length, waiting };
  }

  /**
   * Returns the limits that the call has to pass, the narrowest first: a call that has passed one waits only for what also holds back
   * the calls behind it. @throws Problem `throttled` if one opens too late.
   */
  find(call: PendingCall, now: number): readonly Limit[] {
    const gates = this.#findGates(call.quota, now);
    const isLate = (gate: Gate) => gate.isClosed(now) && gate.toWaitMs(call, now) <= 0;
    const [latest] = gates.filter(isLate).sort((one, other) => other.opensAt - one.opensAt);
    if (latest) throw latest.createRefusal(now);
    return this.rate ? [...gates, this.#findRate(call.quota.counter, this.rate)] : gates;
  }

  isClosed({ quota }: PendingCall, now: number): boolean {
    return this.#findGates(quota, now).some((gate) => gate.isClosed(now));
  }

  /**
   * Closes the gate of what is held back for `ms`, unless it is closed for longer, and lowers the rate of a used-up quota.
   * Returns whether a call has to pass the gate. It is a new gate: no earlier pass counts.
   */
  close(quota: Quota, held: Held, ms: number): (call: PendingCall) => boolean {
    const now = this.#clock.monotonicNow();
    const key = toKey(quota, held);
    const before = this.#gates.get(key);
    this.#gates.set(key, new Gate(this.#clock, Math.max(before?.opensAt ?? 0, now + ms)));
    const isConcerned = (call: PendingCall) => toKey(call.quota, held) === key;
    const rate = this.rate && this.#findRate(quota.counter, this.rate);
    // A 429 of one provider is another limit's: its gate is enough.
    if (held === 'scope' || (held === 'operation' && quota.scope === '')) rate?.lower(now);
    for (const limit of [before, rate]) limit?.sendBack(isConcerned);
    return isConcerned;
  }

  /** Returns the call's gates, without those that hold nothing back any more. */
  #findGates(quota: Quota, now: number): readonly Gate[] {
    if (this.#gates.size === 0) return [];
    return (['resource', 'operation', 'scope'] as const).flatMap((held) => {
      const key = toKey(quota, held);
      const gate = this.#gates.get(key);
      if (gate === undefined || gate.countAllowed(now) < ALL) return gate ?? [];
      this.#gates.delete(key);
      return [];
    });
  }

  #findRate(counter: string, configured: Rate): ScopeRate {
    const rate = this.#rates.get(counter) ?? new ScopeRate(this.#clock, configured);
    rate.configured = configured;
    this.#rates.set(counter, rate);
    return rate;
  }
}

function toKey({ operation, scope, counter, resource }: Quota, held: Held): string {
  if (held === 'scope') return counter;
  return held === 'operation' ? `${operation} ${scope}` : `${operation} ${scope} ${resource}`;
}
