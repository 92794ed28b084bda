import { defineOperation } from '../lib/operation.ts';
import { jobRequest } from './create-or-replace-streaming-job.ts';
import { listStreamingJobs } from './list-streaming-jobs.ts';

export const listSubscriptionStreamingJobs = defineOperation({
  ...listStreamingJobs,
  name: 'listSubscriptionStreamingJobs',
  summary: 'List the streaming jobs of a subscription',
  source: 'R-26',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.StreamAnalytics/streamingjobs',
  request: { ...listStreamingJobs.request, params: { subscriptionId: jobRequest.params.subscriptionId } },
});
