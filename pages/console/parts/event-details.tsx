import type { HealthEvent } from '../../../client/src/index.ts';
import { formatTime, splitWords } from '../logic/format.ts';
import { CopyButton } from './copy-button.tsx';
import { type Fact, Facts } from './facts.tsx';
import { Icon } from './icon.tsx';

interface EventDetailsProps {
  readonly event: HealthEvent;
  readonly isHidden: boolean;
  readonly onReveal: () => void;
}

/** Details of an event; those of a sensitive event are hidden until the user reveals them. */
export function EventDetails({ event, isHidden, onReveal }: EventDetailsProps) {
  const { properties = {} } = event;
  if (isHidden)
    return (
      <div class="event-details sensitive">
        <p>
          <Icon name="lock" /> Sensitive. Make sure nobody is looking over your shoulder.
        </p>
        <button type="button" onClick={onReveal}>
          Reveal
        </button>
      </div>
    );
  return (
    <div class="event-details">
      {properties?.summary && <p class="lead">{properties.summary}</p>}
      {properties?.description && <p>{properties.description}</p>}
      {properties?.isEventSensitive && (
        <p class="muted">The service does not return the summary and description of sensitive events in this list.</p>
      )}
      <Facts facts={toFacts(event)} />
      <Updates event={event} />
      <Actions event={event} />
    </div>
  );
}

function toFacts({ name, properties }: HealthEvent): readonly Fact[] {
  const event = properties ?? {};
  return [
    ['Tracking id', name && <TrackingId id={name} />],
    ['Type', formatType(event)],
    ['Source', event.eventSource && splitWords(event.eventSource)],
    [isFuture(event.impactStartTime) ? 'Starts' : 'Started', formatOptional(event.impactStartTime)],
    [isFuture(event.impactMitigationTime) ? 'Ends' : 'Ended', formatOptional(event.impactMitigationTime)],
    ['Last updated', formatOptional(event.lastUpdateTime)],
    ['Services', (event.impact ?? []).map(({ impactedService }) => impactedService).join(', ')],
    [
      'Priority',
      event.priority === undefined || event.priority === null ? undefined : `${event.priority} (0 is highest)`,
    ],
    ['Tags', event.eventTags?.join(', ')],
    ['Rate', event.oldRate && event.newRate && `${event.oldRate} → ${event.newRate} ${event.currencyType ?? ''}`],
    ['Reason', event.reason],
  ];
}

function TrackingId({ id }: { readonly id: string }) {
  return (
    <>
      <code>{id}</code> <CopyButton text={id} what="tracking id" />
    </>
  );
}

function formatType({ eventType, eventSubType }: NonNullable<HealthEvent['properties']>): string {
  return [eventType, eventSubType].flatMap((type) => (type ? [splitWords(type)] : [])).join(', ');
}

function formatOptional(time: string | null | undefined): string | undefined {
  return time ? formatTime(time) : undefined;
}

function isFuture(time: string | null | undefined): boolean {
  return Date.parse(time ?? '') > Date.now();
}

function Updates({ event }: { readonly event: HealthEvent }) {
  const regions = (event.properties?.impact ?? []).flatMap(({ impactedService, impactedRegions }) =>
    (impactedRegions ?? []).map((region) => ({ impactedService, ...region })),
  );
  const updates = regions.flatMap(({ impactedService, impactedRegion, updates: list }) =>
    (list ?? []).map((update) => ({ ...update, scope: `${impactedService}, ${impactedRegion}` })),
  );
  if (updates.length === 0) return null;
  return (
    <>
      <h3>Updates</h3>
      <ul class="updates">
        {updates.map(({ summary, updateDateTime, scope }) => (
          <li key={`${scope} ${updateDateTime}`}>
            <time dateTime={updateDateTime ?? ''}>{formatTime(updateDateTime)}</time>
            <span>{summary}</span>
            <small class="muted">{scope}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function Actions({ event }: { readonly event: HealthEvent }) {
  const { recommendedActions, faqs } = event.properties ?? {};
  return (
    <>
      {recommendedActions?.message && <h3>{recommendedActions.message}</h3>}
      {recommendedActions?.actions && (
        <ul>
          {recommendedActions.actions.map(({ actionText }) => (
            <li key={actionText}>{actionText}</li>
          ))}
        </ul>
      )}
      {(faqs ?? []).map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </>
  );
}
