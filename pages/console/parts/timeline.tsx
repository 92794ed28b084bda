/** Events as rows: what it is to the left, when it was to the right. */
import { useId, useMemo, useState } from 'preact/hooks';
import type { HealthEvent } from '../../../client/src/index.ts';
import { listRegions, toLevel } from '../logic/facets.ts';
import { formatDistance, toWords } from '../logic/format.ts';
import { type Period, toLastDays, toPeriod, toPlace, toStretch, toTicks } from '../logic/timeline.ts';
import { Chip, type Tone } from './chip.tsx';
import { EventDetails } from './event-details.tsx';
import { Icon, type IconName } from './icon.tsx';

const TONES: Readonly<Record<string, Tone>> = { Critical: 'critical', Error: 'error', Warning: 'warning' };
const ICONS: Readonly<Record<string, IconName>> = { Critical: 'critical', Error: 'error', Warning: 'warning' };

const ZOOMS = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [0, 'All'],
] as const;

export function Timeline({ events }: { readonly events: readonly HealthEvent[] }) {
  const [now] = useState(Date.now);
  const [days, setDays] = useState<number>(0);
  const periods = useMemo(() => events.map((event) => toPeriod(event, now)), [events, now]);
  const stretch = days === 0 ? toStretch(periods, now) : toLastDays(days, now);
  const rows = events
    .map((event, index) => ({ event, period: periods[index] as Period }))
    .sort((one, other) => other.period.from - one.period.from);
  return (
    <div class="timeline">
      <div class="timeline-head">
        <fieldset class="segments">
          <legend class="sr-only">Stretch of time</legend>
          {ZOOMS.map(([value, text]) => (
            <label key={value}>
              <input type="radio" name="stretch" checked={days === value} onChange={() => setDays(value)} />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
        <Scale stretch={stretch} now={now} />
      </div>
      <ol>
        {rows.map(({ event, period }) => (
          <Row key={event.name} event={event} period={period} stretch={stretch} now={now} />
        ))}
      </ol>
    </div>
  );
}

function Scale({ stretch, now }: { readonly stretch: Period; readonly now: number }) {
  return (
    <div class="scale" aria-hidden="true">
      {toTicks(stretch).map(({ share, label }) => (
        <span key={share} style={{ left: toPercent(share) }}>
          {label}
        </span>
      ))}
      <span class="now" style={{ left: toPercent((now - stretch.from) / (stretch.to - stretch.from)) }}>
        now
      </span>
    </div>
  );
}

interface RowProps {
  readonly event: HealthEvent;
  readonly period: Period;
  readonly stretch: Period;
  readonly now: number;
}

function Row({ event, period, stretch, now }: RowProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isRevealed, setRevealed] = useState(false);
  const { title, status, eventType, isEventSensitive } = event.properties ?? {};
  const level = toLevel(event);
  const isHidden = isEventSensitive === true && !isRevealed;
  return (
    <li class={`event tone-${TONES[level] ?? 'info'} ${isHidden ? 'event-hidden' : ''}`}>
      <div class="event-line">
        <div class="event-what">
          <button
            type="button"
            class="event-title"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="chevron" class="twist" />
            {isHidden ? 'Sensitive event' : (title ?? event.name)}
          </button>
          <div class="event-meta">
            <Chip tone={TONES[level] ?? 'info'} icon={ICONS[level] ?? 'informational'}>
              {level}
            </Chip>
            <Chip
              tone={status === 'Resolved' ? 'ok' : 'plain'}
              {...(status === 'Resolved' ? { icon: 'ok' as const } : {})}
            >
              {status ?? 'not told'}
            </Chip>
            {isEventSensitive && (
              <Chip tone="accent" icon="lock">
                Sensitive
              </Chip>
            )}
            <span>{toWords(eventType ?? '')}</span>
            <span>{listRegions(event).join(', ')}</span>
          </div>
        </div>
        <Bar period={period} stretch={stretch} now={now} isOpen={status === 'Active' && period.to === now} />
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <EventDetails event={event} isHidden={isHidden} onReveal={() => setRevealed(true)} />}
      </div>
    </li>
  );
}

interface BarProps {
  readonly period: Period;
  readonly stretch: Period;
  readonly now: number;
  /** It has not ended. */
  readonly isOpen: boolean;
}

function Bar({ period, stretch, now, isOpen }: BarProps) {
  const { start, length, beyond } = toPlace(period, stretch);
  const told = formatDistance(period.from, now);
  const side = start > 0.7 ? 'told-before' : 'told-after';
  return (
    <div class="track">
      <span class="now-line" style={{ left: toPercent((now - stretch.from) / (stretch.to - stretch.from)) }} />
      {beyond === undefined ? (
        <span
          class={`bar ${isOpen ? 'bar-open' : ''} ${side}`}
          style={{ left: toPercent(start), width: toPercent(length) }}
        >
          <small>{told}</small>
        </span>
      ) : (
        <small class={`beyond beyond-${beyond}`}>
          {beyond === 'before' ? '← ' : ''}
          {told}
          {beyond === 'after' ? ' →' : ''}
        </small>
      )}
    </div>
  );
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
