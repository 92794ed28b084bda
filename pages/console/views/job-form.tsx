/** The editor of a job: validates as the user types, and shows a diff with what is there before it replaces it. */
import { useMemo, useState } from 'preact/hooks';
import type * as z from 'zod';
import { parseDraft } from '../logic/issues.ts';
import type { Condition, JobPath } from '../logic/job-write.ts';
import { CallView } from '../parts/call-view.tsx';
import { Editor } from '../parts/editor.tsx';
import type { RunningCall } from '../use-call.ts';
import { ModeField, SubmitRow, TemplateField } from './job-fields.tsx';
import { MissingSecrets } from './missing-secrets.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import type { Current, WriteMode } from './use-jobs.ts';

export interface JobDraft {
  readonly text: string;
  /** Whether it was made of a job that was read. */
  readonly isEdited: boolean;
}

interface JobFormProps {
  readonly schema: z.ZodType;
  readonly namespace: string;
  readonly path: JobPath;
  /** Entity tag of the job as it was last seen. */
  readonly seen: string | undefined;
  readonly draft: JobDraft;
  readonly onText: (text: string) => void;
  readonly onTemplate: (text: string) => void;
  readonly compare: RunningCall<JobPath, Current>;
  readonly onWrite: (value: unknown, condition: Condition) => void;
}

export function JobForm(props: JobFormProps) {
  const { schema, namespace, path, seen, onText, onTemplate, compare, onWrite } = props;
  const { text, isEdited } = props.draft;
  const [selectedMode, setMode] = useState<WriteMode | undefined>(undefined);
  const mode = selectedMode ?? (seen === undefined ? 'create' : 'replace');
  const draft = useMemo(() => parseDraft(schema, text), [schema, text]);
  const { jobName } = path;
  const submit = (event: Event) => {
    event.preventDefault();
    if (mode === 'create') onWrite(draft.value, { ifNoneMatch: '*' });
    else compare.run(path);
  };
  const replace = (current: Current) => onWrite(draft.value, mode === 'replace' ? toCondition(current) : {});
  return (
    <>
      <form onSubmit={submit}>
        <div class="panel form">
          <TemplateField namespace={namespace} onSelect={onTemplate} />
          <ModeField mode={mode} onChange={setMode} />
        </div>
        {isEdited && <MissingSecrets schema={schema} draft={draft} />}
        <Editor
          label="Job as JSON"
          text={text}
          onInput={onText}
          issues={draft.issues}
          isJson={draft.value !== undefined}
        />
        <SubmitRow mode={mode} draft={draft} jobName={jobName} />
      </form>
      {compare.state.kind !== 'idle' && (
        <CallView call={compare} what="the job as it is" idle={null}>
          {(current) => (
            <ReplaceDialog
              {...{ schema, current, seen, draft, jobName }}
              onConfirm={() => replace(current)}
              onClose={compare.cancel}
            />
          )}
        </CallView>
      )}
    </>
  );
}

/** Only what the user compared with is replaced; what is gone is created, unless somebody else does. */
function toCondition(current: Current): Condition {
  if (current.kind === 'there') return { ifMatch: current.job.etag };
  return current.kind === 'absent' ? { ifNoneMatch: '*' } : {};
}
