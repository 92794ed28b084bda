import { defineOperation } from '../lib/operation.ts';
import { createOrReplaceStreamingJob, jobRequest } from './create-or-replace-streaming-job.ts';

/** Deletes a streaming job. A deletion takes time, so the response is 202 with the address of its progress. */
export const deleteStreamingJob = defineOperation({
  name: 'deleteStreamingJob',
  summary: 'Delete a streaming job',
  source: 'R-24',
  method: 'DELETE',
  path: createOrReplaceStreamingJob.path,
  access: { role: 'StreamingJobs.Write' },
  request: jobRequest,
  upstream: 'arm',
  isLifecycle: true,
});
