import { useId } from 'preact/hooks';
import { parseCacheStatus } from '../logic/cache-status.ts';
import { formatMs } from '../logic/format.ts';
import type { Decision, LiveRow } from '../logic/live-rows.ts';
import { Chip, StatusChip } from '../parts/chip.tsx';
import { Icon } from '../parts/icon.tsx';
import { RequestDetails } from './request-details.tsx';

interface RequestRowProps {
  readonly row: LiveRow;
  /** Milliseconds of the slowest request that is shown. */
  readonly slowest: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function RequestRow({ row, slowest, isOpen, onToggle }: RequestRowProps) {
  const id = useId();
  const { status, method, title, isPoll, caller, durationMs } = row;
  return (
    <>
      <tr class={`${status === undefined ? 'running' : ''} ${isOpen ? 'open' : ''}`}>
        <td>{status ? <StatusChip status={status} /> : <NoStatus row={row} />}</td>
        <td>
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            <span class={method === 'GET' ? 'sr-only' : `method method-${method.toLowerCase()}`}>{method}</span>
            <span class="request-title">
              {title}
              {isPoll && <small> poll</small>}
            </span>
          </button>
          <Trouble row={row} />
        </td>
        <td class="caller" title={caller}>
          {caller}
        </td>
        <td>
          <UpstreamCalls row={row} />
        </td>
        <td class="ms">
          {durationMs === undefined ? '…' : formatMs(durationMs)}
          <span aria-hidden="true">
            <i style={{ width: `${Math.min(100, ((durationMs ?? 0) / slowest) * 100)}%` }} />
          </span>
        </td>
      </tr>
      <tr id={id} class="request-more" hidden={!isOpen}>
        <td colSpan={5}>{isOpen && <RequestDetails row={row} />}</td>
      </tr>
    </>
  );
}

/** Of a request that is running, or that had no response. */
function NoStatus({ row: { status } }: { readonly row: LiveRow }) {
  if (status === 0)
    return (
      <Chip tone="critical" icon="error">
        <span class="sr-only">failed</span>
      </Chip>
    );
  return (
    <>
      <span class="spinner" aria-hidden="true" />
      <span class="sr-only">running</span>
    </>
  );
}

const FINE: readonly Decision[] = ['allowed', 'unknown'];

/** Why the request was refused or failed; the details say more. */
function Trouble({ row: { status, decision, problem } }: { readonly row: LiveRow }) {
  const reason = FINE.includes(decision) ? problem?.replaceAll('_', ' ') : decision;
  const trouble = status === 0 ? 'no response' : reason;
  return trouble === undefined ? null : <small class="trouble">{trouble}</small>;
}

const CACHE_TONES = { hit: 'ok', stale: 'warning', miss: 'info', shared: 'ok', none: 'plain' } as const;

/** The cache status as a symbol, and how often the upstream was called. */
function UpstreamCalls({ row: { cache, record } }: { readonly row: LiveRow }) {
  const { kind, label, meaning } = parseCacheStatus(cache);
  const calls = record?.upstreamTries ?? (record?.upstreamStatus === undefined ? 0 : 1);
  const text = calls === 0 ? 'no upstream call' : calls === 1 ? '1 upstream call' : `${calls} upstream calls`;
  return (
    <span class={`calls ${calls > 1 ? 'calls-many' : ''}`}>
      {kind !== 'none' && (
        <span class={`tone-${CACHE_TONES[kind]}`} title={`Cache ${label}: ${meaning}`}>
          <Icon name={kind} />
          <span class="sr-only">cache {label} </span>
        </span>
      )}
      {record && (
        <span title={text}>
          <span aria-hidden="true">{calls}</span>
          <span class="sr-only">{text}</span>
        </span>
      )}
    </span>
  );
}
