import { useId, useState } from 'preact/hooks';
import type { HealthEvent } from '../../../client/src/index.ts';
import { listRegions, toLevel } from '../logic/facets.ts';
import { formatDistance, splitWords } from '../logic/format.ts';
import { type Period, toPercent, toPosition } from '../logic/timeline.ts';
import { Chip, type Tone } from './chip.tsx';
import { EventDetails } from './event-details.tsx';
import { Icon, type IconName } from './icon.tsx';

const TONES: Readonly<Record<string, Tone>> = { Critical: 'critical', Error: 'error', Warning: 'warning' };
const ICONS: Readonly<Record<string, IconName>> = { Critical: 'critical', Error: 'error', Warning: 'warning' };

interface EventRowProps {
  readonly event: HealthEvent;
  readonly period: Period;
  /** Of the timeline. */
  readonly range: Period;
  readonly now: number;
}

export function EventRow({ event, period, range, now }: EventRowProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isRevealed, setRevealed] = useState(false);
  const { title, status, isEventSensitive } = event.properties ?? {};
  const isHidden = isEventSensitive === true && !isRevealed;
  return (
    <li class={`event tone-${TONES[toLevel(event)] ?? 'info'} ${isHidden ? 'event-hidden' : ''}`}>
      <div class="event-line">
        <div class="event-what">
          <button
            type="button"
            class="event-title"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="chevron" class="chevron" />
            {isHidden ? 'Sensitive event' : (title ?? event.name)}
          </button>
          <EventMeta event={event} />
        </div>
        <Bar period={period} range={range} now={now} isOngoing={status === 'Active' && period.to === now} />
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <EventDetails event={event} isHidden={isHidden} onReveal={() => setRevealed(true)} />}
      </div>
    </li>
  );
}

function EventMeta({ event }: { readonly event: HealthEvent }) {
  const { status, eventType, isEventSensitive } = event.properties ?? {};
  const level = toLevel(event);
  return (
    <div class="event-meta">
      <Chip tone={TONES[level] ?? 'info'} icon={ICONS[level] ?? 'informational'}>
        {level}
      </Chip>
      <Chip tone={status === 'Resolved' ? 'ok' : 'plain'} {...(status === 'Resolved' ? { icon: 'ok' as const } : {})}>
        {status ?? 'Unknown'}
      </Chip>
      {isEventSensitive && (
        <Chip tone="accent" icon="lock">
          Sensitive
        </Chip>
      )}
      <span>{splitWords(eventType ?? '')}</span>
      <span>{listRegions(event).join(', ')}</span>
    </div>
  );
}

interface BarProps {
  readonly period: Period;
  readonly range: Period;
  readonly now: number;
  readonly isOngoing: boolean;
}

function Bar({ period, range, now, isOngoing }: BarProps) {
  const { start, length, outside } = toPosition(period, range);
  const label = formatDistance(period.from, now);
  const side = start > 0.7 ? 'label-before' : 'label-after';
  return (
    <div class="track">
      <span class="now-line" style={{ left: toPercent((now - range.from) / (range.to - range.from)) }} />
      {outside === undefined ? (
        <span
          class={`bar ${isOngoing ? 'bar-open' : ''} ${side}`}
          style={{ left: toPercent(start), width: toPercent(length) }}
        >
          <small>{label}</small>
        </span>
      ) : (
        <small class={`outside outside-${outside}`}>
          {outside === 'before' ? '← ' : ''}
          {label}
          {outside === 'after' ? ' →' : ''}
        </small>
      )}
    </div>
  );
}
