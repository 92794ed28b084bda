/** What the drive of the official clients (drive.mjs) does not show: errors, odd bodies, and waiting. */
import { ApiManagementClient } from '@azure/arm-apimanagement';
import { MicrosoftResourceHealth } from '@azure/arm-resourcehealth';
import { StreamAnalyticsManagementClient, type StreamingJob } from '@azure/arm-streamanalytics';
import type { TokenCredential } from '@azure/core-auth';
import type { Pipeline, PipelinePolicy } from '@azure/core-rest-pipeline';
import { beforeEach, describe, expect, it } from 'vitest';
import { resourceGroup, resources, subscriptions } from '../../dev/seed.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ profile: 'microsoft', expectedAlerts: ['upstream_drift'] });
const token = await stack.issueToken({});
const urls: string[] = [];
beforeEach(async () => {
  urls.length = 0;
  await stack.upstream.reset();
});

/** The clients' own policy asks for tokens of another audience and refuses to send one over http. */
const bearToken: PipelinePolicy = {
  name: 'bearToken',
  sendRequest(request, next) {
    urls.push(request.url);
    request.allowInsecureConnection = true;
    request.headers.set('authorization', `Bearer ${token}`);
    return next(request);
  },
};

function withToken<Client extends { readonly pipeline: Pipeline }>(client: Client): Client {
  client.pipeline.removePolicy({ name: 'bearerTokenAuthenticationPolicy' });
  client.pipeline.addPolicy(bearToken);
  return client;
}

const credential: TokenCredential = { getToken: async () => null };
const options = { endpoint: stack.url };
const gateway = withToken(new ApiManagementClient(credential, subscriptions.contoso, options));
const health = withToken(
  new MicrosoftResourceHealth(credential, subscriptions.contoso, { ...options, apiVersion: '2025-05-01' }),
);
const streaming = withToken(new StreamAnalyticsManagementClient(credential, subscriptions.contoso, options));

it('@azure/arm-apimanagement reads the invalid members', async () => {
  const diagnostic = { loggerId: '/loggers//monitor' };
  const wrong = gateway.apiDiagnostic.createOrUpdate(
    resourceGroup,
    'shop',
    'orders',
    'applicationinsights',
    diagnostic,
  );
  await expect(wrong).rejects.toMatchObject({
    ...{ statusCode: 400, code: 'invalid_request', message: expect.stringContaining('The request is not valid.') },
    details: { error: { details: [{ target: 'properties.loggerId' }] } },
  });
});

it('@azure/arm-resourcehealth reads the bare error of the list', async () => {
  // The client puts a slash of its own in front.
  const resourceUri = resources.virtualMachine.slice(1);
  const pages = health.eventsOperations.listBySingleResource(resourceUri, { filter: 'nonsense' });
  const error = { statusCode: 400, code: 'InvalidFilter', message: expect.stringContaining('filter') };
  await expect(pages.next()).rejects.toMatchObject(error);
});

const job: StreamingJob = { location: 'westeurope', sku: { name: 'Standard' } };

describe('@azure/arm-streamanalytics', () => {
  /** Without a Retry-After the clients ask this often. */
  const often = { updateIntervalInMs: 30 };
  /** How often Frontdesk was asked how far a write is. */
  const countPolls = () => urls.filter((url) => url.includes('/operations/')).length;
  const takeTime = (modes = {}) => stack.upstream.control('modes', { moveMs: 150, sendsRetryAfter: false, ...modes });

  it('waits for a job that takes a while to be created, and returns it (C-61, C-62, C-63)', async () => {
    await takeTime();
    const slow = await streaming.streamingJobs.beginCreateOrReplaceAndWait(resourceGroup, 'slow-job', job, often);
    expect(slow).toMatchObject({ name: 'slow-job', provisioningState: 'Succeeded' });
    expect(countPolls()).toBeGreaterThan(0);
    expect(urls.filter((url) => !url.startsWith(stack.url))).toEqual([]);
    // Its entity tag has no quotes.
    const change = () =>
      streaming.streamingJobs.beginCreateOrReplaceAndWait(resourceGroup, 'slow-job', job, { ...often, ifMatch });
    const { eTag: ifMatch = '' } = slow;
    expect((await change()).eTag).not.toBe(ifMatch);
    await expect(change()).rejects.toMatchObject({ statusCode: 412 });
  });

  it.each(['none', 'empty object', 'text/json', 'byte order mark'])(
    'sees that a job was created, after one PUT, when the body is odd: %s (C-40)',
    async (writeBody) => {
      await stack.upstream.control('modes', { writeBody });
      const created = await streaming.streamingJobs.beginCreateOrReplaceAndWait(resourceGroup, 'clicks', job);
      expect(created?.eTag).toMatch(/^[\da-f-]{36}$/);
      expect(urls.filter((url) => url.startsWith(stack.url))).toHaveLength(1);
      expect(await stack.upstream.calls()).toHaveLength(1);
    },
  );

  it('reports why a job could not be created (C-64)', async () => {
    await takeTime({ jobsFail: true });
    const failing = streaming.streamingJobs.beginCreateOrReplaceAndWait(resourceGroup, 'slow-job', job, often);
    await expect(failing).rejects.toThrow('The job could not be created.');
    expect(countPolls()).toBeGreaterThan(0);
  });
});
