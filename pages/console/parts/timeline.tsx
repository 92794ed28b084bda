/** Events as rows: description on the left, time on the right. */
import { useMemo, useState } from 'preact/hooks';
import type { HealthEvent } from '../../../client/src/index.ts';
import { type Period, toFullRange, toLastDays, toPercent, toPeriod, toTicks } from '../logic/timeline.ts';
import { EventRow } from './event-row.tsx';

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
  const range = days === 0 ? toFullRange(periods, now) : toLastDays(days, now);
  const rows = events
    .map((event, index) => ({ event, period: periods[index] as Period }))
    .sort((one, other) => other.period.from - one.period.from);
  return (
    <div class="timeline">
      <div class="timeline-head">
        <fieldset class="segments">
          <legend class="sr-only">Time range</legend>
          {ZOOMS.map(([value, text]) => (
            <label key={value}>
              <input type="radio" name="range" checked={days === value} onChange={() => setDays(value)} />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
        <Scale range={range} now={now} />
      </div>
      <ol>
        {rows.map(({ event, period }) => (
          <EventRow key={event.name} event={event} period={period} range={range} now={now} />
        ))}
      </ol>
    </div>
  );
}

function Scale({ range, now }: { readonly range: Period; readonly now: number }) {
  return (
    <div class="scale" aria-hidden="true">
      {toTicks(range).map(({ position, label }) => (
        <span key={position} style={{ left: toPercent(position) }}>
          {label}
        </span>
      ))}
      <span class="now" style={{ left: toPercent((now - range.from) / (range.to - range.from)) }}>
        now
      </span>
    </div>
  );
}
