import { pageRequests } from '../api.ts';
import { useConsole } from '../context.ts';
import { people, records } from '../control.ts';
import { formatClock, formatMs } from '../logic/format.ts';
import { type LiveRow, toLiveRows } from '../logic/live-rows.ts';
import { toCacheShare } from '../logic/today.ts';
import { StatusChip } from '../parts/chip.tsx';
import { Tile } from '../parts/tile.tsx';

const MAX_SHOWN = 6;
const MAX_COUNTED = 100;

/** The last requests: of all callers where the local stack records them, else of this page. */
export function RequestsTile() {
  const { user } = useConsole();
  const rows = toLiveRows(pageRequests.value, records.value, people.value, user.name);
  return (
    <Tile title="Last requests">
      {rows.length === 0 ? (
        <p class="tile-none">None yet.</p>
      ) : (
        <ul class="tile-rows">
          {rows.slice(0, MAX_SHOWN).map((row) => (
            <RequestLine key={row.key} row={row} />
          ))}
        </ul>
      )}
    </Tile>
  );
}

function RequestLine({ row: { title, caller, time, durationMs, status } }: { readonly row: LiveRow }) {
  return (
    <li>
      <span class="tile-what">
        <span>{title}</span>
        <small class="muted">
          {[caller, formatClock(time), durationMs === undefined ? '' : formatMs(durationMs)]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      {status === undefined ? <span class="spinner" /> : <StatusChip status={status} />}
    </li>
  );
}

const MEANINGS = { hit: 'hit', shared: 'shared', stale: 'stale', miss: 'missed' } as const;

/** How many of the last requests the cache served; nothing where no records are. */
export function CacheTile() {
  const share = toCacheShare(records.value.slice(0, MAX_COUNTED).map(({ cache }) => cache));
  if (share === undefined) return null;
  const percent = Math.round((100 * share.served) / share.all);
  return (
    <Tile title="Served from the cache">
      <p class="tile-figure">
        {percent} % <small class="muted">{`${share.served} of ${share.all} that may be cached`}</small>
      </p>
      <div class="share" aria-hidden="true">
        {share.parts.map(({ kind, count }) => (
          <i key={kind} class={`share-${kind}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul class="share-legend">
        {share.parts.map(({ kind, count }) => (
          <li key={kind}>
            <i class={`share-${kind}`} aria-hidden="true" /> {count} {MEANINGS[kind]}
          </li>
        ))}
      </ul>
    </Tile>
  );
}
