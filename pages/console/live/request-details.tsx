import { PROFILES } from '../../../lib/profiles.ts';
import { useConsole } from '../context.ts';
import { toCurl } from '../logic/curl.ts';
import { cutMiddle, formatClock } from '../logic/format.ts';
import type { LiveRow } from '../logic/live-rows.ts';
import { toProfilePath } from '../logic/profile-path.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Facts } from '../parts/facts.tsx';
import { RequestId } from '../parts/request-id.tsx';
import { Waterfall } from './waterfall.tsx';

/** As a person reads it; long values, such as page tokens, are cut. */
function formatQuery(query: string): string {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name}=${cutMiddle(value)}`).join(' ');
}

export function RequestDetails({ row }: { readonly row: LiveRow }) {
  const { config } = useConsole();
  const { record, sent, decision, cache } = row;
  const [path = '', query = ''] = (sent?.path ?? row.resource).split('?');
  const curl = toCurl(row, location.origin, (path) => toProfilePath(path, PROFILES[config.profile]));
  return (
    <div class="request-details">
      <code class="resource">{path}</code>
      {record ? (
        <Waterfall record={record} />
      ) : (
        <p class="muted">
          {config.controlUrl ? 'Frontdesk has not recorded it yet.' : 'Its stages need the local stack.'}
        </p>
      )}
      <Facts
        facts={[
          ['Query', query && <code key="query">{formatQuery(query)}</code>],
          ['Time', formatClock(row.time)],
          ['Caller', row.caller],
          ['Access', decision === 'unknown' ? undefined : decision],
          ['Problem', row.problem && <code key="problem">{row.problem}</code>],
          ['Reason', row.reason],
          ['Outcome', row.outcome],
          ['Upstream', row.upstreamStatus && `returned ${row.upstreamStatus}`],
          ['Cache', cache && <code key="cache">{cache}</code>],
        ]}
      />
      <div class="request-foot">
        <RequestId id={row.requestId} />
        {curl !== undefined && <CopyButton text={curl} what="command" label="Copy as curl" />}
      </div>
    </div>
  );
}
