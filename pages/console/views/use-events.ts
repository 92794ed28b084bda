/** The call that lists health events of a resource or a subscription. */
import { useConsole } from '../context.ts';
import { type EventQuery, loadEvents } from '../logic/load-events.ts';
import { announce } from '../parts/announce.tsx';
import { useCall } from '../use-call.ts';

export function useEvents() {
  const { client } = useConsole();
  return useCall(async (query: EventQuery, signal) => {
    const { noCache = false } = query;
    const loaded = await loadEvents(client, query, { signal, noCache });
    announce(`${loaded.events.length} events loaded${loaded.next === undefined ? '' : ', more available'}.`);
    return loaded;
  });
}
