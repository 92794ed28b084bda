/** The health events of a resource or a subscription: the newest update first, with its newest line in the row. */
import type { HealthEvent } from '../../../client/src/index.ts';
import { client } from '../api.ts';
import {
  formatWhen,
  LEVELS,
  listRegions,
  listServices,
  PHASES,
  sortByUpdate,
  toLevel,
  toNewest,
  toPeriod,
  toPhase,
  toRank,
} from '../logic/events.ts';
import { formatAge, parseTime, splitWords, toTitle } from '../logic/format.ts';
import {
  isTarget,
  type LoadedEvents,
  loadEvents,
  parseSubscription,
  toAsOf,
  toWaitSeconds,
} from '../logic/load-events.ts';
import { Question, SelectField, TextField } from '../parts/field.tsx';
import { useNow } from '../parts/hooks.ts';
import { LoadView, useLoad } from '../parts/load.tsx';
import { ResponseLine } from '../parts/response-line.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Choices, Toolbar } from '../parts/toolbar.tsx';
import { Chip } from '../parts/values.tsx';
import { go, hrefWith, route, useDefaultIn } from '../router.ts';
import { EventDetails, LevelChip, PhaseChip } from './event-details.tsx';
import { findDefaultTarget, TargetFields, toResourceName, toTargetName } from './target-fields.tsx';

const EXAMPLES = ["status eq 'Active'", "eventType eq 'ServiceIssue'", 'isEventSensitive eq true'];
const PERIODS = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'year'],
] as const;

export function EventsPage() {
  const { query } = route.value;
  const target = query['in'] ?? findDefaultTarget();
  const question = { target, filter: query['filter'] ?? '', days: Number(query['days'] ?? 90) };
  const isAsked = isTarget(target);
  useDefaultIn(isAsked ? target : '');
  const load = useLoad<LoadedEvents>({
    key: isAsked ? JSON.stringify(question) : undefined,
    load: (signal, before, noCache) => loadEvents(client.value, question, { signal, noCache }, before?.pages),
    toWait: toWaitSeconds,
  });
  const name = toResourceName(target) ?? 'the subscription';
  return (
    <>
      <Asked target={target} isAsked={isAsked} />
      {!isAsked && <p class="empty">Choose a resource or a subscription.</p>}
      <LoadView load={load} what={`the health events of ${name}`} toAsOf={toAsOf}>
        {(loaded) => <Events loaded={loaded} />}
      </LoadView>
    </>
  );
}

function Asked({ target, isAsked }: { readonly target: string; readonly isAsked: boolean }) {
  const { filter = '', days = '90' } = route.value.query;
  const isWhole = parseSubscription(target) !== undefined;
  const period = isWhole && `last ${PERIODS.find(([value]) => value === days)?.[1] ?? `${days} days`}`;
  return (
    <Question asked={[toTargetName(target), period, filter].filter(Boolean).join(' · ')} isAnswered={isAsked}>
      <div class="question">
        <TargetFields target={target} onChange={(id) => go(hrefWith({ in: id, item: '' }))} />
        {isWhole && (
          <SelectField
            label="Updated in the last"
            value={days}
            options={PERIODS}
            onChange={(value) => go(hrefWith({ days: value }))}
          />
        )}
        <TextField
          label="Filter of the service ($filter)"
          value={filter}
          onChange={(value) => go(hrefWith({ filter: value }))}
          placeholder={EXAMPLES[0] ?? ''}
          choices={EXAMPLES}
        />
      </div>
    </Question>
  );
}

function Events({ loaded: { events, hasMore, response } }: { readonly loaded: LoadedEvents }) {
  const now = useNow(30_000);
  const { state = '', level = '' } = route.value.query;
  const ofLevel = (each: string) => events.filter((event) => each === '' || toLevel(event) === each);
  const ofPhase = (phase: string) => ofLevel(level).filter((event) => phase === '' || toPhase(event, now) === phase);
  const levels = LEVELS.filter((each) => each === level || ofLevel(each).length > 0);
  const shown = ofPhase(state);
  return (
    <>
      <div class="chips">
        <Toolbar label="Narrow the list">
          <Choices name="state" options={PHASES.map((phase) => toOption(phase, ofPhase(phase).length))} />
          <Choices name="level" options={levels.map((each) => toOption(each, ofLevel(each).length))} />
        </Toolbar>
        <span class="muted">
          {shown.length === events.length ? `All ${events.length}` : `${shown.length} of ${events.length}`}
          {hasMore && ', and the service has more'}
        </span>
        {shown.length < events.length && (
          <a class="button small" href={hrefWith({ state: '', level: '' })}>
            Show all
          </a>
        )}
      </div>
      <Table
        label="Health events"
        columns={listColumns(now)}
        rows={sortByUpdate(shown)}
        empty={events.length === 0 ? 'No events: nothing is wrong, and nothing is planned.' : 'No event matches.'}
        toKey={({ name }) => name ?? ''}
        details={(event) => <EventDetails key={event.name} event={event} now={now} />}
      />
      <ResponseLine response={response} hides={events.some(({ properties }) => properties?.isEventSensitive)} />
    </>
  );
}

const toOption = (value: string, count: number) =>
  [
    value,
    <>
      {toTitle(value)} <small>{count}</small>
    </>,
  ] as const;

function listColumns(now: number): readonly Column<HealthEvent>[] {
  const updated = ({ properties }: HealthEvent) => parseTime(properties?.lastUpdateTime) ?? 0;
  return [
    {
      title: 'Event',
      cell: (event) => <EventTitle event={event} />,
      isWide: true,
      sortBy: ({ properties }) => properties?.title ?? '',
    },
    { title: 'Level', cell: (event) => <LevelChip event={event} now={now} />, sortBy: toRank },
    {
      title: 'State',
      cell: (event) => <PhaseChip event={event} now={now} />,
      sortBy: (event) => PHASES.indexOf(toPhase(event, now)),
    },
    { title: 'When', cell: (event) => formatWhen(event, now), sortBy: (event) => toPeriod(event).from ?? 0 },
    {
      title: 'Updated',
      cell: (event) => formatAge(now - updated(event)),
      sortBy: (event) => -updated(event),
      isMinor: true,
    },
    { title: 'Type', sortBy: ({ properties }) => splitWords(properties?.eventType ?? ''), isMinor: true },
    {
      title: 'Where',
      sortBy: (event) => [...listServices(event), ...listRegions(event)].join(', '),
      isMinor: true,
    },
  ];
}

function EventTitle({ event }: { readonly event: HealthEvent }) {
  const { title, isEventSensitive } = event.properties ?? {};
  if (isEventSensitive)
    return (
      <>
        Sensitive event{' '}
        <Chip tone="accent" icon="lock">
          Sensitive
        </Chip>
      </>
    );
  return (
    <>
      {title ?? event.name} <small class="muted">{toNewest(event)}</small>
    </>
  );
}
