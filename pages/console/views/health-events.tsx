/** The health events of one resource: a list whose rows lie on a line of time. */
import { useMemo, useState } from 'preact/hooks';
import type { HealthEvent, HealthEventList, ResponseOf } from '../../../client/src/index.ts';
import { useCall } from '../api.ts';
import { useDesk } from '../context.ts';
import { samples } from '../control.ts';
import { countFacets, type Facets, isChosen, NO_FACETS } from '../logic/facets.ts';
import { parseResourceId, readSkipToken } from '../logic/resource-id.ts';
import { announce } from '../parts/announce.tsx';
import { AnswerBar, Raw } from '../parts/answer-bar.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Check, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { useStored } from '../parts/use-stored.ts';

type ListAnswer = ResponseOf<200, HealthEventList>;

interface Question {
  readonly resource: string;
  readonly filter: string;
  readonly noCache?: boolean;
  /** What is shown already, and where the rest starts. */
  readonly more?: { readonly before: readonly HealthEvent[]; readonly skipToken: string };
}

interface Shown {
  readonly question: Question;
  readonly answer: ListAnswer;
  readonly events: readonly HealthEvent[];
  readonly next: string | undefined;
}

const EXAMPLES = [
  "status eq 'Active'",
  "eventType eq 'ServiceIssue'",
  "eventLevel eq 'Critical'",
  'isEventSensitive eq true',
];

export function HealthEvents() {
  const [resource, setResource] = useStored('events.resource', samples.value.resources[0]?.id ?? '');
  const [filter, setFilter] = useStored('events.filter', '');
  const call = useQuestion();
  const asked = resource || (samples.value.resources[0]?.id ?? '');
  const isForm = parseResourceId(asked) !== undefined;
  const ask = (question: Partial<Question> = {}) => call.run({ resource: asked, filter, ...question });
  return (
    <Page id="health-events">
      <form
        class="panel form"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <TextField
          label="Resource"
          wide
          mono
          value={asked}
          onInput={setResource}
          choices={samples.value.resources}
          placeholder="/subscriptions/…/resourceGroups/…/providers/…/{type}/{name}"
          issue={asked === '' || isForm ? undefined : 'must be the id of a resource, nested one level at most'}
        />
        <TextField
          label="Filter"
          wide
          mono
          value={filter}
          onInput={setFilter}
          placeholder="none"
          hint={
            <>
              <span class="hint-line">The service decides what a filter may say; it is passed on as it is.</span>
              {EXAMPLES.map((example) => (
                <button
                  key={example}
                  type="button"
                  class="link mono"
                  onClick={() => {
                    setFilter(example);
                    ask({ filter: example });
                  }}
                >
                  {example}
                </button>
              ))}
            </>
          }
        />
        <div class="actions">
          <button type="submit" class="primary" disabled={!isForm}>
            <Icon name="search" /> Show events
          </button>
          <button type="button" disabled={!isForm} onClick={() => ask({ noCache: true })}>
            <Icon name="refresh" /> Ask the cloud anew
          </button>
        </div>
      </form>
      <CallView
        call={call}
        what="the health events"
        idle={
          <>
            <Icon name="pulse" />
            <p>Choose a resource to see what happened around it.</p>
          </>
        }
      >
        {(shown) => (
          <Events
            shown={shown}
            onMore={(skipToken) => call.run({ ...shown.question, more: { before: shown.events, skipToken } })}
          />
        )}
      </CallView>
    </Page>
  );
}

function useQuestion() {
  const { client } = useDesk();
  return useCall(async (question: Question, signal): Promise<Shown> => {
    const id = parseResourceId(question.resource);
    if (id === undefined) throw new Error('This is no id of a resource.');
    const { parent, ...parts } = id;
    const input = {
      ...parts,
      ...(question.filter.trim() === '' ? {} : { $filter: question.filter }),
      ...(question.more ? { $skipToken: question.more.skipToken } : {}),
    };
    const options = { signal, noCache: question.noCache ?? false };
    const answer = (await (parent
      ? client.listNestedHealthEvents({ ...input, ...parent }, options)
      : client.listHealthEvents(input, options))) as ListAnswer;
    const events = [...(question.more?.before ?? []), ...answer.body.value];
    const next = readSkipToken(answer.body.nextLink);
    announce(`${events.length} events${next === undefined ? '' : ', and there are more'}.`);
    return { question, answer, events, next };
  });
}

interface EventsProps {
  readonly shown: Shown;
  readonly onMore: (skipToken: string) => void;
}

function Events({ shown: { answer, events, next }, onMore }: EventsProps) {
  const [facets, setFacets] = useState<Facets>(NO_FACETS);
  const chosen = useMemo(() => events.filter((event) => isChosen(event, facets)), [events, facets]);
  return (
    <section aria-labelledby="events-heading">
      <h2 id="events-heading" class="sr-only">
        Events
      </h2>
      <AnswerBar answer={answer} />
      {events.length === 0 ? (
        <div class="empty">
          <Icon name="ok" />
          <p>No event applies to this resource{answer.body.nextLink ? ' on this page' : ''}.</p>
        </div>
      ) : (
        <>
          <FacetBar events={events} facets={facets} onChange={setFacets} />
          <Timeline events={chosen} />
        </>
      )}
      <div class="more">
        <span class="muted">
          {chosen.length} of {events.length} shown{next === undefined ? ', that is all' : ', there are more'}
        </span>
        {next !== undefined && (
          <button type="button" onClick={() => onMore(next)}>
            Next page <Icon name="arrow" />
          </button>
        )}
      </div>
      <Raw body={answer.body} isSensitive={answer.body.value.some(({ properties }) => properties?.isEventSensitive)} />
    </section>
  );
}

interface FacetBarProps {
  readonly events: readonly HealthEvent[];
  readonly facets: Facets;
  readonly onChange: (facets: Facets) => void;
}

/** Narrows what is loaded, without another request. */
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
