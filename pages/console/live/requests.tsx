import { useMemo } from 'preact/hooks';
import { exchanges } from '../api.ts';
import { useDesk } from '../context.ts';
import { isConnected, people, records } from '../control.ts';
import { formatClock, formatMs } from '../logic/format.ts';
import { type Decision, type LiveRow, toLiveRows } from '../logic/live-rows.ts';
import { CacheChip, Chip, StatusChip, type Tone } from '../parts/chip.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { RequestId } from '../parts/request-id.tsx';

/** Each request as it came: who, what was decided, what the cache did, what it cost upstream, how long it took. */
export function Requests() {
  const { holder } = useDesk();
  const rows = useMemo(
    () => toLiveRows(exchanges.value, records.value, people.value, holder.name),
    [exchanges.value, records.value, people.value, holder.name],
  );
  const slowest = Math.max(100, ...rows.slice(0, 50).map(({ durationMs = 0 }) => durationMs));
  return (
    <>
      {isConnected.value === undefined && (
        <p class="note">Only this page's own requests: there is no local stack to tell of others.</p>
      )}
      {isConnected.value === false && <p class="note">The local stack does not answer: what it tells is missing.</p>}
      {rows.length === 0 ? (
        <div class="empty">
          <Icon name="pulse" />
          <p>Requests appear here as they are made.</p>
        </div>
      ) : (
        <ol class="requests" aria-label="Requests, the newest first">
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
  'role missing': 'warning',
  'not granted': 'warning',
  limited: 'warning',
  undecided: 'plain',
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
          <span class="request-chips">
            <span class="caller">
              <Icon name="person" />
              {row.caller}
            </span>
            <Chip
              tone={DECISION_TONES[row.decision]}
              {...(row.decision === 'allowed' ? {} : { icon: 'lock' as const })}
            >
              {row.decision}
            </Chip>
            <CacheChip status={row.cache} />
            {row.isRecorded && <Upstream row={row} />}
          </span>
          <span class="ms-bar" aria-hidden="true">
            <i style={{ width: `${Math.min(100, ((row.durationMs ?? 0) / slowest) * 100)}%` }} />
          </span>
        </summary>
        <div class="request-more">
          <code class="resource">{row.resource}</code>
          <Facts
            facts={[
              ['At', formatClock(row.time)],
              ['Problem', row.problem && <code key="problem">{row.problem}</code>],
              ['Reason', row.reason],
              ['Outcome', row.outcome],
              ['Upstream', row.upstreamStatus && `answered ${row.upstreamStatus}`],
              ['Cache', row.cache && <code key="cache">{row.cache}</code>],
            ]}
          />
          <RequestId id={row.requestId} />
        </div>
      </details>
    </li>
  );
}

function Upstream({ row: { upstreamTries, upstreamStatus } }: { readonly row: LiveRow }) {
  const tries = upstreamTries ?? (upstreamStatus === undefined ? 0 : 1);
  return (
    <span class={`tries ${tries > 1 ? 'tries-many' : ''}`} title="Calls to the cloud behind this request">
      {tries === 0 ? 'no upstream call' : tries === 1 ? '1 upstream call' : `${tries} upstream calls`}
    </span>
  );
}
