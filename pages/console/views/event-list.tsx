/** The loaded health events, with facets to narrow them. */
import { useMemo, useState } from 'preact/hooks';
import { type EventRow, toRows } from '../logic/event-groups.ts';
import { type Facets, isSelected, listSelected, NO_FACETS } from '../logic/facets.ts';
import type { LoadedEvents } from '../logic/load-events.ts';
import { Icon } from '../parts/icon.tsx';
import { Raw, ResponseBar } from '../parts/response-bar.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { useNow } from '../parts/use-now.ts';
import { useStored } from '../parts/use-stored.ts';
import { FacetBar } from './facet-bar.tsx';
import { useEventWatch } from './use-event-watch.ts';
import { WatchLine } from './watch-line.tsx';

interface EventListProps {
  /** Where the watch starts. */
  readonly loaded: LoadedEvents;
  readonly onMore: () => void;
  readonly onClearFilter: () => void;
}

export function EventList({ loaded: first, onMore, onClearFilter }: EventListProps) {
  const [isWatched, setWatched] = useStored('events.watch', true);
  const watch = useEventWatch(first, isWatched);
  const { loaded, changes } = watch;
  const { query, response, events, next } = loaded;
  const [facets, setFacets] = useState<Facets>(NO_FACETS);
  const now = useNow(60_000);
  const rows = useMemo(() => toRows(events, now, changes), [events, now, changes]);
  const selected = rows.filter(({ event }) => isSelected(event, facets));
  return (
    <section class="events" aria-labelledby="events-heading">
      <header>
        <h2 id="events-heading">{formatActive(rows)}</h2>
        <p class="muted">{formatCount(selected.length, loaded)}</p>
        <WatchLine watch={watch} isOn={isWatched} onSwitch={setWatched} />
      </header>
      <ResponseBar response={response} />
      {events.length === 0 ? (
        <NoEvents filter={query.filter.trim()} onClear={onClearFilter} />
      ) : (
        <>
          <FacetBar events={events} facets={facets} onChange={setFacets} />
          {selected.length === 0 ? (
            <NoMatch facets={facets} onClear={() => setFacets(NO_FACETS)} />
          ) : (
            <Timeline rows={selected} now={now} initialGrouping={query.scope === 'subscription' ? 'place' : 'time'} />
          )}
        </>
      )}
      {next !== undefined && (
        <button type="button" class="next" onClick={onMore}>
          Load more events <Icon name="arrow" />
        </button>
      )}
      <Raw
        body={response.body}
        isSensitive={response.body.value.some(({ properties }) => properties?.isEventSensitive)}
      />
    </section>
  );
}

/** `6 active events, 2 of them critical`. */
function formatActive(rows: readonly EventRow[]): string {
  const active = rows.filter(({ phase }) => phase === 'active');
  const critical = active.filter(({ event }) => isSelected(event, { ...NO_FACETS, level: ['Critical'] })).length;
  if (active.length === 0) return 'No active events';
  const count = active.length === 1 ? '1 active event' : `${active.length} active events`;
  return critical === 0 ? count : `${count}, ${critical} critical`;
}

/** `Showing 5 · more available`, `Showing 2 of 10`, `Showing all 16`. */
function formatCount(shown: number, { events, next }: LoadedEvents): string {
  if (next === undefined && shown === events.length) return `Showing all ${shown}`;
  const count = shown === events.length ? `Showing ${shown}` : `Showing ${shown} of ${events.length}`;
  return next === undefined ? count : `${count} · more available`;
}

function NoEvents({ filter, onClear }: { readonly filter: string; readonly onClear: () => void }) {
  if (filter === '')
    return (
      <div class="empty">
        <Icon name="ok" />
        <p>No events: nothing is wrong, and nothing is planned.</p>
      </div>
    );
  return (
    <div class="empty">
      <Icon name="search" />
      <p>
        The service has no events that match <code>{filter}</code>.
      </p>
      <button type="button" onClick={onClear}>
        Clear the filter
      </button>
    </div>
  );
}

function NoMatch({ facets, onClear }: { readonly facets: Facets; readonly onClear: () => void }) {
  return (
    <div class="empty">
      <Icon name="search" />
      <p>No loaded event is {listSelected(facets).join(' and ')}.</p>
      <button type="button" onClick={onClear}>
        Clear the chips
      </button>
    </div>
  );
}
