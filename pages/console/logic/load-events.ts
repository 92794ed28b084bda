/** Loads the health events of a resource or a subscription: all pages as one list, each again only if it has changed. */
import type {
  CallOptions,
  FrontdeskClient,
  HealthEvent,
  HealthEventList,
  ResponseOf,
} from '../../../client/src/index.ts';
import { readPageToken } from '../../../client/src/pages.ts';
import { readTimeToLive } from '../../../client/src/watch.ts';
import { parseResourceId } from './known-paths.ts';

export interface EventQuestion {
  /** Id of a resource, or path of a subscription. */
  readonly target: string;
  /** `$filter`; empty if there is none. */
  readonly filter: string;
  /** Of a subscription: events updated in the last days. */
  readonly days: number;
}

type Page = ResponseOf<200, HealthEventList>;

export interface LoadedEvents {
  /** By the token that asked for it: the first has none. */
  readonly pages: ReadonlyMap<string | undefined, Page>;
  /** Of the page that can change first. */
  readonly response: Page;
  readonly events: readonly HealthEvent[];
  readonly hasMore: boolean;
}

/** Active events can be on any page. */
const MAX_PAGES = 10;
const DAY_MS = 86_400_000;
const UNTOLD_SECONDS = 30;
const STALE_SECONDS = 5;

/** Returns the id of a subscription's path; undefined for another path. */
export function parseSubscription(target: string): string | undefined {
  return /^\/subscriptions\/([\w-]+)$/i.exec(target)?.[1];
}

/** Returns whether events can be asked of it. */
export function isTarget(target: string): boolean {
  return parseSubscription(target) !== undefined || parseResourceId(target) !== undefined;
}

/** Loads the pages from the first on; those of `known` only if they have changed. */
export async function loadEvents(
  client: FrontdeskClient,
  question: EventQuestion,
  options: CallOptions,
  known?: LoadedEvents['pages'],
): Promise<LoadedEvents> {
  const pages = new Map<string | undefined, Page>();
  let next: string | undefined;
  do {
    const before = known?.get(next);
    const asked = { ...(next && { $skipToken: next }), ...(before?.etag && { ifNoneMatch: before.etag }) };
    const sent = await loadPage(client, question, asked, options);
    const page: Page = before && sent.status === 304 ? { ...sent, status: 200, body: before.body } : (sent as Page);
    pages.set(next, page);
    next = readPageToken(page.body);
    // A page that leads to one before it is the last.
  } while (next !== undefined && !pages.has(next) && pages.size < MAX_PAGES);
  const all = [...pages.values()];
  const toSeconds = (page: Page) => readTimeToLive(page.headers) ?? Number.POSITIVE_INFINITY;
  return {
    pages,
    response: all.reduce((first, page) => (toSeconds(page) < toSeconds(first) ? page : first)),
    events: all.flatMap(({ body }) => body.value),
    hasMore: next !== undefined,
  };
}

/** Returns the seconds until the events can have changed. */
export function toWaitSeconds({ response }: LoadedEvents): number {
  const seconds = readTimeToLive(response.headers);
  return seconds === undefined ? UNTOLD_SECONDS : seconds || STALE_SECONDS;
}

/** Returns when the service told the events: epoch milliseconds. */
export function toAsOf({ response }: LoadedEvents, now: number): number {
  return now - Number(response.headers.get('age') ?? 0) * 1000;
}

function loadPage(
  client: FrontdeskClient,
  { target, filter, days }: EventQuestion,
  asked: { readonly $skipToken?: string; readonly ifNoneMatch?: string },
  options: CallOptions,
): Promise<Page | ResponseOf<304, undefined>> {
  const common = { ...(filter.trim() === '' ? {} : { $filter: filter }), ...asked };
  const subscriptionId = parseSubscription(target);
  if (subscriptionId !== undefined)
    return client.listSubscriptionHealthEvents(
      { subscriptionId, queryStartTime: startDay.format(Date.now() - days * DAY_MS), ...common },
      options,
    );
  const id = parseResourceId(target);
  if (id === undefined) throw new Error('This is not a resource id.');
  const { parentType, parentName, ...parts } = id;
  return parentType && parentName
    ? client.listNestedHealthEvents({ ...parts, parentType, parentName, ...common }, options)
    : client.listHealthEvents({ ...parts, ...common }, options);
}

/** The day as the service takes it: month/day/year. */
const startDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });
