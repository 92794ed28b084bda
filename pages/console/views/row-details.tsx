/** Below a row: the whole of it, its parts, and its tabs; and the writes that its state allows, with what became of the last one. */
import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { at } from '../logic/changes.ts';
import { type Json, type KindAction, toCell, toInput } from '../logic/kind.ts';
import { mayCall } from '../operations.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField } from '../parts/field.tsx';
import { LoadView, useLoad } from '../parts/load.tsx';
import { ResponseLine } from '../parts/response-line.tsx';
import { Choices } from '../parts/toolbar.tsx';
import { Facts, Icon } from '../parts/values.tsx';
import { useWrite, WriteView } from '../parts/write.tsx';
import { go, hrefWith, route } from '../router.ts';
import { user } from '../session.ts';
import { ConsentSteps } from './consent-steps.tsx';
import { Editing } from './editing.tsx';
import { followJob, type ListState, lookFor, readOne } from './list-state.ts';

const TABS = [
  ['', 'Details'],
  ['edit', 'Edit'],
  ['json', 'JSON'],
] as const;

export function RowDetails({ state, row }: { readonly state: ListState; readonly row: Json }) {
  const { kind, names } = state;
  const key = String(row[kind.key]);
  const mayRead = mayCall(user.value, kind.read);
  const one = useLoad({
    // Again when its row has another state.
    key: mayRead ? JSON.stringify([kind.id, names, key, at(row, 'properties.jobState')]) : undefined,
    load: (signal) => readOne(state, key, signal),
  });
  const { tab = '' } = route.value.query;
  if (!mayRead) return <RowFacts state={state} row={row} />;
  return (
    <div class="stack">
      <LoadView load={one} what={`the ${kind.one} ${key}`}>
        {(answer) => (
          <>
            <nav class="chips" aria-label="Parts of it">
              <Choices
                name="tab"
                options={mayCall(user.value, kind.write) ? TABS : TABS.filter(([id]) => id !== 'edit')}
              />
            </nav>
            {tab === 'edit' && <Editing state={state} existing={answer} onSaved={(saved) => one.change(() => saved)} />}
            {tab === 'json' && <ResponseLine response={answer} isOpen />}
            {tab === '' && (
              <>
                <RowFacts state={state} row={answer.body} />
                <div class="actions">
                  <RowActions state={state} row={answer.body} onDone={() => one.reload()} />
                </div>
                {kind.id === 'authorizations' && needsConsent(answer.body) && (
                  <ConsentSteps
                    input={toInput(kind, names, key)}
                    provider={names['authorizationproviders'] ?? 'the provider'}
                    onConfirmed={() => one.reload()}
                  />
                )}
              </>
            )}
          </>
        )}
      </LoadView>
    </div>
  );
}

function needsConsent(row: Json): boolean {
  return at(row, 'properties.error.code') === 'Unauthenticated' && at(row, 'properties.status') === 'Error';
}

function RowFacts({ state: { kind }, row }: { readonly state: ListState; readonly row: Json }) {
  const parts = (kind.parts ?? []).flatMap((part) =>
    ((at(row, `properties.${part}`) ?? []) as readonly Json[]).map((each) => ({ part, each })),
  );
  return (
    <>
      <Facts facts={[...kind.columns.slice(1), ...kind.facts].map((fact) => [fact.title, toCell(fact, row)])} />
      {parts.length > 0 && (
        <ul>
          {parts.map(({ part, each }) => (
            <li key={`${part} ${each['name']}`}>
              <Icon name="arrow" /> <span class="muted">{part.replace(/s$/, '')}</span>{' '}
              <strong>{String(each['name'])}</strong>{' '}
              <code>{String(at(each, 'properties.datasource.type') ?? at(each, 'properties.type') ?? '')}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface RowActionsProps {
  readonly state: ListState;
  readonly row: Json;
  /** In the table: only what is most likely. */
  readonly isShort?: boolean;
  readonly onDone?: () => void;
}

export function RowActions({ state, row, isShort = false, onDone }: RowActionsProps) {
  const [asked, setAsked] = useState<KindAction | undefined>(undefined);
  const write = useWrite();
  const { kind } = state;
  const key = String(row[kind.key]);
  const isAllowed = (action: KindAction) => action.isAllowed(row) && mayCall(user.value, action.operation);
  const run = (action: KindAction, body: string) =>
    write.run({
      what: `${action.title} ${key}`,
      send: async (signal) => {
        const seen = action.isTagged ? await readOne(state, key, signal) : undefined;
        const input = {
          ...toInput(kind, state.names, key),
          ...(seen && { ifMatch: seen.etag }),
          ...(body === '' ? {} : { body: JSON.parse(body) as unknown }),
        };
        return call(action.operation, input, { signal });
      },
      look: (signal) => lookFor(state, key, { signal, toText: toOutcome(action) }),
      onDone: (answer) => {
        if (action.isRemoval) {
          go(hrefWith({ item: '', tab: '' }));
          state.creation.clear();
          state.list.reload(true);
        } else void followJob(state, key, answer).then(() => onDone?.());
      },
    });
  return (
    <>
      {kind.actions?.filter(isAllowed).map((action) => (
        <button
          key={action.title}
          type="button"
          class={`${isShort ? 'small' : ''} ${action.isDestructive ? 'danger' : ''}`}
          disabled={write.state.kind === 'busy'}
          onClick={() => setAsked(action)}
        >
          {action.title}…<span class="sr-only"> {key}</span>
        </button>
      ))}
      {asked && (
        <Confirmation
          action={asked}
          name={key}
          onConfirm={(body) => run(asked, body)}
          onClose={() => setAsked(undefined)}
        />
      )}
      <WriteView write={write} />
    </>
  );
}

const toOutcome = (action: KindAction) => (row: Json) =>
  action.isDone(row) ? 'It has happened.' : 'It has not happened, at least not until now.';

interface ConfirmationProps {
  readonly action: KindAction;
  readonly name: string;
  readonly onConfirm: (body: string) => void;
  readonly onClose: () => void;
}

function Confirmation({ action, name, onConfirm, onClose }: ConfirmationProps) {
  const [body, setBody] = useState('');
  return (
    <Dialog
      title={`${action.title} ${name}?`}
      confirm={action.title}
      isDestructive={action.isDestructive ?? false}
      onConfirm={() => onConfirm(body)}
      onClose={onClose}
    >
      {action.body && (
        <SelectField label={action.body.label} value={body} onChange={setBody} options={action.body.options} />
      )}
      <p>{action.warning}</p>
    </Dialog>
  );
}
