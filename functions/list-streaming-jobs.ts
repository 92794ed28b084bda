import * as z from 'zod';
import { nameList } from '../lib/contracts/odata-query.ts';
import { JOB_PARTS } from '../lib/contracts/streaming-job/job.ts';
import { defineOperation } from '../lib/operation.ts';
import { jobRequest } from './create-or-replace-streaming-job.ts';

/** Lists the streaming jobs of a resource group. The parts that `$expand` does not name are absent. */
export const listStreamingJobs = defineOperation({
  name: 'listStreamingJobs',
  summary: 'List the streaming jobs of a resource group',
  source: 'R-15',
  path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs',
  access: { role: 'StreamingJobs.Read' },
  request: {
    ...jobRequest,
    query: () => z.object({ $expand: nameList(JOB_PARTS).optional() }),
  },
  upstream: 'arm',
  paged: true,
});
