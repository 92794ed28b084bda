/** A streaming job as text: judged while it is typed, compared before it replaces what is there. */
import { useMemo, useState } from 'preact/hooks';
import type * as z from 'zod';
import {
  FrontdeskError,
  type ResponseOf,
  type StreamingJob,
  type StreamingJobRequest,
} from '../../../client/src/index.ts';
import { streamingJob } from '../../../lib/contracts/streaming-job.ts';
import { PROFILES } from '../../../lib/profiles.ts';
import { type RunningCall, useCall } from '../api.ts';
import { useDesk } from '../context.ts';
import { type Draft, readDraft } from '../logic/issues.ts';
import { type DiffLine, diffValues, findSecrets, pickSent, toComparable } from '../logic/job-diff.ts';
import { listJobTemplates } from '../logic/job-templates.ts';
import { announce } from '../parts/announce.tsx';
import { AnswerBar, Raw } from '../parts/answer-bar.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Chip } from '../parts/chip.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Diff } from '../parts/diff.tsx';
import { Editor } from '../parts/editor.tsx';
import { Facts } from '../parts/facts.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { ResourceFields, type Scope, toFirstScope } from '../parts/resource-fields.tsx';
import { useStored } from '../parts/use-stored.ts';

/** A job as it was last seen here; the operation cannot be asked for one. */
interface SeenJob {
  readonly etag: string;
  /** Without secrets. */
  readonly comparable: unknown;
}

type Mode = 'create' | 'replace-seen' | 'replace-any';

interface Write {
  readonly scope: Scope;
  readonly jobName: string;
  readonly mode: Mode;
  readonly value: unknown;
}

type JobAnswer = ResponseOf<number, StreamingJob>;

function toKey({ scope, jobName }: Pick<Write, 'scope' | 'jobName'>): string {
  return `${scope.subscriptionId}/${scope.resourceGroupName}/${jobName}`.toLowerCase();
}

/** The call that writes a job, and the jobs as they were last seen here. */
function useJobs(schema: z.ZodType) {
  const { client } = useDesk();
  const [seen, setSeen] = useStored<Readonly<Record<string, SeenJob>>>('jobs.seen', {});
  const call = useCall(async (write: Write, signal): Promise<JobAnswer> => {
    const key = toKey(write);
    const known = seen[key];
    const answer = (await client.createOrReplaceStreamingJob(
      {
        ...write.scope,
        jobName: write.jobName,
        body: write.value as StreamingJobRequest,
        ...(write.mode === 'create' ? { ifNoneMatch: '*' as const } : {}),
        ...(write.mode === 'replace-seen' && known ? { ifMatch: known.etag } : {}),
      },
      { signal },
    )) as JobAnswer;
    const comparable = toComparable(schema, pickSent(answer.body, write.value));
    setSeen({ ...seen, [key]: { etag: answer.etag ?? '*', comparable } });
    announce(answer.status === 201 ? 'The job was created.' : 'The job was replaced.');
    return answer;
  });
  return { seen, call };
}

export function StreamingJobs() {
  const { config } = useDesk();
  const { namespace, streaming } = PROFILES[config.profile];
  const schema = streamingJob(streaming).request;
  const { seen, call } = useJobs(schema);
  const [scope, setScope] = useStored('jobs.scope', toFirstScope());
  const [jobName, setJobName] = useStored('jobs.name', 'clicks');
  const [text, setText] = useState(() => toText(listJobTemplates(namespace)[0]?.job));
  const [isAsking, setAsking] = useState(false);
  const [chosen, setMode] = useState<Mode | undefined>(undefined);
  const known = seen[toKey({ scope, jobName })];
  const mode = toMode(chosen, known);
  const draft = useMemo(() => readDraft(schema, text), [schema, text]);
  const write = () => call.run({ scope, jobName, mode, value: draft.value });
  const submit = (event: Event) => {
    event.preventDefault();
    if (mode === 'create') write();
    else setAsking(true);
  };
  return (
    <Page id="streaming-jobs">
      <form onSubmit={submit}>
        <div class="panel form">
          <ResourceFields scope={scope} onChange={setScope} />
          <TextField label="Job" mono value={jobName} onInput={setJobName} />
          <TemplateField namespace={namespace} onChoose={setText} />
        </div>
        <Editor label="Job as JSON" text={text} onInput={setText} issues={draft.issues} />
        <div class="panel form">
          <ModeField mode={mode} isKnown={known !== undefined} onChange={setMode} />
          <div class="actions">
            <button type="submit" class="primary" disabled={draft.issues.length > 0 || jobName === ''}>
              {mode === 'create' ? 'Create the job' : 'Compare and replace…'}
            </button>
            <Verdict draft={draft} />
          </div>
        </div>
      </form>
      {isAsking && (
        <Replacement
          lines={diffValues(known?.comparable, toComparable(schema, draft.value))}
          isKnown={known !== undefined}
          secrets={findSecrets(schema, draft.value)}
          jobName={jobName}
          onConfirm={write}
          onClose={() => setAsking(false)}
        />
      )}
      <Outcome call={call} mode={mode} />
    </Page>
  );
}

