/** Deletes a draft restore session. */
import { useState } from 'preact/hooks';
import type { ResponseOf } from '../../../client/src/index.ts';
import { useConsole } from '../context.ts';
import { type Sample, samples } from '../control.ts';
import { checkWrite } from '../logic/open-outcome.ts';
import { announce } from '../parts/announce.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { Picker } from '../parts/picker.tsx';
import { ResponseBar } from '../parts/response-bar.tsx';
import { useCall } from '../use-call.ts';
import { isGuid } from './record-form.tsx';
import { useSessionSource } from './sources.ts';

interface Deletion {
  readonly deleted: string;
  /** Undefined if it was lost. */
  readonly response: ResponseOf<number, unknown> | undefined;
}

function useDeletion() {
  const { client } = useConsole();
  return useCall(
    async (restoreSessionBaseId: string, signal): Promise<Deletion> => {
      const response = await client.deleteRestoreSession({ restoreSessionBaseId }, { signal });
      announce('Restore session deleted.');
      return { response, deleted: restoreSessionBaseId };
    },
    (restoreSessionBaseId) => async (signal) => {
      const { hasHappened, text } = await checkWrite({ method: 'DELETE' }, () =>
        client.getRestoreSession({ restoreSessionBaseId }, { signal }),
      );
      return {
        hasHappened,
        text,
        ...(hasHappened && { result: { deleted: restoreSessionBaseId, response: undefined } }),
      };
    },
  );
}

export function RestoreSessions() {
  const [id, setId] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const known = samples.value.restoreSessions;
  const findName = (wanted: string) => known.find((session) => session.id === wanted)?.name ?? wanted;
  const call = useDeletion();
  return (
    <Page id="restore-sessions">
      <SessionForm id={id} known={known} onChange={setId} onSubmit={() => setConfirming(true)} />
      {isConfirming && (
        <DeleteDialog name={findName(id)} id={id} onConfirm={() => call.run(id)} onClose={() => setConfirming(false)} />
      )}
      <CallView call={call} what="the deletion" idle={<p>Select a session. You confirm before it is deleted.</p>}>
        {({ response, deleted }) => (
          <section class="panel success" aria-label="Deleted">
            <p>
              <Icon name="ok" /> <strong>{findName(deleted)}</strong> was deleted.
            </p>
            {response && <ResponseBar response={response} what="Deleted" />}
          </section>
        )}
      </CallView>
    </Page>
  );
}

interface SessionFormProps {
  readonly id: string;
  readonly known: readonly Sample[];
  readonly onChange: (id: string) => void;
  readonly onSubmit: () => void;
}

function SessionForm({ id, known, onChange, onSubmit }: SessionFormProps) {
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form class="panel form" onSubmit={submit}>
      <Picker
        label="Restore session"
        value={id}
        onChange={onChange}
        source={useSessionSource()}
        isId={isGuid}
        hint="By kind, time or state; or paste an id."
      />
      {known.length > 0 && (
        <fieldset class="checks field-wide">
          <legend>Sample sessions</legend>
          {known.map((session) => (
            <label class="check" key={session.id}>
              <input type="radio" name="session" checked={id === session.id} onChange={() => onChange(session.id)} />
              <span>{session.name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div class="actions">
        <button type="submit" class="danger" disabled={id === ''}>
          Delete…
        </button>
        <span class="muted">Only drafts can be deleted.</span>
      </div>
    </form>
  );
}

interface DeleteDialogProps {
  readonly name: string;
  readonly id: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function DeleteDialog({ name, id, onConfirm, onClose }: DeleteDialogProps) {
  return (
    <Dialog title="Delete this restore session?" confirm="Delete" isDestructive onConfirm={onConfirm} onClose={onClose}>
      <p>
        <strong>{name}</strong>
      </p>
      <p>
        <code>{id}</code>
      </p>
      <p>This cannot be undone.</p>
    </Dialog>
  );
}
