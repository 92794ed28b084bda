/** The call that lists health events, page by page. */
import type { HealthEvent, HealthEventList, ResponseOf } from '../../../client/src/index.ts';
import { useConsole } from '../context.ts';
import { parseResourceId, parseSkipToken } from '../logic/resource-id.ts';
import { announce } from '../parts/announce.tsx';
import { useCall } from '../use-call.ts';

export interface EventQuery {
  readonly resource: string;
  readonly filter: string;
  readonly noCache?: boolean;
  /** The events that are loaded, and the token of the next page. */
  readonly continuation?: { readonly events: readonly HealthEvent[]; readonly skipToken: string };
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

export function useEvents() {
  const { client } = useConsole();
  return useCall(async (query: EventQuery, signal): Promise<LoadedEvents> => {
    const id = parseResourceId(query.resource);
    if (id === undefined) throw new Error('This is not a resource id.');
    const { parent, ...parts } = id;
    const input = {
      ...parts,
      ...(query.filter.trim() === '' ? {} : { $filter: query.filter }),
      ...(query.continuation ? { $skipToken: query.continuation.skipToken } : {}),
    };
    const options = { signal, noCache: query.noCache ?? false };
    const response = (await (parent
      ? client.listNestedHealthEvents({ ...input, ...parent }, options)
      : client.listHealthEvents(input, options))) as LoadedEvents['response'];
    const events = [...(query.continuation?.events ?? []), ...response.body.value];
    const next = parseSkipToken(response.body.nextLink);
    announce(`${events.length} events loaded${next === undefined ? '' : ', more available'}.`);
    return { query, response, events, next };
  });
}
