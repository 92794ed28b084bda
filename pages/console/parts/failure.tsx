import { useEffect, useRef, useState } from 'preact/hooks';
import { type ErrorDetail, FrontdeskError } from '../../../client/src/index.ts';
import { findMissing } from '../api.ts';
import { useDesk } from '../context.ts';
import { signIn } from '../session.ts';
import { announce } from './announce.tsx';
import { Chip } from './chip.tsx';
import { Icon } from './icon.tsx';
import { RequestId } from './request-id.tsx';
import { useNow } from './use-now.ts';

const HEADINGS: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'You have to sign in again',
  403: 'It is not allowed',
  404: 'Nothing is there',
  409: 'It cannot be done in this state',
  412: 'It is not as you expected it',
  413: 'That is too much at once',
  429: 'Too many requests',
  500: 'Frontdesk failed',
  502: 'The cloud behind Frontdesk failed',
  503: 'Not available at the moment',
  504: 'No answer in time',
};

/** Frontdesk's own refusals; any other 403 is the cloud's word on the resource. */
const DENIALS = ['insufficient_scope', 'forbidden'];

const OUTCOMES = {
  'not-sent': 'Nothing was sent to the cloud: it is safe to try again.',
  rejected: 'The cloud refused it: nothing was changed.',
  accepted: 'The cloud took it, but its answer is not usable: read before you write again.',
  unknown: 'Nobody can tell whether it was done: check before you try again.',
} as const;

interface FailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** A failed call: what happened, what is wrong where, what became of a write, and when to try again. */
export function Failure({ error, onRetry }: FailureProps) {
  const known = error instanceof FrontdeskError ? error : undefined;
  const isDenied = known !== undefined && DENIALS.includes(known.code);
  const heading = isDenied ? 'You may not do this' : toHeading(known);
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
      </header>
      <p>{known ? error.message : `No answer came: ${error.message}`}</p>
      {isDenied && <Missing requestId={known.requestId} />}
      {known && known.details.length > 0 && <Details details={known.details.flatMap(splitDetail)} />}
      {known?.outcome && <p class="outcome">{OUTCOMES[known.outcome]}</p>}
      <footer>
        {known?.status === 401 && <SignInAgain />}
        <Retry seconds={known?.retryAfterSeconds} onRetry={onRetry} key={known?.requestId} />
        <RequestId id={known?.requestId} />
      </footer>
    </section>
  );
}

function toHeading(error: FrontdeskError | undefined): string {
  return error ? (HEADINGS[error.status] ?? 'It did not work') : 'Frontdesk cannot be reached';
}

function SignInAgain() {
  const { config, holder } = useDesk();
  return (
    <button type="button" class="primary" onClick={() => void signIn(config, holder.username)}>
      <Icon name="person" /> Sign in again
    </button>
  );
}

/** The challenge names the role; where none is named, the policy does not reach that resource. */
function Missing({ requestId }: { readonly requestId: string | undefined }) {
  const missing = findMissing(requestId);
  if (missing === undefined)
    return <p>Your roles would do, but the access policy grants them to you on other resources than this one.</p>;
  return (
    <p>
      Your token lacks <code>{missing}</code>. Ask an administrator for it, or sign in as somebody who has it.
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

/** Health events tell of all failing members in one text. */
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
          in <strong>{left} s</strong>, as the answer asks
        </span>
      )}
    </>
  );
}
