import { FrontdeskError } from '../../../client/src/index.ts';
import { type FleetRow, type Health, sortBySeverity, toHealth } from '../logic/fleet.ts';
import { formatAge, formatTime, MISSING, toTitle } from '../logic/format.ts';
import { parseResourceId } from '../logic/resource-id.ts';
import { describeError } from '../logic/watch.ts';
import { Chip, StatusChip, type Tone } from '../parts/chip.tsx';
import { formatWhen } from '../parts/event-bar.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { toResourceName } from '../parts/known-source.ts';
import { ScrollFrame } from '../parts/scroll-frame.tsx';
import { openTimeline } from './open-timeline.ts';

interface FleetTableProps {
  readonly rows: readonly FleetRow[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly isAdded: (id: string) => boolean;
  readonly onRetry: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

export function FleetTable({ rows, now, isAdded, onRetry, onRemove }: FleetTableProps) {
  return (
    <ScrollFrame class="table-frame fleet" label="Health of each resource">
      <table>
        <thead>
          <tr>
            <th scope="col">Resource</th>
            <th scope="col">Worst</th>
            <th scope="col">Active events</th>
            <th scope="col">As of</th>
          </tr>
        </thead>
        <tbody>
          {sortBySeverity(rows, now).map((row) => (
            <tr key={row.id}>
              <ResourceCell id={row.id} onRemove={isAdded(row.id) ? onRemove : undefined} />
              <HealthCells row={row} now={now} onRetry={onRetry} />
              <AsOf row={row} now={now} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function AsOf({ row: { asOf }, now }: { readonly row: FleetRow; readonly now: number }) {
  if (asOf === undefined) return <td class="muted">{MISSING}</td>;
  return (
    <td class="muted" title={formatTime(new Date(asOf).toISOString())}>
      {formatAge(now - asOf)}
    </td>
  );
}

interface ResourceCellProps {
  readonly id: string;
  readonly onRemove: ((id: string) => void) | undefined;
}

function ResourceCell({ id, onRemove }: ResourceCellProps) {
  const { resourceGroupName = '', resourceType = '' } = parseResourceId(id) ?? {};
  const name = toResourceName(id);
  return (
    <th scope="row" title={id}>
      <button type="button" class="text-link" onClick={() => openTimeline('resource', id)}>
        {name}
      </button>
      <small class="muted">
        {toTitle(resourceType)} · <span class="fleet-group">{resourceGroupName}</span>
      </small>
      {onRemove && (
        <button type="button" class="ghost small" onClick={() => onRemove(id)}>
          Remove<span class="sr-only"> {name}</span>
        </button>
      )}
    </th>
  );
}

const TONES: Readonly<Record<string, [Tone, IconName]>> = {
  Critical: ['critical', 'critical'],
  Error: ['error', 'error'],
  Warning: ['warning', 'warning'],
};
const WELL: [Tone, IconName] = ['ok', 'ok'];

interface HealthCellsProps {
  readonly row: FleetRow;
  readonly now: number;
  readonly onRetry: (id: string) => void;
}

function HealthCells({ row, now, onRetry }: HealthCellsProps) {
  const { events, hasMore = false, error } = row;
  const failure = error && <RowFailure id={row.id} error={error} onRetry={onRetry} />;
  if (events === undefined)
    return (
      <>
        <td>
          <Chip tone="plain">Unknown</Chip>
        </td>
        <td>{failure ?? <Reading />}</td>
      </>
    );
  const { active, planned, worst } = toHealth(events, now);
  const [tone, icon] = worst === undefined ? WELL : (TONES[worst] ?? ['info', 'informational']);
  return (
    <>
      <td>
        <Chip tone={tone} icon={icon}>
          {worst ?? 'Well'}
        </Chip>
      </td>
      <td>
        <Active active={active} hasMore={hasMore} now={now} />
        {planned > 0 && <small class="muted">{planned} planned</small>}
        {failure}
      </td>
    </>
  );
}

function Reading() {
  return (
    <span class="muted">
      <span class="spinner" aria-hidden="true" /> Reading…
    </span>
  );
}

interface ActiveProps extends Pick<Health, 'active'> {
  readonly hasMore: boolean;
  readonly now: number;
}

/** How many there are, and the worst. */
function Active({ active, hasMore, now }: ActiveProps) {
  const [first] = active;
  if (first === undefined) return <span class="muted">None</span>;
  const { title, isEventSensitive } = first.event.properties ?? {};
  return (
    <>
      <strong>{hasMore ? `${active.length} or more` : active.length}</strong>
      {` · ${isEventSensitive ? 'Sensitive event' : (title ?? first.event.name)}`}
      <small class="muted" title={`Since ${formatTime(new Date(first.period.from).toISOString())}`}>
        {formatWhen(first, now)}
      </small>
    </>
  );
}

interface RowFailureProps {
  readonly id: string;
  readonly error: Error;
  readonly onRetry: (id: string) => void;
}

function RowFailure({ id, error, onRetry }: RowFailureProps) {
  return (
    <div class="fleet-failure">
      {error instanceof FrontdeskError && <StatusChip status={error.status} />}
      <span>{describeError(error)}</span>
      <button type="button" class="small" onClick={() => onRetry(id)}>
        <Icon name="refresh" /> Try again<span class="sr-only"> {toResourceName(id)}</span>
      </button>
    </div>
  );
}
