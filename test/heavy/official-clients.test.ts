import { ApiManagementClient } from '@azure/arm-apimanagement';
import { MicrosoftResourceHealth } from '@azure/arm-resourcehealth';
import { StreamAnalyticsManagementClient, type StreamingJob } from '@azure/arm-streamanalytics';
import type { TokenCredential } from '@azure/core-auth';
import type { Pipeline, PipelinePolicy } from '@azure/core-rest-pipeline';
import createDocumentClient, { isUnexpected } from '@azure-rest/ai-document-intelligence';
import {
  BatchRequestContent,
  BatchResponseContent,
  Client,
  type Context,
  HTTPMessageHandler,
  type Middleware,
} from '@microsoft/microsoft-graph-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { managed, resourceGroup, resources, restoreSessions, subscriptions, takenModelId } from '../../dev/seed.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ profile: 'microsoft', expectedAlerts: ['upstream_drift'] });
const token = await stack.issueToken({});
const origins: string[] = [];
const urls: string[] = [];
beforeEach(async () => {
  origins.length = 0;
  urls.length = 0;
  await stack.upstream.reset();
});

/** The clients' own policy asks for tokens of another audience and refuses to send one over http. */
const bearToken: PipelinePolicy = {
  name: 'bearToken',
  sendRequest(request, next) {
    origins.push(new URL(request.url).origin);
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

describe('@azure/arm-apimanagement', () => {
  it('reads the invalid members', async () => {
    const wrong = gateway.authorization.createOrUpdate(resourceGroup, 'shop', 'github', 'build', {
      oAuth2GrantType: 'Implicit',
    });
    await expect(wrong).rejects.toMatchObject({
      statusCode: 400,
      code: 'invalid_request',
      message: expect.stringContaining('The request is not valid.'),
      details: { error: { details: [{ target: 'properties.oauth2grantType' }] } },
    });
  });
});

describe('@azure/arm-resourcehealth', () => {
  // The client puts a slash of its own in front.
  const resourceUri = resources.virtualMachine.slice(1);

  it('reads the bare error of the list', async () => {
    const pages = health.eventsOperations.listBySingleResource(resourceUri, { filter: 'nonsense' });
    await expect(pages.next()).rejects.toMatchObject({
      statusCode: 400,
      code: 'InvalidFilter',
      message: expect.stringContaining('filter'),
    });
  });
});

const job: StreamingJob = { location: 'westeurope', sku: { name: 'Standard' } };

describe('@azure/arm-streamanalytics', () => {
  it.each(['none', 'empty object', 'text/json', 'byte order mark'])(
    'C-40 sees that a job was created, after one PUT, when the body is odd: %s',
    async (writeBody) => {
      await stack.upstream.control('modes', { writeBody });
      const created = await streaming.streamingJobs.beginCreateOrReplaceAndWait(resourceGroup, 'clicks', job);
      expect(created?.eTag).toMatch(/^[\da-f-]{36}$/);
      expect(origins).toEqual([stack.url]);
      expect(await stack.upstream.calls()).toHaveLength(1);
    },
  );
});

describe('@azure/arm-streamanalytics, long-running', () => {
  const { created, running } = managed.jobs;
  /** Without a Retry-After the clients ask this often. */
  const often = { updateIntervalInMs: 30 };
  const states = async (name: string) => (await streaming.streamingJobs.get(resourceGroup, name)).jobState;
  /** How often Frontdesk was asked how far a write is. */
  const countPolls = () => urls.filter((url) => url.includes('/operations/')).length;
  const takeTime = (modes = {}) => stack.upstream.control('modes', { moveMs: 150, sendsRetryAfter: false, ...modes });

  it('C-61, C-62, C-63 waits for a job that takes a while to be created, and returns it', async () => {
    await takeTime();
    const slow = await streaming.streamingJobs.beginCreateOrReplaceAndWait(resourceGroup, 'slow-job', job, often);
    expect(slow).toMatchObject({ name: 'slow-job', provisioningState: 'Succeeded' });
    expect(countPolls()).toBeGreaterThan(0);
    expect(new Set(origins)).toEqual(new Set([stack.url]));
    // Its entity tag has no quotes.
    const change = () =>
      streaming.streamingJobs.beginCreateOrReplaceAndWait(resourceGroup, 'slow-job', job, { ...often, ifMatch });
    const { eTag: ifMatch = '' } = slow;
    expect((await change()).eTag).not.toBe(ifMatch);
    await expect(change()).rejects.toMatchObject({ statusCode: 412 });
  });

  it('C-64 reports why a job could not be created', async () => {
    await takeTime({ jobsFail: true });
    const failing = streaming.streamingJobs.beginCreateOrReplaceAndWait(resourceGroup, 'slow-job', job, often);
    await expect(failing).rejects.toThrow('The job could not be created.');
    expect(countPolls()).toBeGreaterThan(0);
  });

  it.each([
    ['start', created],
    ['stop', running],
  ] as const)('C-64 reports that a job failed: %s', async (action, name) => {
    await takeTime({ jobsFail: true });
    const failing =
      action === 'start'
        ? streaming.streamingJobs.beginStartAndWait(resourceGroup, name, often)
        : streaming.streamingJobs.beginStopAndWait(resourceGroup, name, often);
    await expect(failing).rejects.toMatchObject({ statusCode: 409, code: 'JobMoveFailed' });
    expect(await states(name)).toBe('Failed');
  });
});

describe('@azure-rest/ai-document-intelligence', () => {
  const documents = withToken(createDocumentClient(stack.url, credential));
  const authorizeCopy = (modelId: string) =>
    documents.path('/documentModels:authorizeCopy').post({ body: { modelId } });

  it.each([
    [takenModelId, '409', 'Conflict', { innererror: { code: 'ModelExists' } }],
    ['-', '400', 'invalid_request', { details: [{ target: 'modelId' }] }],
  ])('reports why there is none for %s', async (modelId, status, code, more) => {
    const response = await authorizeCopy(modelId);
    if (!isUnexpected(response)) throw new Error('The copy is authorized.');
    expect(response).toMatchObject({ status, body: { error: { code, ...more } } });
  });
});

describe('@microsoft/microsoft-graph-client', () => {
  /** The client gives its token to no address but https. */
  class TokenHandler implements Middleware {
    #next: Middleware | undefined;

    async execute(context: Context): Promise<void> {
      context.options = {
        ...context.options,
        headers: { ...context.options?.headers, authorization: `Bearer ${token}` },
      };
      await this.#next?.execute(context);
    }

    setNext(next: Middleware): void {
      this.#next = next;
    }
  }

  const middleware = [new TokenHandler(), new HTTPMessageHandler()];
  const graph = Client.initWithMiddleware({ baseUrl: stack.url, middleware });

  it('C-68 a batch has twenty steps, whose responses are iterated in their order; one with more is refused as a whole', async () => {
    const steps = Array.from({ length: 20 }, (_, index) => {
      const id = index % 2 ? subscriptions.contoso : restoreSessions.completed;
      return { id: `${index}`, request: new Request(`${stack.url}/solutions/backupRestore/restoreSessions/${id}`) };
    });
    const content = await new BatchRequestContent(steps).getContent();
    const responses = new BatchResponseContent(await graph.api('/$batch').post(content)).getResponsesIterator();
    const statuses = Array.from(responses, ([id, { status }]) => [id, status]);
    expect(statuses).toEqual(steps.map(({ id }, index) => [id, index % 2 ? 404 : 200]));
    const tooMany = { requests: [...content.requests, { ...content.requests[0], id: '20' }] };
    await expect(graph.api('/$batch').post(tooMany)).rejects.toMatchObject({
      statusCode: 400,
      code: 'invalid_request',
    });
  });
});
