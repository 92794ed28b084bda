/**
 * Stops the calls of an operation in a scope that keeps failing: opens when of the resources called in the last ten seconds at least
 * half, and at least three, failed at their last call. Then it lets a probe through each second; its first success closes it. Where
 * there are no resources, callers vote in their place. Source: P-08, P-09.
 */

const WINDOW_MS = 10_000;
/** One or two failing resources do not stop the others. */
const [FAILING_VOTERS, FAILING_SHARE] = [3, 0.5];
const PROBE_INTERVAL_MS = 1_000;
/** Only those called last vote. Measured with paths of 200 characters, which the requests hold too: 0.1 KB each. */
const MAX_VOTERS = 100;

interface Vote {
  readonly hasFailed: boolean;
  readonly sentAt: number;
  readonly at: number;
}

export class CircuitBreaker {
  /** By voter, in the order of their last results. */
  readonly #votes = new Map<string, Vote>();
  /** Undefined while it is closed. */
  #openedAt: number | undefined;
  #probeAt = 0;
  /** The last call, while it is open, of a voter that did not fail. */
  #healthyAt = Number.NEGATIVE_INFINITY;

  get isOpen(): boolean {
    return this.#openedAt !== undefined;
  }

  /** Milliseconds until the next probe. */
  reopensInMs(now: number): number {
    return this.isOpen ? Math.max(0, this.#probeAt - now) : 0;
  }

  /** Whether `admit` would refuse a call now. A voter that failed last sends no probe while others call. */
  isRefusing(voter: string, now: number): boolean {
    if (!this.isOpen) return false;
    const hasFailed = this.#votes.get(voter)?.hasFailed === true;
    if (!hasFailed) this.#healthyAt = now;
    return now < (hasFailed ? Math.max(this.#probeAt, this.#healthyAt + PROBE_INTERVAL_MS) : this.#probeAt);
  }

  /** Returns whether a call may be sent. A probe does not wait for the result of the one before, which may hang. */
  admit(voter: string, now: number): boolean {
    if (this.isRefusing(voter, now)) return false;
    this.#probeAt = now + PROBE_INTERVAL_MS;
    return true;
  }

  record(voter: string, hasFailed: boolean, sentAt: number, now: number): void {
    // A success from before it opened says nothing about what happened since.
    if (!hasFailed && this.#openedAt !== undefined && sentAt > this.#openedAt) {
      this.#openedAt = undefined;
      this.#votes.clear();
    }
    if (sentAt < (this.#votes.get(voter)?.sentAt ?? sentAt)) return;
    this.#votes.delete(voter);
    this.#votes.set(voter, { hasFailed, sentAt, at: now });
    this.#forget(now);
    if (!hasFailed || this.isOpen) return;
    const failing = [...this.#votes.values()].filter((vote) => vote.hasFailed).length;
    if (failing < Math.max(FAILING_VOTERS, this.#votes.size * FAILING_SHARE)) return;
    [this.#openedAt, this.#probeAt] = [now, now + PROBE_INTERVAL_MS];
  }

  /** Drops old votes; keeps failures while it is open, as their voters would seem healthy. */
  #forget(now: number): void {
    for (const [voter, { at }] of this.#votes) {
      if (this.#votes.size <= MAX_VOTERS && (this.isOpen || now - at < WINDOW_MS)) return;
      this.#votes.delete(voter);
    }
  }
}
