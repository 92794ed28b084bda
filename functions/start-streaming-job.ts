import { StreamingJobStart } from '../lib/contracts/streaming-job/start.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrReplaceStreamingJob } from './create-or-replace-streaming-job.ts';

/** Starts a streaming job. A start takes longer than a request may: 202, and the job's state tells how it ends. */
export const startStreamingJob = defineOperation({
  name: 'startStreamingJob',
  summary: 'Start a streaming job',
  source: 'R-08',
  method: 'POST',
  path: `${createOrReplaceStreamingJob.path}/start`,
  access: { role: 'StreamingJobs.Operate' },
  request: {
    params: createOrReplaceStreamingJob.request.params,
    apiVersions: ['2020-03-01'],
    body: StreamingJobStart,
    isBodyOptional: true,
  },
  upstream: 'arm',
  timeoutMs: 60_000,
  attempts: { max: 2, timeoutMs: 60_000, idempotency: 'unsafe' },
  responses: { 200: null },
  errors: 'arm',
  isLifecycle: true,
});
