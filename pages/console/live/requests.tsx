/** The requests as they come: status, operation, resource, calls of the service, time; each opens into its stages. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { clearPageRequests, pageRequests } from '../api.ts';
import { clearRecords, isConnected, people, records } from '../control.ts';
import { findKnownName } from '../known.ts';
import { parseCacheStatus } from '../logic/cache-status.ts';
import { cutMiddle, formatMs } from '../logic/format.ts';
import { isShown, type LiveRow, readParameters, toLiveRows } from '../logic/live-rows.ts';
import { announce } from '../parts/announce.tsx';
import { useStored } from '../parts/hooks.ts';
import { Icon, StatusChip } from '../parts/values.tsx';
import { amend, route } from '../router.ts';
import { user } from '../session.ts';
import { RequestDetails } from './request-details.tsx';

const MAX_ROWS = 100;

/** The resource has what the others leave. */
const COLUMNS: readonly (readonly [title: string, width: string, hint?: string])[] = [
  ['Operation', '32%'],
  ['Resource', 'auto'],
  ['Status', '3.4rem'],
  ['Calls', '2.5rem', 'Calls of the service; the symbol says what the cache did'],
  ['Time', '4.5rem'],
];

export function Requests() {
  const { name } = user.value;
  // A link names a request, which is narrowed to and opened.
  const linked = route.value.query['request'];
  const [filter, setFilter] = useStored('live.words', linked ?? '');
  const [open, setOpen] = useState(linked);
  useEffect(() => {
    if (linked === undefined || linked === open) return;
    setFilter(linked);
    setOpen(linked);
  }, [linked]);
  const toggle = (key: string) => {
    const next = open === key ? undefined : key;
    setOpen(next);
    amend({ request: next ?? '' });
  };
  const rows = useMemo(
    () => toLiveRows(pageRequests.value, records.value, people.value, name),
    [pageRequests.value, records.value, people.value, name],
  );
  const shown = rows.filter((row) => isShown(row, filter)).slice(0, MAX_ROWS);
  return (
    <>
      {isConnected.value === undefined && (
        <p class="note">These are the requests of this page; those of other clients are shown in the local stack.</p>
      )}
      {isConnected.value === false && <p class="note">The local stack does not respond; its records are missing.</p>}
      {rows.length > 0 && <FilterBar filter={filter} onChange={setFilter} />}
      {shown.length === 0 ? (
        <p class="empty">
          {rows.length > 0
            ? `None of the last ${rows.length} requests matches.`
            : 'Requests appear here as they are sent.'}
        </p>
      ) : (
        <table class="requests" aria-label="Requests, newest first">
          <thead>
            <tr>
              {COLUMNS.map(([title, width, hint]) => (
                <th key={title} scope="col" style={{ width }} title={hint}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <RequestRow key={row.key} row={row} isOpen={open === row.key} onToggle={() => toggle(row.key)} />
            ))}
          </tbody>
        </table>
      )}
      <Legend />
    </>
  );
}

function Legend() {
  return (
    <p class="legend muted">
      {(['hit', 'stale', 'shared', 'miss'] as const).map((name) => (
        <span key={name}>
          <Icon name={name} /> {name}
        </span>
      ))}
    </p>
  );
}

interface RequestRowProps {
  readonly row: LiveRow;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function RequestRow({ row, isOpen, onToggle }: RequestRowProps) {
  const { status, method, title, durationMs, record } = row;
  // What the request is about is last.
  const id = Object.values(readParameters(row)).at(-1) ?? '';
  return (
    <>
      <tr class={isOpen ? 'open' : ''}>
        <td class={record?.batch ? 'part' : ''}>
          <button type="button" class="row-link" aria-expanded={isOpen} onClick={onToggle}>
            {method !== 'GET' && <span class="method">{method}</span>} {title}
          </button>
          <Trouble row={row} />
        </td>
        <td title={row.resource}>{findKnownName(id) ?? cutMiddle(id)}</td>
        <td>
          {status === undefined ? (
            <span class="spinner" role="img" aria-label="running" />
          ) : (
            <StatusChip status={status} />
          )}
        </td>
        <td>
          <ServiceCalls row={row} />
        </td>
        <td>
          {durationMs === undefined ? '…' : formatMs(durationMs)}
          <small class="muted">{new Date(row.time).toISOString().slice(11, 19)}</small>
        </td>
      </tr>
      {isOpen && (
        <tr class="details">
          <td colSpan={5}>
            <RequestDetails row={row} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Why the request was refused or failed; the details say more. */
function Trouble({ row: { status, decision, record, problem } }: { readonly row: LiveRow }) {
  const reason = decision === 'allowed' || decision === 'unknown' ? problem?.replaceAll('_', ' ') : decision;
  const trouble = status === 0 ? 'no response' : [reason, record?.invalid].filter(Boolean).join(': ');
  return trouble && <small class="issue"> {trouble}</small>;
}

/** What the cache did as a symbol, and how often the service was called. */
function ServiceCalls({ row: { cache, record } }: { readonly row: LiveRow }) {
  const { kind, label, meaning } = parseCacheStatus(cache);
  const calls = record?.upstreamTries ?? (record?.upstreamStatus === undefined ? 0 : 1);
  const text = calls === 1 ? '1 call of the service' : `${calls || 'no'} calls of the service`;
  return (
    <span>
      {kind !== 'none' && (
        <span title={`Cache ${label}: ${meaning}`}>
          <Icon name={kind} />
          <span class="sr-only">cache {label} </span>
        </span>
      )}{' '}
      {record && (
        <span title={text}>
          <span aria-hidden="true">{calls}</span>
          <span class="sr-only">{text}</span>
        </span>
      )}
    </span>
  );
}

function FilterBar({ filter, onChange }: { readonly filter: string; readonly onChange: (filter: string) => void }) {
  const clear = () => {
    clearRecords();
    clearPageRequests();
    announce('Requests cleared.');
  };
  return (
    <div class="live-filters">
      <input
        type="search"
        aria-label="Filter by caller, operation, resource, status, problem or id"
        placeholder="Caller, operation, status, problem, id"
        value={filter}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <button type="button" class="small" onClick={clear}>
        Clear
      </button>
    </div>
  );
}
