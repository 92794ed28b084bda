/** The calls that read, write, start and stop a streaming job, and the entity tags of the jobs seen in this session. */
import { useRef } from 'preact/hooks';
import type * as z from 'zod';
import {
  FrontdeskError,
  type ResponseOf,
  type StreamingJob,
  type StreamingJobRequest,
} from '../../../client/src/index.ts';
import { JOB_PARTS } from '../../../lib/contracts/streaming-job/job.ts';
import { useConsole } from '../context.ts';
import { toComparable } from '../logic/job-diff.ts';
import { checkJobWrite, type JobPath, type JobWrite } from '../logic/job-write.ts';
import { isSettled, readOperationId, readWaitMs } from '../logic/progress.ts';
import { announce } from '../parts/announce.tsx';
import { useStored } from '../parts/use-stored.ts';
import { useCall, type Verdict } from '../use-call.ts';

/** A job as it was read, to compare with. */
interface SeenJob {
  readonly etag: string;
  /** Without secrets. */
  readonly comparable: unknown;
}

/** What is there before a job is replaced. */
export type Current =
  | { readonly kind: 'there'; readonly job: SeenJob }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable' };

export type WriteMode = 'create' | 'replace' | 'overwrite';

type JobCall = JobWrite | { readonly kind: 'read'; readonly path: JobPath };

export interface JobResult {
  /** What the call did. */
  readonly what: string;
  readonly path: JobPath;
  readonly response: ResponseOf<number, unknown>;
  /** Undefined if it could not be read afterwards. */
  readonly job: StreamingJob | undefined;
  /** Set while the service is not done: the operation to ask for if there is one, and when. */
  readonly pending: Pending | undefined;
}

export interface Pending {
  readonly operationId: string | undefined;
  readonly waitMs: number;
}

/** All parts of a job: a read has only those that are named. */
export const EXPAND = JOB_PARTS.join(',');

const DONE = { read: 'Loaded', start: 'Start requested', stop: 'Stop requested', write: 'Replaced' } as const;

function toDone(kind: JobCall['kind'], status: number): string {
  return kind === 'write' && status === 201 ? 'Created' : DONE[kind];
}

export function useJobs(schema: z.ZodType) {
  const { client } = useConsole();
  const [tags, setTags] = useStored<Readonly<Record<string, string>>>('jobs.tags', {});
  const latest = useRef(tags);
  latest.current = tags;
  const remember = (path: JobPath, etag: string | undefined) => {
    if (etag !== undefined) setTags({ ...latest.current, [toJobKey(path)]: etag });
  };
  const read = (path: JobPath, signal: AbortSignal) => client.getStreamingJob({ ...path, $expand: EXPAND }, { signal });
  const send = (wanted: JobCall, signal: AbortSignal): Promise<ResponseOf<number, unknown>> => {
    const { path } = wanted;
    if (wanted.kind === 'read') return read(path, signal);
    if (wanted.kind === 'stop') return client.stopStreamingJob(path, { signal });
    if (wanted.kind === 'start')
      return client.startStreamingJob({ ...path, ...(wanted.body ? { body: wanted.body } : {}) }, { signal });
    const body = wanted.value as StreamingJobRequest;
    return client.createOrReplaceStreamingJob({ ...path, ...wanted.condition, body }, { signal });
  };
  const perform = async (wanted: JobCall, signal: AbortSignal): Promise<JobResult> => {
    const { kind, path } = wanted;
    const response = await send(wanted, signal);
    // A success stays one, also for a user who may not read.
    const last = response.body === undefined ? await read(path, signal).catch(() => undefined) : response;
    const job = last?.body as StreamingJob | undefined;
    remember(path, last?.etag);
    announce(`${toDone(kind, response.status)}.`);
    return { what: toDone(kind, response.status), path, response, job, pending: toPending(response, job) };
  };
  const check = async (wanted: JobWrite, signal: AbortSignal): Promise<Verdict<JobResult>> => {
    const { path } = wanted;
    const { response, ...finding } = await checkJobWrite(wanted, () => read(path, signal));
    if (response === undefined) return finding;
    remember(path, response.etag);
    const { body: job } = response;
    return { ...finding, result: { what: 'Loaded', path, response, job, pending: toPending(response, job) } };
  };
  const call = useCall(perform, (wanted) => (wanted.kind === 'read' ? undefined : (signal) => check(wanted, signal)));
  const compare = useCall(async (path: JobPath, signal): Promise<Current> => {
    try {
      const { body, etag = '' } = await read(path, signal);
      return { kind: 'there', job: { etag, comparable: toComparable(schema, body) } };
    } catch (error) {
      if (error instanceof FrontdeskError && error.status === 404) return { kind: 'absent' };
      if (error instanceof FrontdeskError && error.status === 403) return { kind: 'unreadable' };
      throw error;
    }
  });
  return { tags, remember, call, compare };
}

function toPending({ status, headers }: JobResult['response'], job: StreamingJob | undefined): Pending | undefined {
  if (status !== 202 && (job === undefined || isSettled(job))) return undefined;
  return { operationId: readOperationId(headers), waitMs: readWaitMs(headers.get('retry-after')) };
}

export function toJobKey(path: JobPath): string {
  return `${path.subscriptionId}/${path.resourceGroupName}/${path.jobName}`.toLowerCase();
}

export function formatJob(job: unknown): string {
  return JSON.stringify(job, undefined, 2);
}
