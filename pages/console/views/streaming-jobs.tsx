/** A streaming job: loaded, edited, started, stopped, and watched until the service is done. */
import { useState } from 'preact/hooks';
import { FrontdeskError } from '../../../client/src/index.ts';
import { streamingJob } from '../../../lib/contracts/streaming-job/job.ts';
import { PROFILES } from '../../../lib/profiles.ts';
import { useConsole } from '../context.ts';
import { toComparable } from '../logic/job-diff.ts';
import { listJobTemplates } from '../logic/job-templates.ts';
import type { JobPath } from '../logic/job-write.ts';
import { CallView } from '../parts/call-view.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { Picker } from '../parts/picker.tsx';
import { defaultScope, ResourceFields } from '../parts/resource-fields.tsx';
import { useStored } from '../parts/use-stored.ts';
import type { JobActions } from './job-buttons.tsx';
import { JobCard } from './job-card.tsx';
import { type JobDraft, JobForm } from './job-form.tsx';
import { useJobSource } from './sources.ts';
import { formatJob, toJobKey, useJobs } from './use-jobs.ts';

export function StreamingJobs() {
  const { namespace, streaming } = PROFILES[useConsole().config.profile];
  const schema = streamingJob(streaming).request;
  const { tags, remember, call, compare } = useJobs(schema);
  const [path, setPath] = useStored<JobPath>('jobs.path', { ...defaultScope(), jobName: '' });
  const [draft, setDraft] = useState<JobDraft>(() => ({
    text: formatJob(listJobTemplates(namespace)[0]?.job),
    isEdited: false,
  }));
  const fill = (text: string, isEdited: boolean) => setDraft({ text, isEdited });
  /** Of the job that is shown: the fields may name another by now. */
  const toActions = (shown: JobPath): JobActions => ({
    onRead: () => call.run({ kind: 'read', path: shown }),
    onEdit: (job) => fill(formatJob(toComparable(schema, job)), true),
    onStart: (body) => call.run({ kind: 'start', path: shown, body }),
    onStop: () => call.run({ kind: 'stop', path: shown }),
  });
  return (
    <Page id="streaming-jobs">
      <PathForm path={path} onChange={setPath} onLoad={() => call.run({ kind: 'read', path })} />
      <CallView call={call} what="the job" idle={<p>Load a job, or create one.</p>}>
        {(result) => (
          <JobCard
            key={result.response.requestId}
            result={result}
            actions={toActions(result.path)}
            onSeen={(etag) => remember(result.path, etag)}
          />
        )}
      </CallView>
      {call.state.kind === 'failed' && isConflict(call.state.error) && <ConflictNote />}
      <JobForm
        {...{ schema, namespace, path, draft, compare }}
        seen={tags[toJobKey(path)]}
        onText={(text) => setDraft((last) => ({ ...last, text }))}
        onTemplate={(template) => fill(template, false)}
        onWrite={(value, condition) => call.run({ kind: 'write', path, value, condition })}
      />
    </Page>
  );
}

interface PathFormProps {
  readonly path: JobPath;
  readonly onChange: (path: JobPath) => void;
  readonly onLoad: () => void;
}

function PathForm({ path, onChange, onLoad }: PathFormProps) {
  const submit = (event: Event) => {
    event.preventDefault();
    onLoad();
  };
  return (
    <form class="panel form" onSubmit={submit}>
      <ResourceFields scope={path} onChange={(scope) => onChange({ ...scope, jobName: '' })} />
      <Picker
        label="Job"
        value={path.jobName}
        onChange={(jobName) => onChange({ ...path, jobName })}
        source={useJobSource(path)}
        isFilled={path.resourceGroupName !== ''}
      />
      <div class="actions">
        <button type="submit" disabled={path.jobName === ''}>
          Load
        </button>
      </div>
    </form>
  );
}

function isConflict(error: Error): boolean {
  return error instanceof FrontdeskError && error.status === 412;
}

function ConflictNote() {
  return (
    <p class="note">
      <Icon name="informational" /> A job with this name exists, or is no longer what you compared with. Compare again,
      or use another name.
    </p>
  );
}
