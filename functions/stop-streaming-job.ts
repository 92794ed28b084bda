import { defineOperation } from '../lib/operation.ts';
import { createOrReplaceStreamingJob, jobRequest } from './create-or-replace-streaming-job.ts';

export const stopStreamingJob = defineOperation({
  name: 'stopStreamingJob',
  summary: 'Stop a streaming job',
  source: 'R-09',
  method: 'POST',
  path: `${createOrReplaceStreamingJob.path}/stop`,
  access: { role: 'StreamingJobs.Operate' },
  request: jobRequest,
  upstream: 'arm',
  // The service takes up to a minute. An instance that the platform stops resets the connection after 30 s: the outcome is unknown.
  timeoutMs: 60_000,
  isLifecycle: true,
});
