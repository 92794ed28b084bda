import { STREAMING_JOB_VERSIONS } from '../lib/contracts/api-versions.ts';
import { managementWord, streamingResourceGroupName } from '../lib/contracts/path-values.ts';
import { streamingJob } from '../lib/contracts/streaming-job/job.ts';
import { defineOperation } from '../lib/operation.ts';

/** Rules for the requests of every operation on a job. */
export const jobRequest = {
  params: { subscriptionId: managementWord, resourceGroupName: streamingResourceGroupName },
  apiVersions: STREAMING_JOB_VERSIONS,
};

export const createOrReplaceStreamingJob = defineOperation({
  name: 'createOrReplaceStreamingJob',
  summary: 'Create or replace a streaming job',
  source: 'docs/specification.md#streaming-job',
  method: 'PUT',
  path: '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
  access: { role: 'StreamingJobs.Write' },
  request: {
    ...jobRequest,
    preconditions: { ifMatch: true, ifNoneMatch: 'create-only' },
    body: streamingJob,
    maxBodyBytes: 1024 * 1024,
  },
  upstream: 'arm',
  // The service takes up to a minute. An instance that the platform stops resets the connection after 30 s: the outcome is unknown.
  timeoutMs: 60_000,
});
