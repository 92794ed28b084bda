import { FrontdeskError } from '../../../client/src/index.ts';
import { CallView } from '../parts/call-view.tsx';
import { Chip } from '../parts/chip.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Raw, ResponseBar } from '../parts/response-bar.tsx';
import type { RunningCall } from '../use-call.ts';
import type { JobResponse, JobWrite, WriteMode } from './use-jobs.ts';

interface JobResultProps {
  readonly call: RunningCall<JobWrite, JobResponse>;
  readonly mode: WriteMode;
}

export function JobResult({ call, mode }: JobResultProps) {
  return (
    <>
      <CallView call={call} what="the job" idle={<p>The response will appear here.</p>}>
        {(response) => <SavedJob response={response} />}
      </CallView>
      {call.state.kind === 'failed' && isConflict(call.state.error) && mode === 'create' && (
        <p class="note">
          <Icon name="informational" /> A job with this name exists. Use another name, or replace the job.
        </p>
      )}
    </>
  );
}

function isConflict(error: Error): boolean {
  return error instanceof FrontdeskError && error.status === 412;
}

function SavedJob({ response }: { readonly response: JobResponse }) {
  const { name, location, properties } = response.body ?? {};
  return (
    <section class="panel" aria-label="Saved job">
      <ResponseBar response={response} />
      <h2>
        {name} <Chip tone="ok">{properties?.jobState ?? 'Accepted'}</Chip>
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
      <Raw body={response.body} />
    </section>
  );
}
