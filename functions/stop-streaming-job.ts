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
  timeoutMs: createOrReplaceStreamingJob.timeoutMs,
  isLifecycle: true,
});
