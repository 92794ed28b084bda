import { useEffect, useId, useState } from 'preact/hooks';
import type { EventRow as Row } from '../logic/event-groups.ts';
import { listRegions, toLevel } from '../logic/facets.ts';
import { splitWords } from '../logic/format.ts';
import { Chip, type Tone } from './chip.tsx';
import { type Axis, EventBar, formatWhen } from './event-bar.tsx';
import { EventDetails } from './event-details.tsx';
import { Icon, type IconName } from './icon.tsx';

const TONES: Readonly<Record<string, Tone>> = { Critical: 'critical', Error: 'error', Warning: 'warning' };
const ICONS: Readonly<Record<string, IconName>> = { Critical: 'critical', Error: 'error', Warning: 'warning' };

interface EventRowProps {
  readonly row: Row;
  readonly axis: Axis;
  /** Whether the rows are in a group of their region. */
  readonly hasPlace: boolean;
}

export function EventRow({ row, axis, hasPlace }: EventRowProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isRevealed, setRevealed] = useState(false);
  const { isTipOpen, showTip, hideTip } = useTip();
  const { event, phase } = row;
  const { title, isEventSensitive } = event.properties ?? {};
  const isHidden = isEventSensitive === true && !isRevealed;
  return (
    <li class={`event event-${phase} tone-${TONES[toLevel(event)] ?? 'info'} ${isHidden ? 'event-hidden' : ''}`}>
      <div class="event-line">
        <div class="event-head">
          <button
            type="button"
            class="event-title"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-describedby={`${id}-times`}
            onClick={() => setOpen(!isOpen)}
            onFocus={showTip}
            onBlur={hideTip}
          >
            <Icon name="chevron" class="chevron" />
            <span>{isHidden ? 'Sensitive event' : (title ?? event.name)}</span>
          </button>
          <EventMeta row={row} hasPlace={hasPlace} />
          <span class="event-when" onPointerEnter={showTip} onPointerLeave={hideTip}>
            {formatWhen(row, axis.now)}
          </span>
        </div>
        <div onPointerEnter={showTip} onPointerLeave={hideTip}>
          <EventBar row={row} axis={axis} tipId={`${id}-times`} isTipOpen={isTipOpen && !isOpen} />
        </div>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <EventDetails event={event} isHidden={isHidden} onReveal={() => setRevealed(true)} />}
      </div>
    </li>
  );
}

/** The tooltip of the exact times; Escape hides it (WCAG 1.4.13). */
function useTip() {
  const [isTipOpen, setTipOpen] = useState(false);
  const hideTip = () => setTipOpen(false);
  useEffect(() => {
    if (!isTipOpen) return;
    const press = (event: KeyboardEvent) => event.key === 'Escape' && hideTip();
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isTipOpen]);
  return { isTipOpen, showTip: () => setTipOpen(true), hideTip };
}

function EventMeta({ row: { event, phase, change }, hasPlace }: Omit<EventRowProps, 'axis'>) {
  const { eventType, isEventSensitive } = event.properties ?? {};
  const level = toLevel(event);
  return (
    <div class="event-meta">
      <Chip tone={phase === 'resolved' ? 'plain' : (TONES[level] ?? 'info')} icon={ICONS[level] ?? 'informational'}>
        {level}
      </Chip>
      {change !== undefined && <Chip tone="accent">{change === 'new' ? 'New' : 'Updated'}</Chip>}
      {isEventSensitive && (
        <Chip tone="accent" icon="lock">
          Sensitive
        </Chip>
      )}
      <span>{[splitWords(eventType ?? ''), ...(hasPlace ? [] : listRegions(event))].filter(Boolean).join(' · ')}</span>
    </div>
  );
}
