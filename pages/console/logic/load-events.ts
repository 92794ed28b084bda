/** Loads the health events of a resource or a subscription: all pages as one list, each again only if it has changed. */
import type {
  CallOptions,
  FrontdeskClient,
  HealthEvent,
  HealthEventList,
  ResponseOf,
} from '../../../client/src/index.ts';
import { readMaxAge } from '../../../client/src/watch.ts';
import type { EventQuestion } from './event-question.ts';
import { parseResourceId, parseSkipToken } from './resource-id.ts';

export interface EventQuery extends EventQuestion {
  readonly noCache?: boolean;
  /** At most; ten if absent. */
  readonly pages?: number;
}

type Page = ResponseOf<200, HealthEventList>;

/** The pages loaded so far. */
export interface LoadedEvents {
  readonly query: EventQuery;
  /** By the token that asked for it: the first has none. */
  readonly pages: ReadonlyMap<string | undefined, Page>;
  /** Of the last page. */
  readonly response: Page;
  readonly events: readonly HealthEvent[];
  /** Token of the next page. */
  readonly next: string | undefined;
}

/** The list shows active events first, so it needs all pages; at most this many are loaded at once. */
export const MAX_PAGES = 10;
const DAY_MS = 86_400_000;

/** Loads the pages from the first on; those of `known` only if they have changed. */
export async function loadEvents(
  client: FrontdeskClient,
  query: EventQuery,
  options: CallOptions,
  known?: LoadedEvents['pages'],
): Promise<LoadedEvents> {
  const pages = new Map<string | undefined, Page>();
  let response: Page;
  let next: string | undefined;
  do {
    const before = known?.get(next);
    const sent = await loadPage(client, query, toPageRequest(next, before?.etag), options);
    response = before && sent.status === 304 ? { ...sent, status: 200, body: before.body } : (sent as Page);
    pages.set(next, response);
    next = parseSkipToken(response.body.nextLink);
    // A page that leads to one before it is the last.
  } while (next !== undefined && !pages.has(next) && pages.size < (query.pages ?? MAX_PAGES));
  return { query, pages, response, events: [...pages.values()].flatMap(({ body }) => body.value), next };
}

/** Returns the page that can change first. */
export function findSoonest({ pages }: LoadedEvents): Page {
  const toSeconds = (page: Page) => readMaxAge(page.headers) ?? Number.POSITIVE_INFINITY;
  return [...pages.values()].reduce((first, page) => (toSeconds(page) < toSeconds(first) ? page : first));
}

function toPageRequest($skipToken: string | undefined, ifNoneMatch: string | undefined): PageRequest {
  return { ...($skipToken === undefined ? {} : { $skipToken }), ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }) };
}

interface PageRequest {
  readonly $skipToken?: string;
  readonly ifNoneMatch?: string;
}

function loadPage(
  client: FrontdeskClient,
  { scope, target, filter, days }: EventQuestion,
  request: PageRequest,
  options: CallOptions,
): Promise<Page | ResponseOf<304, undefined>> {
  const common = { ...(filter.trim() === '' ? {} : { $filter: filter }), ...request };
  if (scope === 'subscription') {
    const input = { subscriptionId: target, queryStartTime: toStart(days), ...common };
    return client.listSubscriptionHealthEvents(input, options);
  }
  const id = parseResourceId(target);
  if (id === undefined) throw new Error('This is not a resource id.');
  const { parent, ...parts } = id;
  return parent
    ? client.listNestedHealthEvents({ ...parts, ...common, ...parent }, options)
    : client.listHealthEvents({ ...parts, ...common }, options);
}

/** The day as the service takes it: month/day/year. */
function toStart(days: number): string {
  const start = new Date(Date.now() - days * DAY_MS);
  return `${start.getUTCMonth() + 1}/${start.getUTCDate()}/${start.getUTCFullYear()}`;
}
