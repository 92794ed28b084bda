/** Deletion of a draft restore session. */
import { useState } from 'preact/hooks';
import { useCall } from '../api.ts';
import { useDesk } from '../context.ts';
import { samples } from '../control.ts';
import { announce } from '../parts/announce.tsx';
import { AnswerBar } from '../parts/answer-bar.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';

export function RestoreSessions() {
  const { client } = useDesk();
  const [id, setId] = useState('');
  const [isAsking, setAsking] = useState(false);
  const known = samples.value.restoreSessions;
  const nameOf = (wanted: string) => known.find((session) => session.id === wanted)?.name ?? wanted;
  const call = useCall(async (restoreSessionBaseId: string, signal) => {
    const answer = await client.deleteRestoreSession({ restoreSessionBaseId }, { signal });
    announce('The restore session was deleted.');
    return { answer, deleted: restoreSessionBaseId };
  });
  return (
    <Page id="restore-sessions">
      <form
        class="panel form"
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <TextField label="Restore session" wide mono value={id} onInput={setId} choices={known} />
        {known.length > 0 && (
          <fieldset class="checks field-wide">
            <legend>Known sessions</legend>
            {known.map((session) => (
              <label class="check" key={session.id}>
                <input type="radio" name="session" checked={id === session.id} onChange={() => setId(session.id)} />
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
      {isAsking && (
        <Dialog
          title="Delete this restore session?"
          confirm="Delete it"
          isGrave
          onConfirm={() => call.run(id)}
          onClose={() => setAsking(false)}
        >
          <p>
            <strong>{nameOf(id)}</strong>
          </p>
          <p>
            <code>{id}</code>
          </p>
          <p>It cannot be brought back.</p>
        </Dialog>
      )}
      <CallView call={call} what="the deletion" idle={<p>Choose a session. You will be asked before it is deleted.</p>}>
        {({ answer, deleted }) => (
          <section class="panel success" aria-label="Deleted">
            <p>
              <Icon name="ok" /> <strong>{nameOf(deleted)}</strong> was deleted.
            </p>
            <AnswerBar answer={answer} />
          </section>
        )}
      </CallView>
    </Page>
  );
}
