import { useMemo, useState } from 'preact/hooks';
import { pageRequests } from '../api.ts';
import { useConsole } from '../context.ts';
import { isConnected, people, records } from '../control.ts';
import { isShown, type LiveFilter, NO_FILTER } from '../logic/live-filter.ts';
import { type LiveRow, toLiveRows } from '../logic/live-rows.ts';
import { Icon } from '../parts/icon.tsx';
import { useStored } from '../parts/use-stored.ts';
import { FilterBar } from './filter-bar.tsx';
import { RequestRow } from './request-row.tsx';

const MAX_ROWS = 100;

/** The requests as a table: status, operation, caller, upstream calls and duration; each opens into its stages. */
export function Requests() {
  const { user } = useConsole();
  const [filter, setFilter] = useStored<LiveFilter>('live.filter', NO_FILTER);
  const rows = useMemo(
    () => toLiveRows(pageRequests.value, records.value, people.value, user.name),
    [pageRequests.value, records.value, people.value, user.name],
  );
  const shown = rows.filter((row) => isShown(row, filter)).slice(0, MAX_ROWS);
  return (
    <>
      {isConnected.value === undefined && (
        <p class="note">Shows only the requests of this page; all requests need the local stack.</p>
      )}
      {isConnected.value === false && <p class="note">The local stack does not respond; its records are missing.</p>}
      {(rows.length > 0 || filter !== NO_FILTER) && <FilterBar rows={rows} filter={filter} onChange={setFilter} />}
      {shown.length > 0 ? (
        <RequestTable rows={shown} />
      ) : (
        <Empty isFiltered={rows.length > 0} onClear={() => setFilter(NO_FILTER)} />
      )}
    </>
  );
}

function Empty({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  return (
    <div class="empty">
      <Icon name={isFiltered ? 'search' : 'pulse'} />
      <p>{isFiltered ? 'No request matches.' : 'Requests appear here as they are sent.'}</p>
      {isFiltered && (
        <button type="button" onClick={onClear}>
          Show all
        </button>
      )}
    </div>
  );
}

function RequestTable({ rows }: { readonly rows: readonly LiveRow[] }) {
  const [open, setOpen] = useState<string | undefined>(undefined);
  const slowest = Math.max(100, ...rows.map(({ durationMs = 0 }) => durationMs));
  return (
    <table class="requests" aria-label="Requests, newest first">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Operation</th>
          <th scope="col">Caller</th>
          <th scope="col">Calls</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <RequestRow
            key={row.key}
            row={row}
            slowest={slowest}
            isOpen={open === row.key}
            onToggle={() => setOpen(open === row.key ? undefined : row.key)}
          />
        ))}
      </tbody>
    </table>
  );
}
