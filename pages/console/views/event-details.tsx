import { useState } from 'preact/hooks';
import type { HealthEvent } from '../../../client/src/index.ts';
import { listRegions, listServices, listUpdates, toLevel, toPhase } from '../logic/events.ts';
import { formatTime, parseTime, splitWords } from '../logic/format.ts';
import type { Tone } from '../logic/kind.ts';
import { Chip, CopyButton, type Fact, Facts, Icon, type IconName } from '../parts/values.tsx';

interface EventProps {
  readonly event: HealthEvent;
  readonly now: number;
}

/** The whole of an event: what happens, its updates, what to do; a sensitive one after a second step. */
export function EventDetails({ event, now }: EventProps) {
  const { properties } = event;
  const [isRevealed, setRevealed] = useState(!properties?.isEventSensitive);
  if (!isRevealed)
    return (
      <div class="actions">
        <span>
          <Icon name="lock" /> Sensitive: make sure that nobody is looking over your shoulder.
        </span>
        <button type="button" onClick={() => setRevealed(true)}>
          Reveal
        </button>
      </div>
    );
  const { recommendedActions, faqs } = properties ?? {};
  return (
    <div class="stack">
      {properties?.isEventSensitive && <strong>{properties.title}</strong>}
      {properties?.summary && <p>{properties.summary}</p>}
      {properties?.description && <p class="muted">{properties.description}</p>}
      <Facts facts={toFacts(event, now)} />
      <Updates event={event} />
      {recommendedActions?.actions && (
        <>
          <h2>What you can do{recommendedActions.message && `: ${recommendedActions.message}`}</h2>
          <ul class="bullets">
            {recommendedActions.actions.map(({ actionText }) => (
              <li key={actionText}>{actionText}</li>
            ))}
          </ul>
        </>
      )}
      {(faqs ?? []).map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}

function Updates({ event }: { readonly event: HealthEvent }) {
  const updates = listUpdates(event);
  if (updates.length === 0) return null;
  return (
    <>
      <h2>Updates, the newest first</h2>
      <ul class="stack updates">
        {updates.map(({ time, text, where }) => (
          <li key={`${where} ${time}`}>
            <time dateTime={time}>{formatTime(time)}</time> {text} <small class="muted">{where}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function toFacts(event: HealthEvent, now: number): readonly Fact[] {
  const { name } = event;
  const properties = event.properties ?? {};
  const { impactStartTime: start, impactMitigationTime: end, priority, oldRate, newRate } = properties;
  const isFuture = (time: string | null | undefined) => (parseTime(time) ?? 0) > now;
  const time = (text: string | null | undefined) => (text ? formatTime(text) : undefined);
  return [
    [
      'Tracking id',
      name && (
        <span key="id">
          <code>{name}</code> <CopyButton text={name} what="tracking id" />
        </span>
      ),
    ],
    [
      'Type',
      [properties.eventType, properties.eventSubType].flatMap((type) => (type ? [splitWords(type)] : [])).join(', '),
    ],
    ['Services', listServices(event).join(', ')],
    ['Regions', listRegions(event).join(', ')],
    [isFuture(start) ? 'Starts' : 'Started', time(start)],
    [isFuture(end) ? 'Ends' : 'Ended', time(end)],
    ['Last updated', time(properties.lastUpdateTime)],
    ['Priority', typeof priority === 'number' ? `${priority} (0 is highest)` : undefined],
    ['Rate', oldRate && newRate && `${oldRate} → ${newRate} ${properties.currencyType ?? ''}`],
    ['Reason', properties.reason],
  ];
}

const LOOKS: Readonly<Record<string, [Tone, IconName]>> = {
  Critical: ['critical', 'critical'],
  Error: ['error', 'error'],
  Warning: ['warning', 'warning'],
};

/** The severity; of what is over, without its colour. */
export function LevelChip({ event, now }: EventProps) {
  const level = toLevel(event);
  const [tone, icon] = LOOKS[level] ?? ['info', 'informational'];
  return (
    <Chip tone={toPhase(event, now) === 'resolved' ? 'plain' : tone} icon={icon}>
      {level}
    </Chip>
  );
}

export function PhaseChip({ event, now }: EventProps) {
  const phase = toPhase(event, now);
  const tones = { active: 'accent', planned: 'info', resolved: 'plain' } as const;
  return <Chip tone={tones[phase]}>{phase.charAt(0).toUpperCase() + phase.slice(1)}</Chip>;
}
