/** The calls that change a job, and what a read says about one whose response was lost. */
import type { ResponseOf, StreamingJob, StreamingJobStartRequest } from '../../../client/src/index.ts';
import { checkWrite, type Finding } from './open-outcome.ts';
import type { Scope } from './resource-id.ts';

/** Parameters of a job's operations. */
export interface JobPath extends Scope {
  readonly jobName: string;
}

/** What must hold for a write to take place; nothing if it is empty. */
export interface Condition {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: '*';
}

export type JobWrite = { readonly path: JobPath } & (
  | { readonly kind: 'stop' }
  | { readonly kind: 'start'; readonly body: StreamingJobStartRequest | undefined }
  | { readonly kind: 'write'; readonly value: unknown; readonly condition: Condition }
);

const RUNNING = ['Starting', 'Running', 'Degraded', 'Restarting', 'Scaling'];
const STOPPED = ['Created', 'Stopping', 'Stopped'];

export function isRunning(job: StreamingJob | undefined): boolean {
  return RUNNING.includes(job?.properties.jobState ?? '');
}

/** Rejects if the job cannot be read. */
export async function checkJobWrite(
  write: JobWrite,
  read: () => Promise<ResponseOf<number, StreamingJob>>,
): Promise<Finding<StreamingJob>> {
  if (write.kind === 'write') return checkWrite({ method: 'PUT', ...write.condition }, read);
  const response = await read();
  const { jobState = 'Unknown' } = response.body.properties;
  const isStart = write.kind === 'start';
  const hasHappened = (isStart ? RUNNING : STOPPED).includes(jobState ?? '');
  const verb = isStart ? 'started' : 'stopped';
  const text = hasHappened
    ? `It was ${verb}: the job is ${jobState}.`
    : `It was not ${verb}, at least not yet: the job is ${jobState}.`;
  return { hasHappened, text, response };
}
