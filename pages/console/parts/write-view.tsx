/** A write beside its button: under way, done, or failed; and what is there after one whose outcome is not known. */

import { listOtherwise } from '../logic/changes.ts';
import type { Json } from '../logic/kind.ts';
import type { Write } from '../use-write.ts';
import { ChangeList } from './change-list.tsx';
import { Failure } from './failure.tsx';
import { Icon } from './icon.tsx';
import { RequestId } from './values.tsx';

export function WriteView({ write, service }: { readonly write: Write; readonly service: string }) {
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
      service={service}
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
