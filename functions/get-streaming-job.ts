import * as z from 'zod';
import { nameList } from '../lib/contracts/odata-query.ts';
import { JOB_PARTS } from '../lib/contracts/streaming-job/job.ts';
import { defineOperation } from '../lib/operation.ts';
import { createOrReplaceStreamingJob, jobRequest } from './create-or-replace-streaming-job.ts';

/** Reads a streaming job. The parts that `$expand` does not name are absent. */
export const getStreamingJob = defineOperation({
  name: 'getStreamingJob',
  summary: 'Read a streaming job',
  source: 'R-03',
  path: createOrReplaceStreamingJob.path,
  access: { role: 'StreamingJobs.Read' },
  request: {
    ...jobRequest,
    query: () => z.object({ $expand: nameList(JOB_PARTS).optional() }),
  },
  upstream: 'arm',
});
