/** Events as rows on an axis of time, in groups. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  type EventGroup,
  groupByPhase,
  groupByPlace,
  listInRange,
  type EventRow as Row,
  type ServiceGroup,
} from '../logic/event-groups.ts';
import { toFullRange, toLastDays, toPercent, toTicks } from '../logic/timeline.ts';
import type { Axis } from './event-bar.tsx';
import { EventRow } from './event-row.tsx';
import { Icon } from './icon.tsx';
import { Segments } from './segments.tsx';

const ZOOMS = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [0, 'All'],
] as const;

type Grouping = 'time' | 'place';

const GROUPINGS = [
  ['time', 'Status'],
  ['place', 'Service and region'],
] as const;

interface TimelineProps {
  /** In their order. */
  readonly rows: readonly Row[];
  readonly now: number;
  readonly initialGrouping: Grouping;
}

export function Timeline({ rows, now, initialGrouping }: TimelineProps) {
  const [days, setDays] = useState<number>(30);
  const [grouping, setGrouping] = useState<Grouping>(initialGrouping);
  const periods = rows.map(({ period }) => period);
  const range = days === 0 ? toFullRange(periods, now) : toLastDays(days, now, periods);
  const shown = days === 0 ? rows : listInRange(rows, range);
  const axis = { range, ticks: toTicks(range), now };
  return (
    <div class="timeline">
      <div class="timeline-head">
        <Segments legend="Time" name="range" options={ZOOMS} selected={days} onSelect={setDays} />
        <Segments legend="Group by" name="grouping" options={GROUPINGS} selected={grouping} onSelect={setGrouping} />
      </div>
      <Scale axis={axis} />
      {grouping === 'time' ? (
        groupByPhase(shown).map((group) => <PhaseGroup key={group.title} group={group} axis={axis} />)
      ) : (
        <Places groups={groupByPlace(shown)} axis={axis} />
      )}
      <Older count={rows.length - shown.length} days={days} isEmpty={shown.length === 0} onShow={() => setDays(0)} />
    </div>
  );
}

/** Closer to now than this, a tick's label is under that of now; on a narrow page twice as far. */
const NEAR = 0.08;

function Scale({ axis: { range, ticks, now } }: { readonly axis: Axis }) {
  const at = (now - range.from) / (range.to - range.from);
  const toClass = (position: number) => {
    const distance = Math.abs(position - at);
    return distance < NEAR ? 'under' : distance < 2 * NEAR ? 'near' : '';
  };
  return (
    <div class="scale" aria-hidden="true">
      <div>
        {ticks.map(({ position, label }) => (
          <span key={position} class={toClass(position)} style={{ left: toPercent(position) }}>
            {label}
          </span>
        ))}
        <span class="now" style={{ left: toPercent(at) }}>
          now
        </span>
      </div>
    </div>
  );
}

interface GroupProps<Group> {
  readonly group: Group;
  readonly axis: Axis;
}

function PhaseGroup({ group: { title, rows }, axis }: GroupProps<EventGroup>) {
  return (
    <section class="event-group">
      <h3>
        {title} <small>{rows.length}</small>
      </h3>
      <Rows label={title} rows={rows} axis={axis} hasPlace={false} />
    </section>
  );
}

interface RowsProps {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly axis: Axis;
  readonly hasPlace: boolean;
}

function Rows({ label, rows, axis, hasPlace }: RowsProps) {
  return (
    <ol aria-label={label}>
      {rows.map((row) => (
        <EventRow key={row.event.name} row={row} axis={axis} hasPlace={hasPlace} />
      ))}
    </ol>
  );
}

function Places({ groups, axis }: { readonly groups: readonly ServiceGroup[]; readonly axis: Axis }) {
  return (
    <>
      {groups.map((group) => (
        <ServiceSection key={group.title} group={group} axis={axis} />
      ))}
    </>
  );
}

/** Open if something is active there. */
function ServiceSection({ group: { title, rows, regions }, axis }: GroupProps<ServiceGroup>) {
  const active = rows.filter(({ phase }) => phase === 'active').length;
  return (
    <details class="event-group" open={active > 0}>
      <summary>
        <Icon name="chevron" class="chevron" />
        <h3>{title}</h3>
        <small>{active > 0 ? `${active} active of ${rows.length}` : `${rows.length}, none active`}</small>
      </summary>
      {regions.map((region) => (
        <section key={region.title} class="event-region">
          <h4>{region.title}</h4>
          <Rows label={`${title}, ${region.title}`} rows={region.rows} axis={axis} hasPlace />
        </section>
      ))}
    </details>
  );
}

interface OlderProps {
  readonly count: number;
  readonly days: number;
  readonly isEmpty: boolean;
  readonly onShow: () => void;
}

/** What the range leaves out. */
function Older({ count, days, isEmpty, onShow }: OlderProps): ComponentChildren {
  if (count === 0) return null;
  return (
    <p class="older">
      {isEmpty && `Nothing in the last ${days} days. `}
      {count === 1 ? '1 resolved event is' : `${count} resolved events are`} older than {days} days.{' '}
      <button type="button" class="small" onClick={onShow}>
        Show all
      </button>
    </p>
  );
}
