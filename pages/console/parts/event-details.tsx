import type { HealthEvent } from '../../../client/src/index.ts';
import { formatMoment, toWords } from '../logic/format.ts';
import { CopyButton } from './copy-button.tsx';
import { type Fact, Facts } from './facts.tsx';
import { Icon } from './icon.tsx';

interface EventDetailsProps {
  readonly event: HealthEvent;
  readonly isHidden: boolean;
  readonly onReveal: () => void;
}

/** All that is told of an event; of a sensitive one nothing before it is asked for. */
export function EventDetails({ event, isHidden, onReveal }: EventDetailsProps) {
  const { properties = {} } = event;
  if (isHidden)
    return (
      <div class="event-details sensitive">
        <p>
          <Icon name="lock" /> This event may hold sensitive data. Make sure that nobody reads along.
        </p>
        <button type="button" onClick={onReveal}>
          Reveal it
        </button>
      </div>
    );
  return (
    <div class="event-details">
      {properties?.summary && <p class="lead">{properties.summary}</p>}
      {properties?.description && <p>{properties.description}</p>}
      {properties?.isEventSensitive && (
        <p class="muted">Summary and description are withheld by the service; its details operation gives them.</p>
      )}
      <Facts facts={toFacts(event)} />
      <Updates event={event} />
      <Actions event={event} />
    </div>
  );
}

function toFacts({ name, properties }: HealthEvent): readonly Fact[] {
  const told = properties ?? {};
  return [
    [
      'Tracking id',
      name && (
        <>
          <code>{name}</code> <CopyButton text={name} what="tracking id" />
        </>
      ),
    ],
    [
      'Kind',
      [told.eventType, told.eventSubType]
        .filter(Boolean)
        .map((each) => toWords(each as string))
        .join(', '),
    ],
    ['Source', told.eventSource && toWords(told.eventSource)],
    ['Began', told.impactStartTime && formatMoment(told.impactStartTime)],
    ['Ended', told.impactMitigationTime && formatMoment(told.impactMitigationTime)],
    ['Last told', told.lastUpdateTime && formatMoment(told.lastUpdateTime)],
    ['Services', (told.impact ?? []).map(({ impactedService }) => impactedService).join(', ')],
    [
      'Priority',
      told.priority === undefined || told.priority === null ? undefined : `${told.priority}, where 0 is the highest`,
    ],
    ['Tags', told.eventTags?.join(', ')],
    ['Rate', told.oldRate && told.newRate && `${told.oldRate} → ${told.newRate} ${told.currencyType ?? ''}`],
    ['Reason', told.reason],
  ];
}

function Updates({ event }: { readonly event: HealthEvent }) {
  const regions = (event.properties?.impact ?? []).flatMap(({ impactedService, impactedRegions }) =>
    (impactedRegions ?? []).map((region) => ({ impactedService, ...region })),
  );
  const updates = regions.flatMap(({ impactedService, impactedRegion, updates: told }) =>
    (told ?? []).map((update) => ({ ...update, where: `${impactedService}, ${impactedRegion}` })),
  );
  if (updates.length === 0) return null;
  return (
    <>
      <h3>Updates</h3>
      <ul class="updates">
        {updates.map(({ summary, updateDateTime, where }) => (
          <li key={`${where} ${updateDateTime}`}>
            <time dateTime={updateDateTime ?? ''}>{formatMoment(updateDateTime)}</time>
            <span>{summary}</span>
            <small class="muted">{where}</small>
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
