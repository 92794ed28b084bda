/**
 * The management API's quotas: a bucket of calls for each kind and subscription, told in a header, and enforced where
 * `POST /_control/quotas` says so.
 */
import * as z from 'zod';
import { overrideHeaders, type WireResponse } from '../faults/wire-response.ts';

const rule = z.strictObject({
  kind: z.enum(['reads', 'writes', 'deletes']),
  /** Calls that a full bucket holds. */
  size: z.int().min(1),
  /** Calls by which a bucket refills. */
  perSecond: z.number().positive(),
  /** Calls beyond it get 429. */
  isEnforced: z.boolean().default(false),
});

type Rule = z.infer<typeof rule>;

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

  /** Replaces the quota of one kind of call, with a full bucket; returns what is wrong with it. */
  set(wanted: unknown): string | undefined {
    const { data, error } = rule.safeParse(wanted);
    if (!data) return z.prettifyError(error);
    this.#rules = [...this.#rules.filter(({ kind }) => kind !== data.kind), data];
    this.#counts.clear();
    return undefined;
  }

  reset(): void {
    this.#rules = published;
    this.#counts.clear();
  }

  /** Counts a call; returns its response, or a refusal, with what is left. */
  async take(method: string, path: string, respond: () => Promise<WireResponse>): Promise<WireResponse> {
    const kind = method === 'GET' ? 'reads' : method === 'DELETE' ? 'deletes' : 'writes';
    const { size, perSecond, isEnforced } = this.#rules.find((each) => each.kind === kind) as Rule;
    const key = `${kind} ${/\/subscriptions\/([^/?]+)/i.exec(path)?.[1]?.toLowerCase()}`;
    const now = this.#now();
    const count = this.#counts.get(key) ?? { left: size, since: now };
    count.left = Math.min(size, count.left + ((now - count.since) / 1_000) * perSecond);
    count.since = now;
    this.#counts.set(key, count);
    const waitSeconds = Math.max(1, Math.ceil((1 - count.left) / perSecond));
    const isRefused = isEnforced && count.left < 1;
    if (!isRefused) count.left = Math.max(0, count.left - 1);
    const left = { [`x-ms-ratelimit-remaining-subscription-${kind}`]: String(Math.floor(count.left)) };
    return overrideHeaders(isRefused ? refuse(waitSeconds) : await respond(), left);
  }
}

function refuse(seconds: number): WireResponse {
  const message = `Number of requests exceeded. Please try again after '${seconds}' seconds.`;
  const body = Buffer.from(JSON.stringify({ error: { code: 'SubscriptionRequestsThrottled', message } }));
  const headers = [
    ['content-type', 'application/json; charset=utf-8'] as const,
    ['retry-after', String(seconds)] as const,
  ];
  return { status: 429, headers, body };
}
