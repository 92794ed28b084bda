/** A write: one at a time, shown next to its button. After one whose outcome is not known, what is there now is read before it can be sent again. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../api.ts';
import { type Change, formatValue, listOtherwise } from '../logic/changes.ts';
import type { Json } from '../logic/kind.ts';
import { isOutcomeOpen, StoppedWaiting } from '../logic/open-outcome.ts';
import { announce } from './announce.tsx';
import { Failure } from './failure.tsx';
import { Icon, RequestId } from './values.tsx';

/** What a read found after a write whose outcome is not known. */
export interface Found {
  /** For the user, in one sentence. */
  readonly text: string;
  /** What is there now; undefined if nothing is. */
  readonly answer?: Answer | undefined;
}

export interface WriteJob {
  /** What it does, as a person says it: `Stop visits-per-page`. */
  readonly what: string;
  /** The body: to say what is stored otherwise. */
  readonly sent?: unknown;
  /** What a 412 says of it: `It exists already`. */
  readonly conflict?: string;
  send(signal: AbortSignal): Promise<Answer>;
  /** Absent for a write that may be repeated. */
  look?(signal: AbortSignal): Promise<Found>;
  /** Called with what the service answered. */
  onDone?(answer: Answer): void;
}

export type WriteState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly job: WriteJob }
  | { readonly kind: 'done'; readonly job: WriteJob; readonly answer: Answer }
  | {
      readonly kind: 'failed';
      readonly job: WriteJob;
      readonly error: Error;
      readonly isOpen: boolean;
      readonly found?: Found;
    };

export interface Write {
  readonly state: WriteState;
  run(job: WriteJob): void;
  cancel(): void;
  /** Reads what became of it. */
  look(): void;
  clear(): void;
}

export function useWrite(): Write {
  const [state, setState] = useState<WriteState>({ kind: 'idle' });
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const begin = () => {
    controller.current.abort();
    controller.current = new AbortController();
    return controller.current.signal;
  };
  const fail = (job: WriteJob, error: Error) =>
    setState({ kind: 'failed', job, error, isOpen: job.look !== undefined && isOutcomeOpen(error) });
  const run = async (job: WriteJob) => {
    const signal = begin();
    setState({ kind: 'busy', job });
    try {
      const answer = await job.send(signal);
      if (signal.aborted) return;
      setState({ kind: 'done', job, answer });
      announce(`${job.what}: done.`);
      job.onDone?.(answer);
    } catch (error) {
      if (!signal.aborted) fail(job, error as Error);
    }
  };
  const look = async () => {
    if (state.kind !== 'failed') return;
    const signal = begin();
    const toUnread = ({ message }: Error): Found => ({ text: `It could not be read: ${message}` });
    const found = (await state.job.look?.(signal).catch(toUnread)) ?? { text: 'It may be sent again.' };
    if (!signal.aborted) setState({ ...state, found });
  };
  return {
    state,
    run: (job) => void run(job),
    cancel: () => {
      if (state.kind !== 'busy') return;
      begin();
      fail(state.job, new StoppedWaiting());
    },
    look: () => void look(),
    clear: () => setState({ kind: 'idle' }),
  };
}

export function WriteView({ write }: { readonly write: Write }) {
  const { state } = write;
  if (state.kind === 'idle') return null;
  if (state.kind === 'busy')
    return (
      <p class="waiting actions" role="status">
        <span class="spinner" aria-hidden="true" /> {state.job.what}…
        <button type="button" class="ghost small" onClick={write.cancel}>
          Stop waiting
        </button>
      </p>
    );
  if (state.kind === 'done')
    return (
      <div class="note tone-ok" role="status">
        <Icon name="ok" />{' '}
        <strong>
          {state.job.what}: {state.answer.status === 202 ? 'accepted' : 'done'}.
        </strong>{' '}
        <RequestId id={state.answer.requestId} />
        <Otherwise sent={state.job.sent} stored={state.answer.body} />
      </div>
    );
  const { error, isOpen, found, job } = state;
  const mayRepeat = !isOpen || found !== undefined;
  return (
    <Failure
      error={error}
      what={`${job.what}: ${isOpen ? 'the outcome is not known' : 'not done'}`}
      onRetry={mayRepeat ? () => write.run(job) : undefined}
      conflict={job.conflict}
    >
      {isOpen && (
        <button type="button" class={found ? '' : 'primary'} onClick={write.look}>
          <Icon name="search" /> See what is there now
        </button>
      )}
      {found && (
        <div class="note" role="status">
          {found.text} <Otherwise sent={job.sent} stored={found.answer?.body} />
        </div>
      )}
    </Failure>
  );
}

/** What the service stored otherwise than it was asked to. */
function Otherwise({ sent, stored }: { readonly sent: unknown; readonly stored: Json | undefined }) {
  const changes = sent === undefined || stored === undefined ? [] : listOtherwise(sent, stored);
  return changes.length === 0 ? null : <ChangeList changes={changes} from="you asked" to="stored is" />;
}

export interface ChangeListProps {
  readonly changes: readonly Change[];
  /** Before the value that was, and the one that is: `you saw`, `now it is`. */
  readonly from: string;
  readonly to: string;
}

export function ChangeList({ changes, from, to }: ChangeListProps) {
  return (
    <ul class="bullets">
      {changes.map(({ path, before, after }) => (
        <li key={path}>
          <code>{path}</code> {from} <code>{formatValue(before)}</code>, {to} <code>{formatValue(after)}</code>
        </li>
      ))}
    </ul>
  );
}
