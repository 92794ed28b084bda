/**
 * The management API's quotas: a bucket of calls for each kind and subscription, named in a header, and enforced where
 * `POST /_control/quotas` says so.
 */
import type { MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { Failure } from './failures.ts';

export const quotaRule = z.strictObject({
  kind: z.enum(['reads', 'writes', 'deletes']),
  /** Calls that a full bucket holds. */
  size: z.int().min(1),
  /** Calls by which a bucket refills. */
  perSecond: z.number().positive(),
  /** Calls beyond it get 429. */
  isEnforced: z.boolean().default(false),
});

type Rule = z.infer<typeof quotaRule>;

const published: readonly Rule[] = [
  { kind: 'reads', size: 250, perSecond: 25, isEnforced: false },
  { kind: 'writes', size: 200, perSecond: 10, isEnforced: false },
  { kind: 'deletes', size: 200, perSecond: 10, isEnforced: false },
];

export class Quotas {
  #rules = published;
  readonly #counts = new Map<string, { left: number; since: number }>();
  readonly #now: () => number;

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Replaces the quota of one kind of call, with a full bucket. */
  set(rule: Rule): void {
    this.#rules = [...this.#rules.filter(({ kind }) => kind !== rule.kind), rule];
    this.#counts.clear();
  }

  reset(): void {
    this.#rules = published;
    this.#counts.clear();
  }

  /** Counts a call, and sets the header of what is left. Throws a Failure for one beyond an enforced quota. */
  readonly take: MiddlewareHandler = async (c, next) => {
    const { method, path } = c.req;
    const kind = method === 'GET' ? 'reads' : method === 'DELETE' ? 'deletes' : 'writes';
    const { size, perSecond, isEnforced } = this.#rules.find((each) => each.kind === kind) as Rule;
    const key = `${kind} ${/\/subscriptions\/([^/?]+)/i.exec(path)?.[1]?.toLowerCase()}`;
    const now = this.#now();
    const count = this.#counts.get(key) ?? { left: size, since: now };
    count.left = Math.min(size, count.left + ((now - count.since) / 1_000) * perSecond);
    count.since = now;
    this.#counts.set(key, count);
    const header = `x-ms-ratelimit-remaining-subscription-${kind}`;
    if (isEnforced && count.left < 1) {
      const seconds = Math.max(1, Math.ceil((1 - count.left) / perSecond));
      const message = `Number of requests exceeded. Please try again after '${seconds}' seconds.`;
      const headers = { 'retry-after': String(seconds), [header]: '0' };
      throw new Failure(429, 'SubscriptionRequestsThrottled', message, { headers });
    }
    count.left = Math.max(0, count.left - 1);
    const left = String(Math.floor(count.left));
    await next();
    c.header(header, left);
  };
}
