/** What the upstream held at which time, and with it how old a response is and may be. Source: P-15. */
import type { DayResponse } from './day-instance.ts';

/** Seconds for which a stored list of events is fresh, may be served while it is refreshed, and on error. */
const MAX_AGE = { fresh: 60, 'while-revalidating': 300, 'if-error': 3_660 } as const;
/** The two clocks differ by 50 s at most: a row that one instance wrote seems so much younger to the other. */
const TOLERANCE = 52;

const STATES = [
  [/; hit;.*detail=stale-if-error$/, 'if-error'],
  [/; hit;.*detail=stale-while-revalidating$/, 'while-revalidating'],
  [/; hit; ttl=\d+$/, 'fresh'],
] as const;

/** A resource whose health events change; its newest event is named by the number of the change. */
export class DayResource {
  readonly name: string;
  /** True times of the changes, in epoch milliseconds; the first event is number 0. */
  readonly #changedAt: number[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** Number of the next event. */
  get next(): number {
    return this.#changedAt.length;
  }

  /** The upstream holds the next event from now on. */
  change(): void {
    this.#changedAt.push(Date.now());
  }

  /** Returns what is wrong with a list of events. */
  check({ headers, text }: DayResponse, startedAt: number): string[] {
    const status = headers['cache-status'] ?? '';
    const seen = Number(/"name":\s*"change-(\d+)"/.exec(text)?.[1]);
    const next = this.#changedAt[seen + 1];
    const staleFor = next === undefined ? 0 : (startedAt - next) / 1_000;
    const maxAge = STATES.find(([form]) => form.test(status))?.[1];
    const allowed = maxAge === undefined ? 0 : MAX_AGE[maxAge] + TOLERANCE;
    const age = Number(headers['age']);
    return [
      ...(Number.isNaN(seen) ? ['has no event of the model'] : []),
      ...(staleFor > allowed ? [`is ${staleFor} s out of date, where ${allowed} s are allowed`] : []),
      ...(age + TOLERANCE < Math.floor(staleFor) ? [`claims an age of ${age} s, but is older than ${staleFor} s`] : []),
    ].map((problem) => `${this.name}: ${status}: the response ${problem}`);
  }
}
