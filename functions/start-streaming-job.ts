import { object } from '../lib/contracts/schema/resource.ts';
import { outputStart, startTimeForCustomTime } from '../lib/contracts/streaming-job/job.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrReplaceStreamingJob, jobRequest } from './create-or-replace-streaming-job.ts';

const StreamingJobStart = object('StreamingJobStart', outputStart, {
  description: 'Where the output begins: when the job starts, if there is no body.',
  rules: [startTimeForCustomTime],
  isClosed: true,
});

/** Starts a streaming job. A start takes longer than a request may, so the response is 202; the job's state shows how it ends. */
export const startStreamingJob = defineOperation({
  name: 'startStreamingJob',
  summary: 'Start a streaming job',
  source: 'R-08',
  method: 'POST',
  path: `${createOrReplaceStreamingJob.path}/start`,
  access: { role: 'StreamingJobs.Operate' },
  request: {
    ...jobRequest,
    body: StreamingJobStart,
    isBodyOptional: true,
  },
  upstream: 'arm',
  timeoutMs: createOrReplaceStreamingJob.timeoutMs,
  isLifecycle: true,
});
