import { defineOperation } from '../lib/operation.ts';
import { jobRequest } from './create-or-replace-streaming-job.ts';
import { getStreamingJob } from './get-streaming-job.ts';

/** Lists the streaming jobs of a resource group. The parts that `$expand` does not name are absent. */
export const listStreamingJobs = defineOperation({
  name: 'listStreamingJobs',
  summary: 'List the streaming jobs of a resource group',
  source: 'R-15',
  path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs',
  access: getStreamingJob.access,
  request: { ...getStreamingJob.request, params: jobRequest.params },
  upstream: 'arm',
  paged: true,
});
