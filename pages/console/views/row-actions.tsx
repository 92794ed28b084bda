/** The writes that a row's state allows, and beside them what became of the last one. */
import { useState } from 'preact/hooks';
import { FrontdeskError } from '../../../client/src/index.ts';
import { call } from '../api.ts';
import { useConsole } from '../context.ts';
import { type Json, type KindAction, toInput } from '../logic/kind.ts';
import { findOperation } from '../operations.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField } from '../parts/field.tsx';
import { WriteView } from '../parts/write-view.tsx';
import { go, hrefWith } from '../router.ts';
import { type Found, useWrite } from '../use-write.ts';
import { followJob } from './follow-job.ts';
import { type ListState, readOne } from './list-state.ts';

interface RowActionsProps {
  readonly state: ListState;
  readonly row: Json;
  /** In the table: only what is most likely. */
  readonly isShort?: boolean;
  readonly onDone?: () => void;
}

function listActions({ kind }: ListState, row: Json): readonly KindAction[] {
  const { remove, actions = [] } = kind;
  const mayRemove = remove !== undefined && ['draft', undefined].includes(row['status'] as string | undefined);
  const removal: KindAction = {
    title: 'Delete',
    operation: remove ?? '',
    isAllowed: () => true,
    isDone: () => false,
    isDestructive: true,
    warning:
      kind.id === 'authorizations'
        ? 'Calls that use it fail from then on. Its consent goes with it: only a new sign-in brings it back.'
        : 'This cannot be undone.',
  };
  return [...actions.filter((action) => action.isAllowed(row)), ...(mayRemove ? [removal] : [])];
}

export function RowActions({ state, row, isShort = false, onDone }: RowActionsProps) {
  const { client, user } = useConsole();
  const [asked, setAsked] = useState<KindAction | undefined>(undefined);
  const write = useWrite();
  const { kind, service } = state;
  const key = String(row[kind.key]);
  const allowed = listActions(state, row).filter(({ operation }) => user.roles.includes(findOperation(operation).role));
  const run = (action: KindAction, body: string) =>
    write.run({
      what: `${action.title} ${key}`,
      send: async (signal) => {
        // Only as it was seen, where the service has a tag for it.
        const seen = action.operation === 'deleteAuthorization' ? await readOne(state, client, key, signal) : undefined;
        const input = {
          ...toInput(kind, state.names, key),
          ...(seen && { ifMatch: seen.etag }),
          ...(body === '' ? {} : { body: JSON.parse(body) as unknown }),
        };
        return call(client, action.operation, input, { signal });
      },
      look: (signal) => look(action, () => readOne(state, client, key, signal)),
      onDone: (answer) => {
        if (action.operation === kind.remove) {
          go(hrefWith({ item: '', tab: '' }));
          state.list.reload(true);
        } else void followJob(state, client, key, answer).then(() => onDone?.());
      },
    });
  return (
    <>
      {allowed.map((action) => (
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
      <WriteView write={write} service={service} />
    </>
  );
}

async function look(action: KindAction, read: () => ReturnType<typeof readOne>): Promise<Found> {
  try {
    const answer = await read();
    const isDone = action.isDone(answer.body);
    return { text: isDone ? 'It has happened.' : 'It has not happened, at least not until now.', answer };
  } catch (error) {
    if (error instanceof FrontdeskError && error.status === 404) return { text: 'It is gone.' };
    throw error;
  }
}

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
