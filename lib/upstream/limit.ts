/** A limit that calls pass, and the line of those who wait for it. They go by tenant, then by person. Source: P-11. */
import type { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import type { Quota } from './scope.ts';

/** A call that is not sent yet; times are of the monotonic clock. */
export interface PendingCall {
  readonly quota: Quota;
  readonly startedAt: number;
  /** Later an attempt no longer fits into the deadline. */
  readonly endsAt: number;
}

export type CallResult = 'success' | 'failure' | 'not sent';

/** Ends a call that has passed. */
export type Leave = (result: CallResult) => void;

/** The result of a call at a limit: it has passed, is refused, or (undefined) is sent back. */
type Outcome = Leave | Problem | undefined;

/** A tenant, or a person of one. */
class Party {
  /** Number of calls that have passed and not ended. */
  inside = 0;
  waiting = 0;
  /** Number of the last turn; who never had one comes first. */
  turn = 0;
}

class Tenant extends Party {
  readonly people = new Map<string, Person>();
}

export class Person extends Party {
  readonly tenant: Tenant;
  lastAt = 0;

  constructor(tenant: Tenant) {
    super();
    this.tenant = tenant;
  }

  /** Counts for the tenant too. */
  count(what: 'inside' | 'waiting', change: 1 | -1): void {
    this[what] += change;
    this.tenant[what] += change;
  }
}

interface Waiter {
  readonly call: PendingCall;
  readonly person: Person;
  /** Ends the wait; without a result if the call is sent back. */
  end(result: Leave | 'refused' | undefined): void;
}

/** How long a person counts, and keeps the turn, after the last call. */
const RECENT_MS = 10_000;
const SWEEP_MS = 1_000;

export abstract class Limit {
  inside = 0;
  /** Those who wait or are inside, and those who called in the last seconds. */
  protected readonly tenants = new Map<string, Tenant>();
  protected readonly clock: Clock;
  /** In order of arrival. */
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #turns = 0;
  #sweptAt = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  /** Returns the milliseconds until a call of the person may pass; infinite if that depends on other calls only. */
  abstract heldMs(now: number, person?: Person): number;

  /** Returns why a call is refused, with what is left of the time. */
  abstract createRefusal(now: number): Problem;

  toWaitMs({ endsAt }: PendingCall, now: number): number {
    return endsAt - now;
  }

  protected record(_event: 'passed' | CallResult, _now: number): void {}

  /** Passes the call, now or in its turn; refuses it if it may not wait, has waited in vain, or the line has `queue` calls before it. */
  pass(call: PendingCall, queue: number): Outcome | Promise<Outcome> {
    this.#pump();
    const now = this.clock.monotonicNow();
    const person = this.#recall(call.quota, now);
    return this.heldMs(now, person) === 0 ? this.#enter(person, now) : this.#wait(call, person, queue);
  }

  /** Ends the waits of these calls, which have something else to wait for by now. */
  sendBack(isConcerned: (call: PendingCall) => boolean): void {
    for (const { call, end } of this.#waiters) if (isConcerned(call)) end(undefined);
  }

  #enter(person: Person, now: number): Leave {
    this.inside++;
    person.count('inside', 1);
    person.turn = ++this.#turns;
    person.tenant.turn = this.#turns;
    this.record('passed', now);
    return (result) => {
      this.inside--;
      person.count('inside', -1);
      this.record(result, this.clock.monotonicNow());
      this.#pump();
    };
  }

  #wait(call: PendingCall, person: Person, queue: number): Outcome | Promise<Outcome> {
    const now = this.clock.monotonicNow();
    const waitMs = this.toWaitMs(call, now);
    if (waitMs <= 0 || !this.#makeRoom(person, queue)) return this.createRefusal(now);
    return new Promise((resolve) => {
      const end: Waiter['end'] = (result) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        person.count('waiting', -1);
        resolve(result === 'refused' ? this.createRefusal(this.clock.monotonicNow()) : result);
      };
      const waiter = { call, person, end };
      const timer = this.clock.setTimer(() => end('refused'), waitMs);
      this.#waiters.add(waiter);
      person.count('waiting', 1);
      this.#pump();
    });
  }

  /** Lets those pass who may, in their turns. Time opens gates and fills buckets, so it has to wake those who wait. */
  #pump(): void {
    if (this.#waiters.size === 0) return;
    clearTimeout(this.#timer);
    const now = this.clock.monotonicNow();
    for (let next = this.#next(now); next; next = this.#next(now)) next.end(this.#enter(next.person, now));
    const [first] = this.#waiters;
    const ms = first ? this.heldMs(now, first.person) : Number.POSITIVE_INFINITY;
    if (ms < Number.POSITIVE_INFINITY) this.#timer = this.clock.setTimer(() => this.#pump(), Math.max(1, ms));
  }

  /** Returns the next call that may pass: of the party with the fewest calls inside, then with the longest wait for a turn. */
  #next(now: number): Waiter | undefined {
    let next: Waiter | undefined;
    for (const waiter of this.#waiters) {
      const isEarlier = !next || compare(waiter.person, next.person, TURN) < 0;
      if (isEarlier && this.heldMs(now, waiter.person) === 0) next = waiter;
    }
    return next;
  }

  #recall({ tenant: name, caller }: Quota, now: number): Person {
    if (now - this.#sweptAt >= SWEEP_MS) this.#forgetIdle(now);
    const tenant = this.tenants.get(name) ?? new Tenant();
    const person = tenant.people.get(caller) ?? new Person(tenant);
    person.lastAt = now;
    tenant.people.set(caller, person);
    this.tenants.set(name, tenant);
    return person;
  }

  /** Returns whether the line has room. From a full line it removes the newest call of the party that has the most, for one with fewer. */
  #makeRoom({ tenant, waiting }: Person, queue: number): boolean {
    let longest: Waiter | undefined;
    if (this.waiting < queue) return true;
    for (const waiter of this.#waiters)
      if (!longest || compare(waiter.person, longest.person, LENGTH) >= 0) longest = waiter;
    if (!longest) return false;
    const { person } = longest;
    const excess = person.tenant === tenant ? person.waiting - waiting : person.tenant.waiting - tenant.waiting;
    if (excess > 1) longest.end('refused');
    return excess > 1;
  }

  #forgetIdle(now: number): void {
    this.#sweptAt = now;
    for (const [name, { people }] of this.tenants) {
      for (const [caller, { inside, waiting, lastAt }] of people)
        if (inside === 0 && waiting === 0 && now - lastAt >= RECENT_MS) people.delete(caller);
      if (people.size === 0) this.tenants.delete(name);
    }
  }
}

type Compare = (one: Party, other: Party) => number;
const TURN: Compare = (one, other) => one.inside - other.inside || one.turn - other.turn;
const LENGTH: Compare = (one, other) => one.waiting - other.waiting;

/** Compares by tenant, then by person. */
function compare(one: Person, other: Person, by: Compare): number {
  return by(one.tenant, other.tenant) || by(one, other);
}
