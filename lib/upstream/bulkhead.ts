/** Limits how many calls to an upstream are in progress; the others wait in line. They go by tenant, then by person. Source: P-11. */
import type { Clock } from '../time/clock.ts';

export interface BulkheadSize {
  readonly parallel: number;
  readonly queue: number;
}

/** Whose turn it is. */
export interface Who {
  readonly tenant: string;
  /** The person, tenant included. */
  readonly caller: string;
}

/** A tenant, or a person of one. */
class Party {
  /** Number of calls in progress, where the line leads to places. */
  inside = 0;
  waiting = 0;
  /** Number of the last turn; who never had one comes first. */
  turn = 0;
}

class Tenant extends Party {
  readonly people = new Map<string, Person>();
}

class Person extends Party {
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

interface Waiter<Call, Result> {
  readonly call: Call;
  readonly person: Person;
  /** Ends the wait. */
  end(result: Result | undefined): void;
}

/** So long a person counts, and keeps the turn, after the last call. */
const RECENT_MS = 10_000;
const SWEEP_MS = 1_000;

/** A bounded line of waiting calls. */
export class Line<Call extends Who, Result> {
  /** Those who wait or are inside, and those who called in the last seconds. */
  readonly tenants = new Map<string, Tenant>();
  /** In order of arrival. */
  readonly waiters = new Set<Waiter<Call, Result>>();
  readonly #clock: Clock;
  #turns = 0;
  #sweptAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits until the wait is ended with a result; undefined after `waitMs`, or if the line is full of those whose turn comes first. */
  wait(call: Call, size: number, waitMs: number): Promise<Result | undefined> {
    const person = this.recall(call);
    if (waitMs <= 0 || !this.#makeRoom(person, size)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const end = (result: Result | undefined) => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        person.count('waiting', -1);
        resolve(result);
      };
      const waiter = { call, person, end };
      const timer = this.#clock.setTimer(() => end(undefined), waitMs);
      this.waiters.add(waiter);
      person.count('waiting', 1);
    });
  }

  /** Returns the call whose turn it is, of those persons that may go: of whom the fewest are inside, or who waits longest for a turn. */
  next(mayGo: (person: Person) => boolean = () => true): Waiter<Call, Result> | undefined {
    let next: Waiter<Call, Result> | undefined;
    for (const waiter of this.waiters)
      if (mayGo(waiter.person) && (!next || compare(waiter.person, next.person, TURN) < 0)) next = waiter;
    return next;
  }

  takeTurn(person: Person): void {
    person.turn = ++this.#turns;
    person.tenant.turn = this.#turns;
  }

  /** Remembers who calls. */
  recall({ tenant: name, caller }: Who): Person {
    const now = this.#clock.monotonicNow();
    if (now - this.#sweptAt >= SWEEP_MS) this.#forgetIdle(now);
    const tenant = this.tenants.get(name) ?? new Tenant();
    const person = tenant.people.get(caller) ?? new Person(tenant);
    person.lastAt = now;
    tenant.people.set(caller, person);
    this.tenants.set(name, tenant);
    return person;
  }

  /** In a full line the newest call of whom the most wait makes room for one of whom fewer wait. */
  #makeRoom({ tenant, waiting }: Person, size: number): boolean {
    let longest: Waiter<Call, Result> | undefined;
    if (this.waiters.size < size) return true;
    for (const waiter of this.waiters)
      if (!longest || compare(waiter.person, longest.person, LENGTH) >= 0) longest = waiter;
    if (!longest) return false;
    const { person } = longest;
    const excess = person.tenant === tenant ? person.waiting - waiting : person.tenant.waiting - tenant.waiting;
    if (excess > 1) longest.end(undefined);
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

/** By tenant, then by person. */
function compare(one: Person, other: Person, by: Compare): number {
  return by(one.tenant, other.tenant) || by(one, other);
}

/** `sent back`: the call had to leave the line. */
type Entry = 'entered' | 'sent back' | undefined;

export class Bulkhead<Call extends Who = Who> {
  /** A smaller one ends no call and no wait. */
  size: BulkheadSize;
  readonly #line: Line<Call, Entry>;
  #inside = 0;

  constructor(size: BulkheadSize, clock: Clock) {
    this.size = size;
    this.#line = new Line(clock);
  }

  count(): { readonly inside: number; readonly waiting: number } {
    return { inside: this.#inside, waiting: this.#line.waiters.size };
  }

  /** Returns whether the call has a place, or will have one within `waitMs`. `leave` frees it. */
  enter(call: Call, waitMs: number): Entry | Promise<Entry> {
    this.#pump();
    const person = this.#line.recall(call);
    return this.#hasPlace(person) ? this.#admit(person) : this.#line.wait(call, this.size.queue, waitMs);
  }

  leave({ tenant, caller }: Who): void {
    this.#inside--;
    this.#line.tenants.get(tenant)?.people.get(caller)?.count('inside', -1);
    this.#pump();
  }

  /** Ends the waits of these calls, which wait for something else by now. */
  sendBack(isConcerned: (call: Call) => boolean): void {
    for (const { call, end } of this.#line.waiters) if (isConcerned(call)) end('sent back');
  }

  #pump(): void {
    for (;;) {
      const waiter = this.#line.next((person) => this.#hasPlace(person));
      if (!waiter) return;
      waiter.end(this.#admit(waiter.person));
    }
  }

  /**
   * A tenant has an equal share, and so has each of its people, or as many places as are free. One is kept for a tenant, or the only
   * tenant's person, that has none: calls that hang cannot be recalled.
   */
  #hasPlace({ inside, tenant }: Person): boolean {
    const { size: tenants } = this.#line.tenants;
    const free = this.size.parallel - this.#inside;
    const isFirst = tenant.inside === 0 || (tenants === 1 && inside === 0);
    if (isFirst || free < 2) return isFirst && free > 0;
    return inside < Math.max(free, (this.size.parallel - 1) / tenants / tenant.people.size);
  }

  #admit(person: Person): 'entered' {
    this.#inside++;
    person.count('inside', 1);
    this.#line.takeTurn(person);
    return 'entered';
  }
}
