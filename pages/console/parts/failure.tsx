import { useEffect, useRef } from 'preact/hooks';
import { type ErrorDetail, FrontdeskError } from '../../../client/src/index.ts';
import { findMissing } from '../api.ts';
import { StoppedWaiting } from '../logic/open-outcome.ts';
import { announce } from './announce.tsx';
import { Chip } from './chip.tsx';
import { Icon } from './icon.tsx';
import { NextSteps, type NextStepsProps } from './next-steps.tsx';

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
  'not-sent': 'Nothing was sent upstream.',
  rejected: 'The upstream rejected it; nothing was changed.',
  accepted: 'The upstream accepted it, but its response was invalid.',
  unknown: 'It may have been carried out or not: the response was lost.',
} as const;

interface FailureProps extends NextStepsProps {
  readonly error: Error;
}

/** A failed call: the error, the invalid members, the outcome of a write, and what to do next. */
export function Failure({ error, ...steps }: FailureProps) {
  const known = error instanceof FrontdeskError ? error : undefined;
  const isDenied = known !== undefined && DENIALS.includes(known.problem ?? '');
  const heading = isDenied ? 'Access denied' : toHeading(error);
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
        {known?.problem === 'upstream_refused' && known.code !== known.problem && (
          <Chip tone="plain">the upstream's</Chip>
        )}
      </header>
      <p class="lead">{toLead(error)}</p>
      {isDenied && <Missing requestId={known.requestId} />}
      {known && known.details.length > 0 && <Details details={known.details.flatMap(splitDetail)} />}
      {(known?.outcome ?? steps.check) && <p class="outcome">{OUTCOMES[known?.outcome ?? 'unknown']}</p>}
      <NextSteps known={known} {...steps} />
    </section>
  );
}

function toHeading(error: Error): string {
  if (error instanceof FrontdeskError) return HEADINGS[error.status] ?? 'Request failed';
  return error instanceof StoppedWaiting ? 'Not known' : 'Cannot connect to Frontdesk';
}

function toLead(error: Error): string {
  const isKnown = error instanceof FrontdeskError || error instanceof StoppedWaiting;
  return isKnown ? error.message : `No response: ${error.message}`;
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
