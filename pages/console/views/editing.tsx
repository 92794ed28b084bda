/** A new one, or one that exists as it is changed: what differs is listed before it is sent, and somebody else's change after. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { FrontdeskError } from '../../../client/src/index.ts';
import { type Answer, call } from '../api.ts';
import { listChanges, merge } from '../logic/changes.ts';
import { toInput } from '../logic/kind.ts';
import { type BodySchema, formatBody, toEditable } from '../logic/schema.ts';
import { BodyForm, type FormBody, findBody, useDraft, WithDocument } from '../parts/body-form.tsx';
import { TextField } from '../parts/field.tsx';
import { useStored } from '../parts/hooks.ts';
import { LoadView, useLoad } from '../parts/load.tsx';
import { ChangeList, type ChangeListProps, useWrite, type Write, WriteView } from '../parts/write.tsx';
import { go, hrefWith, route } from '../router.ts';
import { followJob, type ListState, lookFor, readOne } from './list-state.ts';

interface EditingProps {
  readonly state: ListState;
  /** Undefined for a new one. */
  readonly existing: Answer | undefined;
  readonly onSaved?: (saved: Answer) => void;
}

export function Editing(props: EditingProps) {
  return (
    <WithDocument>
      {(openApi) => <EditForm {...props} body={findBody(openApi, props.state.kind.write ?? '')} />}
    </WithDocument>
  );
}

interface FormProps extends EditingProps {
  readonly body: FormBody;
}

const THERE = 'This is there now; a read does not tell who wrote it.';

/** What is typed, which this tab keeps, and the write of it. A new one that the address names begins as the example. */
function useEditing({ state, existing, onSaved, body }: FormProps, write: Write) {
  const { kind, names } = state;
  const toText = (answer: Answer) => toEditable(body.schema, body.schemas, answer.body);
  const [seen, setSeen] = useState(existing);
  const before = useMemo(() => (seen ? toText(seen) : kind.initial), [seen]);
  const key = String(existing?.body[kind.key] ?? route.value.query['item'] ?? '');
  const draftKey = JSON.stringify(['draft', kind.id, names, key]);
  const [name, setName] = useStored(`${draftKey} name`, key);
  const form = useDraft(draftKey, body, existing || key === '' ? before : body.example);
  const { text, draft } = form;
  const adopt = (answer: Answer) => {
    setSeen(answer);
    form.reset(toText(answer));
  };
  useEffect(() => {
    // A form without changes shows what is there now.
    if (existing && text === formatBody(before)) adopt(existing);
  }, [existing]);
  const save = (condition: object, value = draft.value) =>
    write.run({
      what: existing ? `Change ${name}` : `Create ${name}`,
      sent: value,
      conflict: existing ? 'Somebody else has changed it' : 'It exists already',
      send: (signal) =>
        call(kind.write ?? '', { ...toInput(kind, names, name), ...condition, body: form.complete(value) }, { signal }),
      look: (signal) => lookFor(state, name, { signal, toText: () => THERE }),
      onDone: (answer) => {
        adopt(answer);
        sessionStorage.removeItem(`${draftKey} name`);
        state.change(answer.body);
        if (!existing) go(hrefWith({ item: name, tab: '' }));
        else onSaved?.(answer);
        void followJob(state, name, answer);
      },
    });
  const submit = () => save(seen?.etag ? { ifMatch: seen.etag } : { ...kind.ifNew });
  return { before, name, setName, form, save, submit, adopt, setSeen };
}

function EditForm(props: FormProps) {
  const { state, existing, body } = props;
  const { kind } = state;
  const change = useWrite();
  const write = existing ? change : state.creation;
  const { form, before, name, setName, ...editing } = useEditing(props, write);
  useEffect(() => {
    // What became of the one before.
    if (!existing && write.state.kind === 'done') write.clear();
  }, []);
  const { text, draft, onText: setText } = form;
  const exists = !existing && state.list.value?.rows.some((row) => row[kind.key] === name);
  return (
    <div class="stack">
      {!existing && (
        <>
          <h2>New {kind.one}</h2>
          <TextField label="Name" value={name} onInput={setName} />
        </>
      )}
      <BodyForm
        label={`${kind.one.charAt(0).toUpperCase()}${kind.one.slice(1)} as JSON`}
        fields={kind.fields ?? []}
        {...form}
        onSubmit={editing.submit}
      >
        <button type="submit" class="primary" disabled={draft.issues.length > 0 || name === '' || exists}>
          {existing ? `Save ${name}` : `Create ${kind.one}`}
        </button>
        {name === '' && <span class="muted">Enter a name first.</span>}
        {exists && <a href={hrefWith({ item: name, tab: 'edit' })}>{name} exists: open it to change it</a>}
        {!existing && (
          <button type="button" onClick={() => setText(formatBody(body.example))}>
            Fill in the example
          </button>
        )}
        {text !== formatBody(before) && (
          <button type="button" onClick={() => setText(formatBody(before))}>
            Undo changes
          </button>
        )}
      </BodyForm>
      {existing && (
        <Changes title="What you change" changes={listChanges(before, draft.value)} from="is" to="becomes" />
      )}
      <WriteView write={write} />
      {isConflict(write) && (
        <Conflict
          {...{ state, name, body }}
          seen={before}
          mine={draft.value}
          onResolve={(theirs, value) => {
            editing.setSeen(theirs);
            editing.save({ ifMatch: theirs.etag }, value);
          }}
          onTake={(theirs) => {
            write.clear();
            editing.adopt(theirs);
          }}
        />
      )}
    </div>
  );
}

function isConflict({ state }: Write): boolean {
  return state.kind === 'failed' && state.error instanceof FrontdeskError && state.error.status === 412;
}

function Changes({ title, ...list }: ChangeListProps & { readonly title: string }) {
  const count = list.changes.length;
  return (
    <section aria-label={title}>
      <h2>{count === 0 ? `${title}: nothing` : `${title} (${count})`}</h2>
      <ChangeList {...list} />
    </section>
  );
}

interface ConflictProps {
  readonly state: ListState;
  readonly name: string;
  readonly seen: unknown;
  readonly mine: unknown;
  readonly body: BodySchema;
  /** Saves a body over theirs. */
  readonly onResolve: (theirs: Answer, body: unknown) => void;
  readonly onTake: (theirs: Answer) => void;
}

/** What somebody else changed since it was loaded, and what would be lost. */
function Conflict({ state, name, seen, mine, body, onResolve, onTake }: ConflictProps) {
  const current = useLoad({ key: `theirs ${name}`, load: (signal) => readOne(state, name, signal) });
  return (
    <LoadView load={current} what={`${name} as it is now`} isStatic>
      {(theirs) => {
        const now = toEditable(body.schema, body.schemas, theirs.body);
        const both = merge(seen, mine, now);
        return (
          <section class="note stack" aria-label="Changed by somebody else">
            <Changes title="They changed" changes={listChanges(seen, now)} from="you saw" to="now it is" />
            <Changes
              title="Yours differs from theirs in"
              changes={listChanges(now, mine)}
              from="theirs is"
              to="yours"
            />
            <div class="actions">
              {both && (
                <button type="button" class="primary" onClick={() => onResolve(theirs, both.value)}>
                  Save both changes
                </button>
              )}
              <button type="button" class="danger" onClick={() => onResolve(theirs, mine)}>
                Save mine over theirs
              </button>
              <button type="button" onClick={() => onTake(theirs)}>
                Take theirs
              </button>
            </div>
          </section>
        );
      }}
    </LoadView>
  );
}
