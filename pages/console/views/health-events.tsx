/** The health events of a resource as a timeline. */
import { samples } from '../control.ts';
import { parseResourceId } from '../logic/resource-id.ts';
import { CallView } from '../parts/call-view.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { useStored } from '../parts/use-stored.ts';
import { EventList } from './event-list.tsx';
import { type EventQuery, useEvents } from './use-events.ts';

export function HealthEvents() {
  const call = useEvents();
  return (
    <Page id="health-events">
      <EventForm onLoad={call.run} />
      <CallView
        call={call}
        what="the health events"
        idle={
          <>
            <Icon name="pulse" />
            <p>Select a resource to see its events.</p>
          </>
        }
      >
        {(loaded) => (
          <EventList
            loaded={loaded}
            onNext={(skipToken) => call.run({ ...loaded.query, continuation: { events: loaded.events, skipToken } })}
          />
        )}
      </CallView>
    </Page>
  );
}

function EventForm({ onLoad }: { readonly onLoad: (query: EventQuery) => void }) {
  const [resource, setResource] = useStored('events.resource', samples.value.resources[0]?.id ?? '');
  const [filter, setFilter] = useStored('events.filter', '');
  const isValid = parseResourceId(resource) !== undefined;
  const submit = (event: Event) => {
    event.preventDefault();
    onLoad({ resource, filter });
  };
  const applyExample = (example: string) => {
    setFilter(example);
    onLoad({ resource, filter: example });
  };
  return (
    <form class="panel form" onSubmit={submit}>
      <TextField
        label="Resource"
        wide
        mono
        value={resource}
        onInput={setResource}
        choices={samples.value.resources}
        placeholder="/subscriptions/…/resourceGroups/…/providers/…/{type}/{name}"
        issue={resource === '' || isValid ? undefined : 'must be a resource id, nested one level at most'}
      />
      <FilterField filter={filter} onInput={setFilter} onExample={applyExample} />
      <div class="actions">
        <button type="submit" class="primary" disabled={!isValid}>
          <Icon name="search" /> Show events
        </button>
        <button type="button" disabled={!isValid} onClick={() => onLoad({ resource, filter, noCache: true })}>
          <Icon name="refresh" /> Refresh (bypass cache)
        </button>
      </div>
    </form>
  );
}

const EXAMPLES = [
  "status eq 'Active'",
  "eventType eq 'ServiceIssue'",
  "eventLevel eq 'Critical'",
  'isEventSensitive eq true',
];

interface FilterFieldProps {
  readonly filter: string;
  readonly onInput: (filter: string) => void;
  readonly onExample: (example: string) => void;
}

function FilterField({ filter, onInput, onExample }: FilterFieldProps) {
  return (
    <TextField
      label="Filter"
      wide
      mono
      value={filter}
      onInput={onInput}
      placeholder="none"
      hint={
        <>
          <span class="hint-line">OData-style filter, passed to the service unchanged.</span>
          {EXAMPLES.map((example) => (
            <button key={example} type="button" class="link mono" onClick={() => onExample(example)}>
              {example}
            </button>
          ))}
        </>
      }
    />
  );
}
