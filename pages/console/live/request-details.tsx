import { config } from '../context.ts';
import { describeGrants, findGrant } from '../known.ts';
import { explain } from '../logic/explain.ts';
import { cutMiddle, formatSeconds } from '../logic/format.ts';
import { type LiveRow, type RequestRecord, readParameters } from '../logic/live-rows.ts';
import { markSecrets, toClientCode, toCurl, toHttp, toViewHref } from '../logic/request-code.ts';
import { toStages } from '../logic/waterfall.ts';
import { DESCRIBED } from '../operations.ts';
import { findBody, useDocument } from '../parts/body-form.tsx';
import { CopyButton, Facts, RequestId } from '../parts/values.tsx';

/** As a person reads it; long values, such as page tokens, are cut. */
function formatQuery(query: string): string {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name}=${cutMiddle(value)}`).join(' ');
}

export function RequestDetails({ row }: { readonly row: LiveRow }) {
  const { record, sent, cache } = row;
  const [path = '', query = ''] = (sent?.path ?? row.resource).split('?');
  return (
    <div class="stack">
      <Why row={row} />
      <code>{path}</code>
      {record ? (
        <Stages record={record} />
      ) : (
        <p class="muted">{config.value.controlUrl ? 'Not recorded yet.' : 'Its stages need the local stack.'}</p>
      )}
      <Facts
        facts={[
          ['Query', query && <code key="query">{formatQuery(query)}</code>],
          ['Sent', formatSeconds(row.time)],
          ['Caller', row.caller],
          ['Access', toAccess(row)],
          ['Reason', record?.reason],
          ['Outcome', row.outcome],
          ['Service', record?.upstreamStatus && `returned ${record.upstreamStatus}`],
          ['Cache', cache && <code key="cache">{cache}</code>],
        ]}
      />
      <div class="actions">
        <RequestId id={row.requestId} />
        <RequestId id={row.upstreamRequestId} kind="service's request" />
      </div>
      <Copies row={row} />
    </div>
  );
}

/** Whose fault a failure is, the members and rules that it failed by, and what to do. */
function Why({ row }: { readonly row: LiveRow }) {
  const { problem, record } = row;
  const why = explain({ problem, reason: record?.reason });
  if (why === undefined) return null;
  return (
    <section class="note" aria-label="Why it failed">
      <strong>
        <code>{problem}</code>: it is on {why.side} side.
      </strong>{' '}
      {why.advice}
      <ul class="bullets">
        {record?.invalid?.split('; ').map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  );
}

/** The request as code; its secrets are variables. What this page sent has a body, whose secrets the document names. */
function Copies({ row }: { readonly row: LiveRow }) {
  const { profile } = config.value;
  const { body } = row.sent ?? {};
  const { value: document } = useDocument(body !== undefined);
  const href = toViewHref(row.title, readParameters(row));
  const given = body !== undefined && document && { body: markSecrets(findBody(document, row.title), body) };
  const sent = { origin: location.origin, profile, ...given };
  const code = toClientCode(row, sent.body);
  return (
    <div class="actions">
      {(body === undefined || given) && (
        <>
          <CopyButton text={toCurl(row, sent)} what="command" label="Copy as curl" />
          <CopyButton text={toHttp(row, sent)} what="request" label="Copy as .http" />
          {code && <CopyButton text={code} what="client code" label="Copy as client code" />}
        </>
      )}
      {href && <a href={href}>Show it</a>}
      <a href={`/docs#/${row.title}`}>Reference</a>
    </div>
  );
}

/** Which of the user's grants allowed it; or what is missing: the role, a grant for this resource, or the policy. */
function toAccess({ title, resource, decision, sent, record }: LiveRow): string | undefined {
  const role = DESCRIBED.find(({ name }) => name === title)?.role ?? '';
  if (decision === 'no policy') return 'The access policy is not loaded: nobody is let in.';
  if (decision === 'no role')
    return record?.reason === 'scope'
      ? 'The token has no scope user_impersonation.'
      : `The token has no role ${role}; with it the resource must be granted, too.`;
  if (decision === 'not granted') return `The token has the role ${role}. ${describeGrants(sent && role)}`;
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
