import { streamingJobChange } from '../lib/contracts/streaming-job/job.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrReplaceStreamingJob, jobRequest } from './create-or-replace-streaming-job.ts';

export const updateStreamingJob = defineOperation({
  name: 'updateStreamingJob',
  summary: 'Change some members of a streaming job',
  source: 'R-25',
  method: 'PATCH',
  path: createOrReplaceStreamingJob.path,
  access: { role: 'StreamingJobs.Write' },
  request: {
    ...jobRequest,
    preconditions: { ifMatch: true },
    body: streamingJobChange,
  },
  upstream: 'arm',
  isLifecycle: true,
});
