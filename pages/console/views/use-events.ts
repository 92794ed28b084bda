/** The call that lists health events of a resource or a subscription. */
import type {
  CallOptions,
  FrontdeskClient,
  HealthEvent,
  HealthEventList,
  ResponseOf,
} from '../../../client/src/index.ts';
import { useConsole } from '../context.ts';
import type { EventQuestion } from '../logic/event-question.ts';
import { parseResourceId, parseSkipToken } from '../logic/resource-id.ts';
import { announce } from '../parts/announce.tsx';
import { useCall } from '../use-call.ts';

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

/** What is active comes first, so all pages are wanted: so many at once. */
export const MAX_PAGES = 10;
const DAY_MS = 86_400_000;

export function useEvents() {
  const { client } = useConsole();
  return useCall(async (query: EventQuery, signal) => {
    const { noCache = false } = query;
    const loaded = await loadEvents(client, query, { signal, noCache });
    announce(`${loaded.events.length} events loaded${loaded.next === undefined ? '' : ', more available'}.`);
    return loaded;
  });
}

/** Loads the pages from the first on; those of `known` only if they have changed. */
export async function loadEvents(
  client: FrontdeskClient,
  query: EventQuery,
  options: CallOptions,
  known?: LoadedEvents['pages'],
): Promise<LoadedEvents> {
  const pages = new Map<string | undefined, Page>();
  let next: string | undefined;
  for (;;) {
    const before = known?.get(next);
    const sent = await loadPage(client, query, toPageRequest(next, before?.etag), options);
    const response =
      before && (sent.status as number) === 304 ? { ...sent, status: 200 as const, body: before.body } : sent;
    pages.set(next, response);
    next = parseSkipToken(response.body.nextLink);
    if (next !== undefined && pages.size < (query.pages ?? MAX_PAGES)) continue;
    return { query, pages, response, events: [...pages.values()].flatMap(({ body }) => body.value), next };
  }
}

function toPageRequest($skipToken: string | undefined, ifNoneMatch: string | undefined): PageRequest {
  return { ...($skipToken === undefined ? {} : { $skipToken }), ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }) };
}

export interface PageRequest {
  readonly $skipToken?: string;
  readonly ifNoneMatch?: string;
}

export function loadPage(
  client: FrontdeskClient,
  { scope, target, filter, days }: EventQuestion,
  request: PageRequest,
  options: CallOptions,
): Promise<Page> {
  const common = { ...(filter.trim() === '' ? {} : { $filter: filter }), ...request };
  if (scope === 'subscription') {
    const input = { subscriptionId: target, queryStartTime: toStart(days), ...common };
    return client.listSubscriptionHealthEvents(input, options) as Promise<Page>;
  }
  const id = parseResourceId(target);
  if (id === undefined) throw new Error('This is not a resource id.');
  const { parent, ...parts } = id;
  return (
    parent
      ? client.listNestedHealthEvents({ ...parts, ...common, ...parent }, options)
      : client.listHealthEvents({ ...parts, ...common }, options)
  ) as Promise<Page>;
}

/** The day as the service takes it: month/day/year. */
function toStart(days: number): string {
  const start = new Date(Date.now() - days * DAY_MS);
  return `${start.getUTCMonth() + 1}/${start.getUTCDate()}/${start.getUTCFullYear()}`;
}
