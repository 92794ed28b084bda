import type { EventRow } from '../logic/event-groups.ts';
import { formatDay, formatDistance, formatLength, formatTime } from '../logic/format.ts';
import { type Period, type Tick, toPercent, toPosition } from '../logic/timeline.ts';

/** The range of the timeline. */
export interface Axis {
  readonly range: Period;
  readonly ticks: readonly Tick[];
  readonly now: number;
}

/** When the event was, in a word: `since 19 Nov · 3 d 11 h`. */
export function formatWhen({ phase, period: { from, to } }: EventRow, now: number): string {
  if (phase === 'planned') return `${formatDistance(from, now)} · ${formatDay(from, now)}`;
  const length = to - from > 0 ? ` · ${formatLength(to - from)}` : '';
  return `${phase === 'active' && to === now ? 'since ' : ''}${formatDay(from, now)}${length}`;
}

/** The exact times, of an event that may have no end yet. */
function formatExact({ event, phase, period: { from, to } }: EventRow, now: number) {
  const isOngoing = phase === 'active' && to === now;
  const time = (at: number) => formatTime(new Date(at).toISOString());
  return {
    period: `${time(from)} – ${isOngoing ? 'now' : time(to)}`,
    length: to > from ? formatLength(to - from) : undefined,
    updated: event.properties?.lastUpdateTime ? formatTime(event.properties.lastUpdateTime) : undefined,
  };
}

interface EventBarProps {
  readonly row: EventRow;
  readonly axis: Axis;
  readonly tipId: string;
  readonly isTipOpen: boolean;
}

/** The event on the axis, and its exact times as a tooltip, which is always there for screen readers. */
export function EventBar({ row, axis: { range, ticks, now }, tipId, isTipOpen }: EventBarProps) {
  const { start, length, outside } = toPosition(row.period, range);
  const isOngoing = row.phase === 'active' && row.period.to === now;
  const style = { left: toPercent(start), width: toPercent(length) };
  return (
    <div class="track">
      {ticks.map(({ position }) => (
        <i key={position} style={{ left: toPercent(position) }} />
      ))}
      <i class="now-line" style={{ left: toPercent((now - range.from) / (range.to - range.from)) }} />
      {outside === undefined ? (
        <span class={`bar bar-${row.phase} ${isOngoing ? 'bar-open' : ''}`} style={style} />
      ) : (
        <span class={`outside outside-${outside}`} aria-hidden="true">
          {outside === 'before' ? '←' : '→'}
        </span>
      )}
      <Tip id={tipId} row={row} now={now} isOpen={isTipOpen} middle={start + length / 2} />
    </div>
  );
}

interface TipProps {
  readonly id: string;
  readonly row: EventRow;
  readonly now: number;
  readonly isOpen: boolean;
  /** Of the bar, from 0 to 1. */
  readonly middle: number;
}

function Tip({ id, row, now, isOpen, middle }: TipProps) {
  const { period, length, updated } = formatExact(row, now);
  return (
    <span id={id} role="tooltip" class={isOpen ? 'tip' : 'sr-only'} style={{ '--middle': toPercent(middle) }}>
      <strong>{period}</strong>
      {length !== undefined && <span> {length}</span>}
      {updated !== undefined && <span> Updated {updated}</span>}
    </span>
  );
}
