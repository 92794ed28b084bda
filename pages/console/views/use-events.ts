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

/** The pages loaded so far. */
export interface LoadedEvents {
  readonly query: EventQuery;
  /** Of the last page. */
  readonly response: ResponseOf<200, HealthEventList>;
  readonly events: readonly HealthEvent[];
  /** Token of the next page. */
  readonly next: string | undefined;
}

/** What is active comes first, so all pages are wanted: so many at once. */
export const MAX_PAGES = 10;
const DAY_MS = 86_400_000;

type Page = LoadedEvents['response'];

export function useEvents() {
  const { client } = useConsole();
  return useCall(async (query: EventQuery, signal) => {
    const { noCache = false } = query;
    const loaded = await loadEvents(client, query, { signal, noCache });
    announce(`${loaded.events.length} events loaded${loaded.next === undefined ? '' : ', more available'}.`);
    return loaded;
  });
}

export async function loadEvents(
  client: FrontdeskClient,
  query: EventQuery,
  options: CallOptions,
): Promise<LoadedEvents> {
  const events: HealthEvent[] = [];
  let next: string | undefined;
  for (let page = 1; ; page += 1) {
    const response = await loadPage(client, query, next === undefined ? {} : { $skipToken: next }, options);
    events.push(...response.body.value);
    next = parseSkipToken(response.body.nextLink);
    if (next === undefined || page === (query.pages ?? MAX_PAGES)) return { query, response, events, next };
  }
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
