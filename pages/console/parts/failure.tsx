/** Where something failed: the reason, what became of it, and what can be done. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ErrorDetail, FrontdeskError } from '../../../client/src/index.ts';
import { describeGrants } from '../known.ts';
import { explain } from '../logic/explain.ts';
import { StoppedWaiting } from '../logic/open-outcome.ts';
import { findOperation } from '../operations.ts';
import { announce } from './announce.tsx';
import { useNow } from './hooks.ts';
import { Icon, RequestId } from './values.tsx';

const HEADINGS: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'Your session has ended',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not possible in this state',
  412: 'It is not what you saw',
  413: 'Too large',
  500: 'Frontdesk failed',
};

/** Frontdesk's own 403; any other comes from the service. */
const DENIALS = ['insufficient_scope', 'forbidden'];

const OUTCOMES = {
  'not-sent': 'Nothing was sent to the service.',
  rejected: 'The service rejected it; nothing was changed.',
  accepted: 'The service accepted it, but its response was not valid.',
  unknown: 'It may have been carried out or not: the response was lost.',
} as const;

interface FailureProps {
  readonly error: Error;
  /** What was not done: `The jobs cannot be read`. */
  readonly what: string;
  /** Absent if it must not be sent again. */
  readonly onRetry?: (() => void) | undefined;
  /** What a 412 says of a write. */
  readonly conflict?: string | undefined;
  readonly children?: ComponentChildren;
}

export function Failure({ error, what, onRetry, conflict, children }: FailureProps) {
  const known = error instanceof FrontdeskError ? error : undefined;
  const isConflict = known?.status === 412 && conflict !== undefined;
  const heading = isConflict ? conflict : toHeading(error);
  // The page of a conflict offers what to do.
  const why = known && !isConflict && explain({ problem: known.problem });
  const reason = toReason(error);
  useEffect(() => announce(`${what}. ${reason}`), [error]);
  return (
    <section class="failure stack" aria-label={what}>
      <h2>
        <Icon name={known?.status === 403 ? 'lock' : 'error'} /> {what}
      </h2>
      <p>
        {heading && !reason.startsWith(heading) && <strong>{heading}.</strong>} {reason}
      </p>
      <ul class="bullets">
        {known?.details.flatMap(splitDetail).map(({ target, message }) => (
          <li key={`${target} ${message}`}>
            {target && <code>{target}</code>} {message}
          </li>
        ))}
      </ul>
      {known?.outcome && <p>{OUTCOMES[known.outcome]}</p>}
      {why && (
        <p class="muted">
          It is on {why.side} side. {why.advice}
        </p>
      )}
      <div class="actions">
        {children}
        {onRetry && !known?.isFinal && (
          <Retry key={known?.requestId} seconds={known?.retryAfterSeconds} onRetry={onRetry} />
        )}
        {known && <code>{[known.status, known.code].filter(Boolean).join(' ')}</code>}
        <RequestId id={known?.requestId} />
        <RequestId id={known?.upstreamRequestId} kind="service's request" />
      </div>
    </section>
  );
}

function toHeading(error: Error): string | undefined {
  if (error instanceof StoppedWaiting) return 'You stopped waiting';
  if (!(error instanceof FrontdeskError)) return 'Frontdesk did not respond';
  if (error.status === 429)
    return `A limit of ${error.upstreamRequestId ? findOperation(error.operation).group : 'Frontdesk'}`;
  // Frontdesk's own message names the service.
  return error.status > 500 && error.problem ? undefined : (HEADINGS[error.status] ?? 'It failed');
}

/** The challenge (RFC 6750 3) names the missing role or scope; without it the policy does not grant access to this resource. */
function toReason(error: Error): string {
  if (!(error instanceof FrontdeskError))
    return error instanceof StoppedWaiting ? 'It may still be carried out.' : 'Check your connection, then try again.';
  if (error.status === 401) return 'Sign in again with the bar above; what you typed stays.';
  const { group, role } = findOperation(error.operation);
  if (!DENIALS.includes(error.problem ?? '')) return error.message.replaceAll('The cloud service', group);
  const [, kind, name] = /(scope|role)="([^"]+)"/.exec(error.headers.get('www-authenticate') ?? '') ?? [];
  return name === undefined
    ? `You have the role, but not for this resource. ${describeGrants(role)} Ask an administrator to grant it.`
    : `You don't have the ${kind} ${name}. Ask an administrator for it, or use another account.`;
}

/** Health events list all invalid members in one string. */
function splitDetail(detail: ErrorDetail): readonly ErrorDetail[] {
  if (detail.target !== undefined) return [detail];
  return detail.message.split('; ').map((part) => {
    const [, target, message = part] = /^([\w$.[\]-]+): (.*)$/.exec(part) ?? [];
    return { code: detail.code, message, ...(target === undefined ? {} : { target }) };
  });
}

function Retry({ seconds = 0, onRetry }: { readonly seconds: number | undefined; readonly onRetry: () => void }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const left = Math.ceil((until - useNow(250, seconds > 0)) / 1000);
  return (
    <button type="button" onClick={onRetry} disabled={left > 0}>
      <Icon name="refresh" /> Try again{left > 0 && ` in ${left} s`}
    </button>
  );
}
