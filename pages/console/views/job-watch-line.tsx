import type { JobPath } from '../logic/job-write.ts';
import { Icon } from '../parts/icon.tsx';
import { useNow } from '../parts/use-now.ts';
import { type OnJob, useJobWatch } from './use-job-watch.ts';
import type { Pending } from './use-jobs.ts';

interface JobWatchLineProps {
  readonly path: JobPath;
  readonly pending: Pending;
  readonly onJob: OnJob;
}

/** Says that the service is not done, when it is asked again, and how it ended. */
export function JobWatchLine({ path, pending, onJob }: JobWatchLineProps) {
  const { state, checkNow, stop } = useJobWatch(path, pending, onJob);
  const now = useNow(500, state.kind === 'waiting');
  if (state.kind === 'ended')
    return state.error ? (
      <p class="note" role="alert">
        <Icon name="error" /> It ended badly: {state.error.message}
      </p>
    ) : null;
  if (state.kind === 'stopped')
    return <p class="note">Not watched any longer: the service was not done when it was last asked. Load the job.</p>;
  const seconds = state.kind === 'waiting' ? Math.max(0, Math.ceil((state.until - now) / 1000)) : 0;
  return (
    <div class="watch">
      <span class="spinner" aria-hidden="true" />
      <span role="status">The service is not done yet.</span>
      <span class="muted">
        {state.kind === 'waiting' ? `Asked again in ${seconds} s.` : 'Asking…'}
        {state.kind === 'waiting' && state.problem && ` The last time: ${state.problem}`}
      </span>
      <button type="button" class="small" disabled={state.kind === 'checking'} onClick={checkNow}>
        Ask now
      </button>
      <button type="button" class="ghost small" onClick={stop}>
        Stop watching
      </button>
    </div>
  );
}
