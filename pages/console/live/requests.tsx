import { useMemo } from 'preact/hooks';
import { pageRequests } from '../api.ts';
import { useConsole } from '../context.ts';
import { isConnected, people, records } from '../control.ts';
import { formatClock, formatMs } from '../logic/format.ts';
import { type Decision, type LiveRow, toLiveRows } from '../logic/live-rows.ts';
import { CacheChip, Chip, StatusChip, type Tone } from '../parts/chip.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { RequestId } from '../parts/request-id.tsx';

/** The requests: caller, access decision, cache status, upstream calls and duration. */
export function Requests() {
  const { user } = useConsole();
  const rows = useMemo(
    () => toLiveRows(pageRequests.value, records.value, people.value, user.name),
    [pageRequests.value, records.value, people.value, user.name],
  );
  const slowest = Math.max(100, ...rows.slice(0, 50).map(({ durationMs = 0 }) => durationMs));
  return (
    <>
      {isConnected.value === undefined && (
        <p class="note">Shows only the requests of this page; all requests need the local stack.</p>
      )}
      {isConnected.value === false && <p class="note">The local stack does not respond; its records are missing.</p>}
      {rows.length === 0 ? (
        <div class="empty">
          <Icon name="pulse" />
          <p>Requests appear here.</p>
        </div>
      ) : (
        <ol class="requests" aria-label="Requests, newest first">
          {rows.slice(0, 100).map((row) => (
            <Request key={row.key} row={row} slowest={slowest} />
          ))}
        </ol>
      )}
    </>
  );
}

const DECISION_TONES: Readonly<Record<Decision, Tone>> = {
  allowed: 'ok',
  'no valid token': 'critical',
  'no role': 'warning',
  'not granted': 'warning',
  'rate limited': 'warning',
  unknown: 'plain',
};

function Request({ row, slowest }: { readonly row: LiveRow; readonly slowest: number }) {
  const isPending = row.status === undefined;
  return (
    <li class={isPending ? 'pending' : ''}>
      <details>
        <summary>
          <span class="request-top">
            <span class={`method method-${row.method.toLowerCase()}`}>{row.method}</span>
            <span class="request-title">{row.title}</span>
            <span class="ms">{row.durationMs === undefined ? '…' : formatMs(row.durationMs)}</span>
            {isPending ? <span class="spinner" /> : <StatusChip status={row.status ?? 0} />}
          </span>
          <RequestChips row={row} />
          <span class="ms-bar" aria-hidden="true">
            <i style={{ width: `${Math.min(100, ((row.durationMs ?? 0) / slowest) * 100)}%` }} />
          </span>
        </summary>
        <RequestDetails row={row} />
      </details>
    </li>
  );
}

function RequestChips({ row }: { readonly row: LiveRow }) {
  return (
    <span class="request-chips">
      <span class="caller">
        <Icon name="person" />
        {row.caller}
      </span>
      <Chip tone={DECISION_TONES[row.decision]} {...(row.decision === 'allowed' ? {} : { icon: 'lock' as const })}>
        {row.decision}
      </Chip>
      <CacheChip status={row.cache} />
      {row.isRecorded && <UpstreamCalls row={row} />}
    </span>
  );
}

function RequestDetails({ row }: { readonly row: LiveRow }) {
  return (
    <div class="request-more">
      <code class="resource">{row.resource}</code>
      <Facts
        facts={[
          ['Time', formatClock(row.time)],
          ['Problem', row.problem && <code key="problem">{row.problem}</code>],
          ['Reason', row.reason],
          ['Outcome', row.outcome],
          ['Upstream', row.upstreamStatus && `returned ${row.upstreamStatus}`],
          ['Cache', row.cache && <code key="cache">{row.cache}</code>],
        ]}
      />
      <RequestId id={row.requestId} />
    </div>
  );
}

function UpstreamCalls({ row: { upstreamTries, upstreamStatus } }: { readonly row: LiveRow }) {
  const calls = upstreamTries ?? (upstreamStatus === undefined ? 0 : 1);
  return (
    <span class={`tries ${calls > 1 ? 'tries-many' : ''}`} title="Upstream calls for this request">
      {calls === 0 ? 'no upstream call' : calls === 1 ? '1 upstream call' : `${calls} upstream calls`}
    </span>
  );
}