/** What was chosen, where it can be done; else what does no harm. */
function toMode(chosen: Mode | undefined, known: SeenJob | undefined): Mode {
  if (chosen === undefined || chosen === 'replace-seen') return known ? 'replace-seen' : 'create';
  return chosen;
}

function Outcome({ call, mode }: { readonly call: RunningCall<Write, JobAnswer>; readonly mode: Mode }) {
  return (
    <>
      <CallView
        call={call}
        what="the job to be written"
        idle={<p>The answer will stand here. Nothing is sent before you say so.</p>}
      >
        {(answer) => <Written answer={answer} />}
      </CallView>
      {call.state.kind === 'failed' && isPrecondition(call.state.error) && mode === 'create' && (
        <p class="note">
          <Icon name="informational" /> A job of this name is there. Choose another name, or replace what is there.
        </p>
      )}
    </>
  );
}

interface TemplateFieldProps {
  readonly namespace: string;
  readonly onChoose: (text: string) => void;
}

function TemplateField({ namespace, onChoose }: TemplateFieldProps) {
  const templates = useMemo(() => listJobTemplates(namespace), [namespace]);
  return (
    <SelectField
      label="Start from"
      value=""
      onChange={(name) => onChoose(toText(templates.find((each) => each.name === name)?.job))}
      options={[['', 'Choose a template…'], ...templates.map(({ name }) => [name, name] as const)]}
    />
  );
}

interface ModeFieldProps {
  readonly mode: Mode;
  readonly isKnown: boolean;
  readonly onChange: (mode: Mode) => void;
}

function ModeField({ mode, isKnown, onChange }: ModeFieldProps) {
  return (
    <SelectField
      label="When the job is there already"
      value={mode}
      onChange={(value) => onChange(value as Mode)}
      options={[
        ['create', 'Stop: create only (If-None-Match: *)'],
        ...(isKnown ? [['replace-seen', 'Replace it if it is as last seen here (If-Match)'] as const] : []),
        ['replace-any', 'Replace whatever is there'],
      ]}
    />
  );
}

function isPrecondition(error: Error): boolean {
  return error instanceof FrontdeskError && error.status === 412;
}

function toText(job: unknown): string {
  return JSON.stringify(job, undefined, 2);
}

function Verdict({ draft }: { readonly draft: Draft }) {
  const count = draft.issues.length;
  return count === 0 ? (
    <Chip tone="ok" icon="ok">
      Valid
    </Chip>
  ) : (
    <Chip tone="error" icon="error">
      {count === 1 ? '1 problem' : `${count} problems`}
    </Chip>
  );
}

interface ReplacementProps {
  readonly lines: readonly DiffLine[];
  readonly isKnown: boolean;
  readonly secrets: readonly string[];
  readonly jobName: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function Replacement({ lines, isKnown, secrets, jobName, onConfirm, onClose }: ReplacementProps) {
  const isSame = isKnown && lines.every(({ kind }) => kind === 'same');
  return (
    <Dialog title={`Replace ${jobName}?`} confirm="Replace the job" isGrave onConfirm={onConfirm} onClose={onClose}>
      {!isKnown && (
        <p class="note">
          <Icon name="warning" /> This job has not been seen here, and the API cannot be asked for it: all of it is
          replaced, unseen.
        </p>
      )}
      {isSame ? <p>Nothing changes but the secrets.</p> : <Diff lines={lines} />}
      {isKnown && !isSame && (
        <p class="muted">Compared with the last answer, without what the service fills in by itself.</p>
      )}
      {secrets.length > 0 && (
        <>
          <p>Sent as you typed them, never shown and never answered:</p>
          <ul class="details">
            {secrets.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function Written({ answer }: { readonly answer: JobAnswer }) {
  const { name, location, properties } = answer.body ?? {};
  return (
    <section class="panel" aria-label="The job as written">
      <AnswerBar answer={answer} />
      <h2>
        {name} <Chip tone="ok">{properties?.jobState ?? 'taken'}</Chip>
      </h2>
      <Facts
        facts={[
          ['Location', location],
          ['Provisioning', properties?.provisioningState],
          ['Inputs', properties?.inputs?.map((input) => input.name).join(', ')],
          ['Outputs', properties?.outputs?.map((output) => output.name).join(', ')],
          ['Query', properties?.transformation?.properties?.query],
        ]}
      />
      <Raw body={answer.body} />
    </section>
  );
}
