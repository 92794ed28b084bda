/** A job as the service has it: its state and its parts, and what can be done with it. */
import { useState } from 'preact/hooks';
import type { StreamingJob } from '../../../client/src/index.ts';
import { formatTime } from '../logic/format.ts';
import { isSettled } from '../logic/progress.ts';
import { Chip, type Tone } from '../parts/chip.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { ResponseBar } from '../parts/response-bar.tsx';
import { type JobActions, JobButtons } from './job-buttons.tsx';
import { JobWatchLine } from './job-watch-line.tsx';
import type { JobResult } from './use-jobs.ts';

const SAVED = ['Created', 'Replaced'];

interface JobCardProps {
  readonly result: JobResult;
  readonly actions: JobActions;
  /** The watch read the job with this entity tag. */
  readonly onSeen: (etag: string | undefined) => void;
}

export function JobCard({ result, actions, onSeen }: JobCardProps) {
  const { what, path, response, pending } = result;
  // What a check of the watch read is newer.
  const [job, setJob] = useState(result.job);
  return (
    <section class="panel" aria-label={SAVED.includes(what) ? 'Saved job' : 'Job'}>
      <h2>
        {path.jobName} <JobState job={job} />
      </h2>
      {pending && (
        <JobWatchLine
          path={path}
          pending={pending}
          onJob={(newer, etag) => {
            setJob(newer);
            onSeen(etag);
          }}
        />
      )}
      {job === undefined ? <p class="note">It is done, but you may not read this job.</p> : <JobFacts job={job} />}
      <JobButtons job={job} actions={actions} />
      <ResponseBar response={response} what={what} body={job} />
    </section>
  );
}

function JobState({ job }: { readonly job: StreamingJob | undefined }) {
  const state = job?.properties.jobState ?? 'Accepted';
  return <Chip tone={toTone(state, job)}>{state}</Chip>;
}

function toTone(state: string, job: StreamingJob | undefined): Tone {
  if (state === 'Failed' || state === 'Degraded') return 'error';
  if (state === 'Running') return 'ok';
  return job && isSettled(job) ? 'plain' : 'info';
}

function JobFacts({ job: { location, properties } }: { readonly job: StreamingJob }) {
  const { inputs, outputs, functions, transformation } = properties;
  return (
    <>
      <Facts
        facts={[
          ['Location', location],
          ['Provisioning', properties.provisioningState],
          ['Created', properties.createdDate && formatTime(properties.createdDate)],
          ['Last output', properties.lastOutputEventTime && formatTime(properties.lastOutputEventTime)],
          ['Streaming units', transformation?.properties?.streamingUnits],
        ]}
      />
      <ul class="parts">
        {(inputs ?? []).map(({ name, properties: input }) => (
          <Part key={`input ${name}`} what="Input" name={name} type={toSourceType(input)} />
        ))}
        {(functions ?? []).map(({ name, properties: definition }) => (
          <Part key={`function ${name}`} what="Function" name={name} type={definition?.type} />
        ))}
        {(outputs ?? []).map(({ name, properties: output }) => (
          <Part key={`output ${name}`} what="Output" name={name} type={toSourceType(output)} />
        ))}
      </ul>
      {transformation?.properties?.query && (
        <pre class="query">
          <code>{transformation.properties.query}</code>
        </pre>
      )}
    </>
  );
}

/** Inputs and outputs of an unknown kind may have no data source. */
function toSourceType(part: object | null | undefined): string | undefined {
  return (part as { datasource?: { type?: string } } | null | undefined)?.datasource?.type;
}

interface PartProps {
  readonly what: string;
  readonly name: string | null | undefined;
  readonly type: string | null | undefined;
}

function Part({ what, name, type }: PartProps) {
  return (
    <li>
      <Icon name="arrow" /> <span class="muted">{what}</span> <strong>{name}</strong> {type && <code>{type}</code>}
    </li>
  );
}
