/**
 * Quotas of the emulated APIs: counted as the live services count, told in headers, and enforced where `POST /_control/quotas` says so.
 * `fields`, `list` and `items` are the forms of draft-ietf-httpapi-ratelimit-headers 03, 07 and 10.
 */
import * as z from 'zod';
import type { WireResponse } from '../faults/wire-response.ts';
import { type ApiName, apiNames } from './calls.ts';
import { writeJson } from './json.ts';

const kinds = ['reads', 'writes', 'deletes'] as const;

type Kind = (typeof kinds)[number];

const rule = z
  .strictObject({
    api: z.enum(apiNames),
    kind: z.enum(kinds),
    /** What has a count each: a subscription, a provider of a subscription, or the whole API. */
    per: z.enum(['subscription', 'provider', 'api']).default('subscription'),
    /** Calls that a full bucket holds, or that a window has. */
    size: z.int().min(1),
    /** Calls by which a bucket refills. */
    perSecond: z.number().positive().optional(),
    /** Length of a fixed window; a bucket without it. */
    windowSeconds: z.number().positive().optional(),
    tells: z.enum(['arm', 'fields', 'list', 'items', 'nothing']).default('arm'),
    /** The headers always say that so many are left; the true count when absent. */
    saysLeft: z.int().min(0).optional(),
    /** Calls beyond it get 429. */
    isEnforced: z.boolean().default(false),
  })
  .refine(({ perSecond, windowSeconds }) => (perSecond === undefined) !== (windowSeconds === undefined), {
    error: 'needs either perSecond or windowSeconds',
  });

type Rule = z.infer<typeof rule>;

/** The management API's buckets, per subscription; the others tell no quota. */
const published = [
  { api: 'arm', kind: 'reads', size: 250, perSecond: 25 },
  { api: 'arm', kind: 'writes', size: 200, perSecond: 10 },
  { api: 'arm', kind: 'deletes', size: 200, perSecond: 10 },
].map((each) => rule.parse(each));

interface Count {
  left: number;
  /** Of the last refill, or the start of the window; milliseconds. */
  since: number;
}

interface CountedCall {
  readonly api: ApiName;
  readonly method: string;
  readonly path: string;
}

/** What a call got: the headers that tell what is left, and the seconds to wait if it is refused. */
export interface Grant {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusedForSeconds?: number;
}

export class Quotas {
  #rules: readonly Rule[] = published;
  readonly #counts = new Map<string, Count>();
  readonly #now: () => number;

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Replaces the quota of one kind of call, with a full count; returns what is wrong with it. */
  set(wanted: unknown): string | undefined {
    const { data, error } = rule.safeParse(wanted);
    if (!data) return z.prettifyError(error);
    this.#rules = [...this.#rules.filter(({ api, kind }) => api !== data.api || kind !== data.kind), data];
    this.#counts.clear();
    return undefined;
  }

  reset(): void {
    this.#rules = published;
    this.#counts.clear();
  }

  /** Counts a call. */
  take({ api, method, path }: CountedCall): Grant {
    const now = this.#now();
    const kind = toKind(method);
    const found = this.#rules.find((each) => each.api === api && each.kind === kind);
    if (found === undefined) return { headers: {} };
    const count = this.#refill(found, `${api} ${kind} ${countedBy[found.per](path)}`, now);
    const isRefused = found.isEnforced && count.left < 1;
    if (!isRefused) count.left = Math.max(0, count.left - 1);
    const resetSeconds = toResetSeconds(found, count, now);
    const headers = tell[found.tells](found, found.saysLeft ?? Math.floor(count.left), resetSeconds);
    return isRefused
      ? { headers: { ...headers, 'retry-after': String(resetSeconds) }, refusedForSeconds: resetSeconds }
      : { headers };
  }

  #refill({ size, perSecond = 0, windowSeconds }: Rule, key: string, now: number): Count {
    const count = this.#counts.get(key) ?? { left: size, since: now };
    this.#counts.set(key, count);
    if (windowSeconds === undefined) {
      count.left = Math.min(size, count.left + ((now - count.since) / 1_000) * perSecond);
      count.since = now;
    } else if (now - count.since >= windowSeconds * 1_000) {
      count.left = size;
      count.since = now;
    }
    return count;
  }
}

/** As the APIs refuse calls beyond the quota. */
export function refuse(api: ApiName, seconds: number): WireResponse {
  const codes: Readonly<Record<ApiName, string>> = {
    arm: 'SubscriptionRequestsThrottled',
    graph: 'TooManyRequests',
    docs: '429',
    business: 'Application_TooManyRequests',
  };
  const message = `Number of requests exceeded. Please try again after '${seconds}' seconds.`;
  const body = Buffer.from(writeJson({ error: { code: codes[api], message } }));
  return { status: 429, headers: [['content-type', 'application/json; charset=utf-8']], body };
}

const findSegment = (path: string, after: string) =>
  new RegExp(`/${after}/([^/?]+)`, 'i').exec(path)?.[1]?.toLowerCase() ?? '';

/** Names what a call counts for. */
const countedBy: Readonly<Record<Rule['per'], (path: string) => string>> = {
  subscription: (path) => findSegment(path, 'subscriptions'),
  provider: (path) => `${findSegment(path, 'subscriptions')} ${findSegment(path, 'providers')}`,
  api: () => '',
};

function toKind(method: string): Kind {
  if (method === 'GET' || method === 'HEAD') return 'reads';
  return method === 'DELETE' ? 'deletes' : 'writes';
}

/** Seconds until the window ends, or until the bucket holds a call. */
function toResetSeconds({ windowSeconds, perSecond = 1 }: Rule, { left, since }: Count, now: number): number {
  const seconds = windowSeconds === undefined ? (1 - left) / perSecond : windowSeconds - (now - since) / 1_000;
  return Math.max(1, Math.ceil(seconds));
}

type Tell = (rule: Rule, left: number, resetSeconds: number) => Readonly<Record<string, string>>;

const toWindow = ({ size, perSecond = 1, windowSeconds }: Rule) => windowSeconds ?? Math.ceil(size / perSecond);

const tell: Readonly<Record<Rule['tells'], Tell>> = {
  arm: ({ kind }, left) => ({ [`x-ms-ratelimit-remaining-subscription-${kind}`]: String(left) }),
  fields: (each, left, seconds) => ({
    'ratelimit-limit': `${each.size}, ${each.size};w=${toWindow(each)}`,
    'ratelimit-remaining': String(left),
    'ratelimit-reset': String(seconds),
  }),
  list: (each, left, seconds) => ({
    ratelimit: `limit=${each.size}, remaining=${left}, reset=${seconds}`,
    'ratelimit-policy': `${each.size};w=${toWindow(each)}`,
  }),
  items: (each, left, seconds) => ({
    ratelimit: `"${each.kind}";r=${left};t=${seconds}`,
    'ratelimit-policy': `"${each.kind}";q=${each.size};w=${toWindow(each)}`,
  }),
  nothing: () => ({}),
};
