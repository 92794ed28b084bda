/** Creates or replaces a streaming job: validates it as the user types, and shows a diff before it replaces one. */
import { useMemo, useState } from 'preact/hooks';
import { streamingJob } from '../../../lib/contracts/streaming-job/job.ts';
import { PROFILES } from '../../../lib/profiles.ts';
import { useConsole } from '../context.ts';
import { parseDraft } from '../logic/issues.ts';
import { listJobTemplates } from '../logic/job-templates.ts';
import { Editor } from '../parts/editor.tsx';
import { TextField } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { defaultScope, ResourceFields } from '../parts/resource-fields.tsx';
import { useStored } from '../parts/use-stored.ts';
import { ModeField, SubmitRow, TemplateField } from './job-fields.tsx';
import { JobResult } from './job-result.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { chooseMode, formatJob, toJobKey, useJobs, type WriteMode } from './use-jobs.ts';

export function StreamingJobs() {
  const { namespace, streaming } = PROFILES[useConsole().config.profile];
  const schema = streamingJob(streaming).request;
  const { known, call } = useJobs(schema);
  const [scope, setScope] = useStored('jobs.scope', defaultScope());
  const [jobName, setJobName] = useStored('jobs.name', 'clicks');
  const [text, setText] = useState(() => formatJob(listJobTemplates(namespace)[0]?.job));
  const [isConfirming, setConfirming] = useState(false);
  const [selectedMode, setMode] = useState<WriteMode | undefined>(undefined);
  const job = known[toJobKey({ scope, jobName })];
  const mode = chooseMode(selectedMode, job);
  const draft = useMemo(() => parseDraft(schema, text), [schema, text]);
  const write = () => call.run({ scope, jobName, mode, value: draft.value });
  const submit = (event: Event) => {
    event.preventDefault();
    if (mode === 'create') write();
    else setConfirming(true);
  };
  const dialog = { schema, known: job, draft, jobName, onConfirm: write, onClose: () => setConfirming(false) };
  return (
    <Page id="streaming-jobs">
      <form onSubmit={submit}>
        <div class="panel form">
          <ResourceFields scope={scope} onChange={setScope} />
          <TextField label="Job" mono value={jobName} onInput={setJobName} />
          <TemplateField namespace={namespace} onSelect={setText} />
        </div>
        <Editor label="Job as JSON" text={text} onInput={setText} issues={draft.issues} />
        <div class="panel form">
          <ModeField mode={mode} isKnown={job !== undefined} onChange={setMode} />
          <SubmitRow mode={mode} draft={draft} jobName={jobName} />
        </div>
      </form>
      {isConfirming && <ReplaceDialog {...dialog} />}
      <JobResult call={call} mode={mode} />
    </Page>
  );
}
