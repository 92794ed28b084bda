import { useConsole } from '../context.ts';
import { findGrant } from '../known.ts';
import { cutMiddle, formatTime } from '../logic/format.ts';
import type { LiveRow, RequestRecord } from '../logic/live-rows.ts';
import { toClientCode, toCurl, toRowHref } from '../logic/request-code.ts';
import { toStages } from '../logic/waterfall.ts';
import { DESCRIBED } from '../operations.ts';
import { CopyButton, Facts, RequestId } from '../parts/values.tsx';

/** As a person reads it; long values, such as page tokens, are cut. */
function formatQuery(query: string): string {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name}=${cutMiddle(value)}`).join(' ');
}

export function RequestDetails({ row }: { readonly row: LiveRow }) {
  const { config } = useConsole();
  const { record, sent, cache } = row;
  const [path = '', query = ''] = (sent?.path ?? row.resource).split('?');
  const code = toClientCode(row);
  const href = toRowHref(row);
  return (
    <div class="stack">
      <code>{path}</code>
      {record ? (
        <Stages record={record} />
      ) : (
        <p class="muted">{config.controlUrl ? 'Not recorded yet.' : 'Its stages need the local stack.'}</p>
      )}
      <Facts
        facts={[
          ['Query', query && <code key="query">{formatQuery(query)}</code>],
          ['Sent', formatTime(row.time)],
          ['Caller', row.caller],
          ['Access', toAccess(row)],
          ['Problem', record?.problem && <code key="problem">{record.problem}</code>],
          ['Reason', record?.reason],
          ['Outcome', row.outcome],
          ['Service', record?.upstreamStatus && `returned ${record.upstreamStatus}`],
          ['Cache', cache && <code key="cache">{cache}</code>],
        ]}
      />
      <div class="actions">
        <RequestId id={row.requestId} />
        <CopyButton text={toCurl(row, location.origin, config.profile)} what="command" label="Copy as curl" />
        {code && <CopyButton text={code} what="client code" label="Copy as client code" />}
        {href && <a href={href}>Show it</a>}
        <a href={`/docs#/${row.title}`}>Reference</a>
      </div>
    </div>
  );
}

/** Which of the user's grants allowed it, or the role that would have. */
function toAccess({ title, resource, decision, sent }: LiveRow): string | undefined {
  const role = DESCRIBED.find(({ name }) => name === title)?.role ?? '';
  if (decision === 'no role' || decision === 'not granted') return `${decision}; ${role} would allow it`;
  const path = decodeURIComponent(sent?.path ?? resource).replace(
    /^.*?(?=\/(?:subscriptions|companies|solutions))/,
    '',
  );
  const grant = sent && findGrant(role, path.replace(/\(([^()]*)\)/g, '/$1').split('?')[0] ?? '');
  if (grant) return `${role} on ${grant.resources.map((each) => (each === '*' ? 'everything' : each)).join(', ')}`;
  return decision === 'unknown' ? undefined : decision;
}

/** The stages, each where and as long as it took. */
function Stages({ record }: { readonly record: RequestRecord }) {
  const stages = toStages(record);
  const total = Math.max(record.durationMs ?? 0, ...stages.map(({ startMs, ms }) => startMs + ms)) || 1;
  if (stages.length === 0) return null;
  return (
    <ol class="stages" aria-label="Stages">
      {stages.map(({ title, startMs, ms, isWait }) => (
        <li key={title} class={isWait ? 'wait' : ''}>
          <span>{title}</span>
          <span class="lane" aria-hidden="true">
            <i style={{ left: `${(100 * startMs) / total}%`, width: `${(100 * ms) / total}%` }} />
          </span>
          <span>{ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms</span>
        </li>
      ))}
    </ol>
  );
}
