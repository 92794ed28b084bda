import type * as z from 'zod';
import type { Draft } from '../logic/issues.ts';
import { diffValues, findSecrets, toComparable } from '../logic/job-diff.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Diff } from '../parts/diff.tsx';
import { Icon } from '../parts/icon.tsx';
import type { KnownJob } from './use-jobs.ts';

interface ReplaceDialogProps {
  readonly schema: z.ZodType;
  readonly known: KnownJob | undefined;
  readonly draft: Draft;
  readonly jobName: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Shows the changes and the secrets that will be sent. */
export function ReplaceDialog({ schema, known, draft, jobName, onConfirm, onClose }: ReplaceDialogProps) {
  const lines = diffValues(known?.comparable, toComparable(schema, draft.value));
  const isSame = known !== undefined && lines.every(({ kind }) => kind === 'same');
  return (
    <Dialog title={`Replace ${jobName}?`} confirm="Replace job" isDestructive onConfirm={onConfirm} onClose={onClose}>
      {known === undefined && (
        <p class="note">
          <Icon name="warning" /> This job was not created in this session and cannot be read back. Everything in it
          will be overwritten.
        </p>
      )}
      {isSame ? <p>Only the secrets can change.</p> : <Diff lines={lines} />}
      {known !== undefined && !isSame && (
        <p class="muted">Compared with the last response (server-filled fields hidden).</p>
      )}
      <Secrets paths={findSecrets(schema, draft.value)} />
    </Dialog>
  );
}

function Secrets({ paths }: { readonly paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <>
      <p>Secrets included in this request:</p>
      <ul class="details">
        {paths.map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
