import { useEffect, useRef, useState } from 'preact/hooks';
import { type ErrorDetail, FrontdeskError } from '../../../client/src/index.ts';
import { findMissing } from '../api.ts';
import { useConsole } from '../context.ts';
import { signIn } from '../session.ts';
import { announce } from './announce.tsx';
import { Chip } from './chip.tsx';
import { Icon } from './icon.tsx';
import { RequestId } from './request-id.tsx';
import { useNow } from './use-now.ts';

const HEADINGS: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Sign in again',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not allowed in this state',
  412: 'Changed by someone else',
  413: 'Too large',
  429: 'Too many requests',
  500: 'Frontdesk failed',
  502: 'The upstream failed',
  503: 'Temporarily unavailable',
  504: 'Timed out',
};

/** Frontdesk's own 403; any other comes from the upstream. */
const DENIALS = ['insufficient_scope', 'forbidden'];

const OUTCOMES = {
  'not-sent': 'Nothing was sent upstream; you can try again.',
  rejected: 'The upstream rejected it; nothing was changed.',
  accepted: 'The upstream accepted it, but its response was invalid. Check the resource before retrying.',
  unknown: 'The outcome is unknown. Check the resource before retrying.',
} as const;

interface FailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** A failed call: the error, the invalid members, the outcome of a write, and when to retry. */
export function Failure({ error, onRetry }: FailureProps) {
  const known = error instanceof FrontdeskError ? error : undefined;
  const isDenied = known !== undefined && DENIALS.includes(known.problem ?? '');
  const heading = isDenied ? 'Access denied' : toHeading(known);
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    announce(`${heading}. ${error.message}`);
    headingRef.current?.focus();
  }, [error, heading]);
  return (
    <section class={`failure ${isDenied ? 'failure-denied' : ''}`} aria-labelledby="failure-heading">
      <header>
        <Icon name={isDenied ? 'lock' : 'error'} />
        <h2 id="failure-heading" ref={headingRef} tabIndex={-1}>
          {heading}
        </h2>
        {known && <Chip tone="plain">{known.status}</Chip>}
        {known?.code && <code>{known.code}</code>}
        {known?.problem === 'upstream_refused' && <Chip tone="plain">the upstream's</Chip>}
      </header>
      <p class="lead">{known ? error.message : `No response: ${error.message}`}</p>
      {isDenied && <Missing requestId={known.requestId} />}
      {known && known.details.length > 0 && <Details details={known.details.flatMap(splitDetail)} />}
      {known?.outcome && <p class="outcome">{OUTCOMES[known.outcome]}</p>}
      <footer>
        {known?.status === 401 && <SignInAgain />}
        <Retry seconds={known?.retryAfterSeconds} onRetry={onRetry} key={known?.requestId} />
        <RequestId id={known?.requestId} />
        <RequestId id={known?.upstreamRequestId} kind="upstream request" />
      </footer>
    </section>
  );
}

function toHeading(error: FrontdeskError | undefined): string {
  return error ? (HEADINGS[error.status] ?? 'Request failed') : 'Cannot connect to Frontdesk';
}

function SignInAgain() {
  const { config, user } = useConsole();
  return (
    <button type="button" class="primary" onClick={() => void signIn(config, user.username)}>
      <Icon name="person" /> Sign in again
    </button>
  );
}

/** The challenge names the missing role; without it, the policy does not grant access to this resource. */
function Missing({ requestId }: { readonly requestId: string | undefined }) {
  const missing = findMissing(requestId);
  if (missing === undefined) return <p>You have the role, but not for this resource.</p>;
  return (
    <p>
      You don't have the {missing.kind} <code>{missing.name}</code>. Ask an administrator for it, or use another
      account.
    </p>
  );
}

function Details({ details }: { readonly details: readonly ErrorDetail[] }) {
  return (
    <ul class="details">
      {details.map(({ target, message }) => (
        <li key={`${target} ${message}`}>
          {target && <code>{target}</code>} {message}
        </li>
      ))}
    </ul>
  );
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
  const now = useNow(250, seconds > 0);
  const left = Math.ceil((until - now) / 1000);
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver && seconds > 0) announce('You can try again now.');
  }, [isOver, seconds]);
  return (
    <>
      <button type="button" onClick={onRetry} disabled={!isOver}>
        <Icon name="refresh" /> Try again
      </button>
      {!isOver && (
        <span class="countdown">
          in <strong>{left} s</strong> (Retry-After)
        </span>
      )}
    </>
  );
}
