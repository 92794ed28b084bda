/** The records of callers who are not known: a flood of them is counted, so that it cannot hide other records. Source: A73; docs/observability.md. */
import { createTokenBuckets, type Rate, type TokenBuckets } from '../time/token-bucket.ts';
import type { Log } from './request-record.ts';

const COUNT_INTERVAL_MS = 1_000;

export class RefusalLog {
  readonly #report: Log;
  readonly #buckets: TokenBuckets;
  /** By problem and reason, which are our own words, so there are few. */
  readonly #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  /** `rate` is that of the requests without a known caller that have a record of their own. */
  constructor(report: Log, rate: Rate) {
    this.#report = report;
    this.#buckets = createTokenBuckets(() => rate);
  }

  /** Returns the log of one request: the same one, but what failed before its caller was known is only counted above the rate. */
  limit(log: Log): Log {
    return (record) => {
      if (record['accessMs'] === undefined && this.#buckets.take('', performance.now()) > 0) this.#count(record);
      else log(record);
    };
  }

  /** Writes what was counted since the last line; nothing if there is nothing. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counts.size === 0) return;
    const refused = [...this.#counts.values()].reduce((sum, count) => sum + count);
    this.#report({ refused, reasons: Object.fromEntries(this.#counts), time: new Date().toISOString() });
    this.#counts.clear();
  }

  #count({ problem, reason }: Readonly<Record<string, unknown>>): void {
    const key = [problem, reason].filter(Boolean).join(' ');
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.flush(), COUNT_INTERVAL_MS).unref();
  }
}
