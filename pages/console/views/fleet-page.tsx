/** Which of the resources is unwell, and why: one table. */
import type { HealthEvent } from '../../../client/src/index.ts';
import { client } from '../api.ts';
import { toHref } from '../logic/address.ts';
import { formatWhen, listIllnesses, toPhase, toRank } from '../logic/events.ts';
import { formatAge } from '../logic/format.ts';
import { parseResourceId } from '../logic/known-paths.ts';
import { type LoadedEvents, loadEvents, toAsOf, toWaitSeconds } from '../logic/load-events.ts';
import { Failure } from '../parts/failure.tsx';
import { useNow } from '../parts/hooks.ts';
import { LoadView, toRetry, useLoad } from '../parts/load.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Chip } from '../parts/values.tsx';
import { EventDetails, LevelChip } from './event-details.tsx';
import { listKnownResources, toResourceName, toResourceType } from './target-fields.tsx';

interface FleetRow {
  readonly id: string;
  /** As of the last load that succeeded. */
  readonly loaded?: LoadedEvents | undefined;
  readonly error?: Error | undefined;
}

const QUESTION = { filter: "status eq 'Active'", days: 0 };

export function FleetPage() {
  // In one order, whatever was used last.
  const ids = listKnownResources().toSorted();
  const fleet = useLoad<readonly FleetRow[]>({
    key: ids.length === 0 ? undefined : ids.join('\n'),
    load: async (signal, before, noCache) => {
      const known = (id: string) => before?.find((row) => row.id === id)?.loaded;
      const calls = ids.map((id) =>
        loadEvents(client.value, { ...QUESTION, target: id }, { signal, noCache }, known(id)?.pages),
      );
      const settled = await Promise.allSettled(calls);
      const [first] = settled;
      if (first?.status === 'rejected' && settled.every(({ status }) => status === 'rejected')) throw first.reason;
      return settled.map((each, index) => {
        const id = ids[index] ?? '';
        return each.status === 'fulfilled' ? { id, loaded: each.value } : { id, loaded: known(id), error: each.reason };
      });
    },
    toWait: (rows) =>
      Math.min(...rows.map(({ loaded, error }) => (error ? toRetry(error) : loaded && toWaitSeconds(loaded)) ?? 3600)),
  });
  if (ids.length === 0)
    return <p class="empty">No resource is known yet. Those that you open in Health events appear here.</p>;
  return (
    <LoadView load={fleet} what="the health of the fleet">
      {(rows) => <FleetTable rows={rows} onRetry={() => fleet.reload()} />}
    </LoadView>
  );
}

/** A row, and what makes it unwell now: the worst first. */
interface Patient extends FleetRow {
  readonly illnesses: readonly HealthEvent[];
}

function FleetTable({ rows, onRetry }: { readonly rows: readonly FleetRow[]; readonly onRetry: () => void }) {
  const now = useNow(10_000);
  const patients = rows.map((row) => ({ ...row, illnesses: listIllnesses(row.loaded?.events ?? [], now) }));
  const rank = ({ illnesses: [worst], error }: Patient) => (worst ? toRank(worst) : error ? 4 : 5);
  const unwell = patients.filter(({ illnesses }) => illnesses.length > 0).length;
  return (
    <>
      <h2>
        {unwell === 0 ? 'All' : `${unwell} of`} {rows.length} resources{' '}
        {unwell === 0 ? 'are well' : unwell === 1 ? 'is unwell' : 'are unwell'}
      </h2>
      <Table
        label="Health of each resource"
        columns={listColumns(now)}
        rows={patients.toSorted((one, other) => rank(one) - rank(other))}
        empty="There are no resources."
        toKey={({ id }) => id}
        details={(row) => <Why row={row} now={now} onRetry={onRetry} />}
        actions={({ id }) => (
          <a class="button small" href={toHref('health-events', { in: id })}>
            All events<span class="sr-only"> of {toResourceName(id)}</span>
          </a>
        )}
      />
    </>
  );
}

function listColumns(now: number): readonly Column<Patient>[] {
  return [
    { title: 'Resource', sortBy: ({ id }) => toResourceName(id) ?? '' },
    { title: 'Health', cell: (row) => <Health row={row} now={now} /> },
    { title: 'Why', cell: (row) => <Reason row={row} now={now} />, isWide: true },
    { title: 'Type', sortBy: ({ id }) => toResourceType(id), isMinor: true },
    { title: 'Group', sortBy: ({ id }) => parseResourceId(id)?.resourceGroupName ?? '', isMinor: true },
    { title: 'As of', cell: ({ loaded }) => loaded && formatAge(now - toAsOf(loaded, now)), isMinor: true },
  ];
}

function Health({ row: { loaded, error, illnesses }, now }: { readonly row: Patient; readonly now: number }) {
  const [worst] = illnesses;
  if (worst) return <LevelChip event={worst} now={now} />;
  if (error && !loaded) return <Chip tone="plain">Unknown</Chip>;
  return (
    <Chip tone="ok" icon="ok">
      Well
    </Chip>
  );
}

function Reason({ row: { loaded, error, illnesses }, now }: { readonly row: Patient; readonly now: number }) {
  const [worst, ...others] = illnesses;
  const planned = loaded?.events.filter((event) => toPhase(event, now) === 'planned').length ?? 0;
  const { title, isEventSensitive } = worst?.properties ?? {};
  const more = [others.length > 0 && `${others.length} more`, planned > 0 && `${planned} planned`].filter(Boolean);
  return (
    <>
      {error && 'Cannot be read. '}
      {worst && `${isEventSensitive ? 'Sensitive event' : title}, ${formatWhen(worst, now)} `}
      {more.length > 0 && <small class="muted">{more.join(' · ')}</small>}
    </>
  );
}

function Why({ row, now, onRetry }: { readonly row: Patient; readonly now: number; readonly onRetry: () => void }) {
  const { id, error, illnesses } = row;
  return (
    <div class="stack">
      {error && <Failure error={error} what={`${toResourceName(id)} cannot be read`} onRetry={onRetry} />}
      {illnesses.length === 0 && !error && <p>Nothing is wrong with it.</p>}
      {illnesses.map((event) => (
        <section key={event.name} aria-label={event.properties?.title ?? event.name ?? ''}>
          <h2>{event.properties?.isEventSensitive ? 'Sensitive event' : event.properties?.title}</h2>
          <EventDetails event={event} now={now} />
        </section>
      ))}
    </div>
  );
}
