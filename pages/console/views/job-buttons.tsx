import { useState } from 'preact/hooks';
import type { StreamingJob, StreamingJobStartRequest } from '../../../client/src/index.ts';
import { isRunning } from '../logic/job-write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';

export interface JobActions {
  readonly onRead: () => void;
  readonly onEdit: (job: StreamingJob) => void;
  /** Without a body the output begins when the job starts. */
  readonly onStart: (body: StreamingJobStartRequest | undefined) => void;
  readonly onStop: () => void;
}

interface JobButtonsProps {
  /** Undefined if it could not be read. */
  readonly job: StreamingJob | undefined;
  readonly actions: JobActions;
}

export function JobButtons({ job, actions }: JobButtonsProps) {
  const [asked, setAsked] = useState<'start' | 'stop' | undefined>(undefined);
  const mayStop = isRunning(job);
  const close = () => setAsked(undefined);
  return (
    <div class="actions">
      {job && (
        <button type="button" onClick={() => actions.onEdit(job)}>
          Edit
        </button>
      )}
      {!mayStop && (
        <button type="button" onClick={() => setAsked('start')}>
          Start…
        </button>
      )}
      {(mayStop || job === undefined) && (
        <button type="button" class="danger" onClick={() => setAsked('stop')}>
          Stop…
        </button>
      )}
      <button type="button" class="ghost" onClick={actions.onRead}>
        <Icon name="refresh" /> Read again
      </button>
      {asked === 'start' && <StartDialog onStart={actions.onStart} onClose={close} />}
      {asked === 'stop' && (
        <Dialog title="Stop this job?" confirm="Stop job" isDestructive onConfirm={actions.onStop} onClose={close}>
          <p>It writes no more output until it is started again. It remembers where it stopped.</p>
        </Dialog>
      )}
    </div>
  );
}

interface StartDialogProps {
  readonly onStart: JobActions['onStart'];
  readonly onClose: () => void;
}

function StartDialog({ onStart, onClose }: StartDialogProps) {
  const [mode, setMode] = useState('');
  const start = () => onStart(mode === '' ? undefined : { outputStartMode: mode as 'LastOutputEventTime' });
  return (
    <Dialog title="Start this job?" confirm="Start job" onConfirm={start} onClose={onClose}>
      <SelectField
        label="Output begins"
        value={mode}
        onChange={setMode}
        options={[
          ['', 'when the job starts'],
          ['LastOutputEventTime', 'where it last stopped'],
        ]}
      />
      <p class="muted">A start takes a minute or two. A running job costs money.</p>
    </Dialog>
  );
}
