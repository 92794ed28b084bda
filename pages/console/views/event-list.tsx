/** The loaded health events, with facets to narrow them. */
import { useMemo, useState } from 'preact/hooks';
import type { HealthEvent } from '../../../client/src/index.ts';
import { countFacets, type Facets, isSelected, NO_FACETS } from '../logic/facets.ts';
import { Check } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Raw, ResponseBar } from '../parts/response-bar.tsx';
import { Timeline } from '../parts/timeline.tsx';
import type { LoadedEvents } from './use-events.ts';

interface EventListProps {
  readonly loaded: LoadedEvents;
  readonly onNext: (skipToken: string) => void;
}

export function EventList({ loaded, onNext }: EventListProps) {
  const { query, response, events, next } = loaded;
  const [facets, setFacets] = useState<Facets>(NO_FACETS);
  const selected = useMemo(() => events.filter((event) => isSelected(event, facets)), [events, facets]);
  return (
    <section aria-labelledby="events-heading">
      <h2 id="events-heading" class="sr-only">
        Events
      </h2>
      <ResponseBar response={response} />
      {events.length === 0 ? (
        <NoEvents isFiltered={query.filter.trim() !== ''} />
      ) : (
        <>
          <FacetBar events={events} facets={facets} onChange={setFacets} />
          <Timeline events={selected} />
        </>
      )}
      <div class="more">
        <span class="muted">{formatCount(selected.length, loaded)}</span>
        {next !== undefined && (
          <button type="button" onClick={() => onNext(next)}>
            Next page <Icon name="arrow" />
          </button>
        )}
      </div>
      <Raw
        body={response.body}
        isSensitive={response.body.value.some(({ properties }) => properties?.isEventSensitive)}
      />
    </section>
  );
}

/** `Showing 5 · more available`, `Showing 2 of 10`, `Showing all 16`. */
function formatCount(shown: number, { events, next }: LoadedEvents): string {
  if (next === undefined && shown === events.length) return `Showing all ${shown}`;
  const count = shown === events.length ? `Showing ${shown}` : `Showing ${shown} of ${events.length}`;
  return next === undefined ? count : `${count} · more available`;
}

function NoEvents({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <div class="empty">
      <Icon name="ok" />
      <p>{isFiltered ? 'No events match this filter.' : 'No events.'}</p>
    </div>
  );
}

interface FacetBarProps {
  readonly events: readonly HealthEvent[];
  readonly facets: Facets;
  readonly onChange: (facets: Facets) => void;
}

/** Narrows the loaded events without another request. */
function FacetBar({ events, facets, onChange }: FacetBarProps) {
  return (
    <div class="facets">
      {countFacets(events).map(({ name, title, values }) => (
        <fieldset key={name}>
          <legend>{title}</legend>
          {values.map(({ value, count }) => (
            <Check
              key={value}
              isChecked={facets[name].includes(value)}
              onChange={(isChecked) => {
                const rest = facets[name].filter((each) => each !== value);
                onChange({ ...facets, [name]: isChecked ? [...rest, value] : rest });
              }}
              label={
                <>
                  {value} <small>{count}</small>
                </>
              }
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
