import type * as z from 'zod';
import type { Draft } from '../logic/issues.ts';
import { diffValues, findSecrets, toComparable } from '../logic/job-diff.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Diff } from '../parts/diff.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Current } from './use-jobs.ts';

interface ReplaceDialogProps {
  readonly schema: z.ZodType;
  readonly current: Current;
  /** Entity tag of the job as the user last saw it. */
  readonly seen: string | undefined;
  readonly draft: Draft;
  readonly jobName: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Shows the changes to the job as it is now, and the secrets that will be sent. */
export function ReplaceDialog({ schema, current, seen, draft, jobName, onConfirm, onClose }: ReplaceDialogProps) {
  const before = current.kind === 'there' ? current.job.comparable : undefined;
  const lines = diffValues(before, toComparable(schema, draft.value));
  const isSame = before !== undefined && lines.every(({ kind }) => kind === 'same');
  const note = toNote(current, seen);
  return (
    <Dialog title={`Replace ${jobName}?`} confirm="Replace job" isDestructive onConfirm={onConfirm} onClose={onClose}>
      {note && (
        <p class="note">
          <Icon name="warning" /> {note}
        </p>
      )}
      {isSame ? <p>Only the secrets can change.</p> : <Diff lines={lines} />}
      {before !== undefined && !isSame && (
        <p class="muted">
          Compared with the job as it is now, without what the service sets. It gives its defaults to members that you
          leave out.
        </p>
      )}
      <Secrets paths={findSecrets(schema, draft.value)} />
    </Dialog>
  );
}

function toNote(current: Current, seen: string | undefined): string | undefined {
  if (current.kind === 'absent') return 'There is no such job: it will be created.';
  if (current.kind === 'unreadable') return 'You may not read this job. Everything in it will be overwritten.';
  if (seen === undefined || seen === current.job.etag) return undefined;
  return 'It has changed since you last saw it. The comparison is with what is there now.';
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
