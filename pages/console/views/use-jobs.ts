/** The call that writes a streaming job, and the jobs written in this session: the API cannot read them back. */
import type * as z from 'zod';
import type { ResponseOf, StreamingJob, StreamingJobRequest } from '../../../client/src/index.ts';
import { useConsole } from '../context.ts';
import { pickSent, toComparable } from '../logic/job-diff.ts';
import type { Scope } from '../logic/resource-id.ts';
import { announce } from '../parts/announce.tsx';
import { useStored } from '../parts/use-stored.ts';
import { useCall } from '../use-call.ts';

/** The last response for a job. */
export interface KnownJob {
  readonly etag: string;
  /** Without secrets. */
  readonly comparable: unknown;
}

export type WriteMode = 'create' | 'replace-known' | 'replace-any';

export interface JobWrite {
  readonly scope: Scope;
  readonly jobName: string;
  readonly mode: WriteMode;
  readonly value: unknown;
}

export type JobResponse = ResponseOf<number, StreamingJob>;

export function useJobs(schema: z.ZodType) {
  const { client } = useConsole();
  const [known, setKnown] = useStored<Readonly<Record<string, KnownJob>>>('jobs.known', {});
  const call = useCall(async (write: JobWrite, signal): Promise<JobResponse> => {
    const key = toJobKey(write);
    const job = known[key];
    const response = (await client.createOrReplaceStreamingJob(
      {
        ...write.scope,
        jobName: write.jobName,
        body: write.value as StreamingJobRequest,
        ...(write.mode === 'create' ? { ifNoneMatch: '*' as const } : {}),
        ...(write.mode === 'replace-known' && job ? { ifMatch: job.etag } : {}),
      },
      { signal },
    )) as JobResponse;
    const comparable = toComparable(schema, pickSent(response.body, write.value));
    setKnown({ ...known, [key]: { etag: response.etag ?? '*', comparable } });
    announce(response.status === 201 ? 'Job created.' : 'Job replaced.');
    return response;
  });
  return { known, call };
}

export function toJobKey({ scope, jobName }: Pick<JobWrite, 'scope' | 'jobName'>): string {
  return `${scope.subscriptionId}/${scope.resourceGroupName}/${jobName}`.toLowerCase();
}

/** Returns the selected mode if it is possible, else the safest one. */
export function chooseMode(selected: WriteMode | undefined, known: KnownJob | undefined): WriteMode {
  if (selected === undefined || selected === 'replace-known') return known ? 'replace-known' : 'create';
  return selected;
}

export function formatJob(job: unknown): string {
  return JSON.stringify(job, undefined, 2);
}
