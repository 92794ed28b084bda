import { getResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBatchingClient } from '../../client/src/batch.ts';
import { createFrontdeskClient, FrontdeskError, type ProfileName } from '../../client/src/index.ts';
import { handlers, refuse } from '../../client/src/msw.ts';
import { ROUTES } from '../../client/src/schema.ts';
import { listOperations, readDocument } from '../support/openapi.ts';

const baseUrl = 'https://frontdesk.example/api';
const getToken = () => 'token';

/** Returns a fetch that only the handlers serve: it fails for what none of them knows. */
const fetchFrom = (profile: ProfileName) => {
  const all = handlers(baseUrl, { profile });
  return vi.fn(async (url: Parameters<typeof fetch>[0], init?: RequestInit) => {
    const response = await getResponse(all, new Request(url, init));
    if (response === undefined) throw new TypeError(`No handler for ${String(url)}.`);
    return response;
  });
};

const INPUTS_ABSENT = new Set(['body', 'ifMatch', 'ifNoneMatch', '$skipToken']);

/** Has a value for each part of a path. */
const anyInput = new Proxy({}, { get: (_, name) => (INPUTS_ABSENT.has(String(name)) ? undefined : 'a(b)') });

const machine = {
  subscriptionId: 's',
  resourceGroupName: 'g',
  resourceProviderNamespace: 'Vendor.Compute',
  resourceType: 'virtualMachines',
  resourceName: 'vm-web',
};

describe.each(['vendor', 'microsoft'] as const)('the handlers of the profile %s', (profile) => {
  const client = createFrontdeskClient({ baseUrl, getToken, profile, fetch: fetchFrom(profile) });
  const operations = listOperations(readDocument(profile))
    .map(({ operation }) => operation)
    .filter(({ operationId }) => operationId in client);

  it('are for every operation of the client', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  });

  it.each(
    operations.filter(({ operationId }) => operationId !== 'batch').map((each) => [each.operationId, each] as const),
  )('%s returns an example of the document', async (name, { responses }) => {
    // Others have not written.
    const fresh = createFrontdeskClient({ baseUrl, getToken, profile, fetch: fetchFrom(profile) });
    const call = fresh[name as 'getItem'] as unknown as (
      input: object,
    ) => Promise<{ readonly status: number; readonly body: unknown }>;
    const { status, body } = await call(anyInput);
    expect(status).toBeLessThan(300);
    const example = responses[status]?.content?.['application/json'].example as { value?: unknown } | undefined;
    // Of a list the handlers have two elements.
    const shown = Array.isArray(example?.value) ? { ...example, value: example.value.slice(0, 2) } : example;
    expect(body).toEqual(shown);
  });

  it('have what is stored revalidated by its entity tag (C-58)', async () => {
    const { etag, headers } = await client.listHealthEvents(machine);
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect((await client.listHealthEvents({ ...machine, ifNoneMatch: etag ?? '' })).status).toBe(304);
  });

  it('end a list after its second page', async () => {
    const pages = [];
    for await (const { value } of client.listHealthEvents.pages(machine)) pages.push(value.length);
    expect(pages).toEqual([expect.any(Number), 0]);
  });
});

describe('what was written', () => {
  const open = () => createFrontdeskClient({ baseUrl, getToken, fetch: fetchFrom('vendor') });
  const group = { subscriptionId: 's', resourceGroupName: 'g' };
  const job = { ...group, jobName: 'Clicks' };
  const body = { location: 'West Europe', properties: { sku: { name: 'Standard' } } } as const;

  it('is there from then on, also in the list, with an identity and an entity tag', async () => {
    const client = open();
    const created = await client.createOrReplaceStreamingJob({ ...job, ifNoneMatch: '*', body });
    expect(created).toMatchObject({
      status: 201,
      body: { ...body, name: 'Clicks', id: expect.stringMatching(/Clicks$/) },
    });
    const read = await client.getStreamingJob(job);
    expect([read.body, read.etag]).toEqual([created.body, created.etag]);
    const changed = { ...read.body, location: 'North Europe' };
    expect((await client.createOrReplaceStreamingJob({ ...job, ifMatch: read.etag, body: changed })).status).toBe(200);
    const patch = { properties: { eventsOutOfOrderMaxDelayInSeconds: 9 } };
    const patched = await client.updateStreamingJob({ ...job, body: patch });
    expect([patched.status, patched.body]).toMatchObject([
      200,
      { ...changed, properties: { ...body.properties, ...patch.properties } },
    ]);
    const names = (await client.listStreamingJobs(group)).body.value.map(({ location }) => location);
    expect(names.at(-1)).toBe('North Europe');
    const conflict = client.createOrReplaceStreamingJob({ ...job, ifMatch: read.etag, body });
    await expect(conflict).rejects.toMatchObject({ status: 412, problem: 'upstream_refused', outcome: 'rejected' });
    await expect(client.createOrReplaceStreamingJob({ ...job, ifNoneMatch: '*', body })).rejects.toThrow();
  });

  it('is gone once it is deleted; an example can be changed with its entity tag', async () => {
    const client = open();
    const authorization = { ...group, serviceName: 'v', authorizationProviderId: 'p', authorizationId: 'a' };
    const { body: example, etag } = await client.getAuthorization(authorization);
    await client.createOrUpdateAuthorization({ ...authorization, ifMatch: etag, body: example });
    await client.deleteAuthorization({ ...authorization, ifMatch: '*' });
    await expect(client.getAuthorization(authorization)).rejects.toMatchObject({ status: 404 });
    await expect(client.deleteAuthorization({ ...authorization, ifMatch: '*' })).rejects.toMatchObject({ status: 412 });
  });
});

it.each<[string, object, string, string]>([
  ['a value that no list has', { sku: { name: 'Huge' } }, 'properties.sku.name', 'must be one of Standard'],
  ['a missing member', { sku: {} }, 'properties.sku.name', 'is required'],
  ['a part that is no object', { sku: 'Standard' }, 'properties.sku', 'must be an object'],
  ['a list that is none', { sku: { name: 'Standard' }, inputs: {} }, 'properties.inputs', 'must be an array'],
  [
    'a known kind without what it requires',
    {
      sku: { name: 'Standard' },
      transformation: { name: 't', properties: { query: 'q' } },
      functions: [{ name: 'f', properties: { type: 'Scalar', properties: { binding: { type: 'X' }, inputs: 1 } } }],
    },
    'properties.functions[0].properties.properties.inputs',
    'must be an array',
  ],
])('a body with %s is refused, with its path', async (_, properties, target, message) => {
  const client = createFrontdeskClient({ baseUrl, getToken, fetch: fetchFrom('vendor') });
  const job = { subscriptionId: 's', resourceGroupName: 'g', jobName: 'j' };
  const error = await client
    .createOrReplaceStreamingJob({ ...job, body: { properties } as never })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 400, problem: 'invalid_request', outcome: 'not-sent' });
  expect((error as FrontdeskError).details).toContainEqual({ code: 'invalid_value', target, message });
});

describe('under the server of msw', () => {
  const server = setupServer();
  afterEach(() => {
    server.close();
    server.resetHandlers();
  });
  const client = createFrontdeskClient({ baseUrl, getToken });

  it('fetch gets the examples, and a handler that comes first replaces one', async () => {
    server.use(...handlers(baseUrl));
    server.listen({ onUnhandledRequest: 'error' });
    expect((await client.getItem({ companyId: 'c', itemId: 'i' })).body.displayName).toBe('Bicycle');
    server.use(refuse(baseUrl, 'getItem', 'upstream_refused', { code: 'NotFound', status: 404, message: 'Gone.' }));
    const error = await client.getItem({ companyId: 'c', itemId: 'i' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FrontdeskError);
    expect(error).toMatchObject({ status: 404, code: 'NotFound', message: 'Gone.' });
    server.use(refuse(baseUrl, 'listHealthEvents', 'throttled', { retryAfterSeconds: 7, once: true }));
    const refused = { status: 429, problem: 'throttled', code: 'throttled', retryAfterSeconds: 7, details: [] };
    await expect(client.listHealthEvents(machine)).rejects.toMatchObject(refused);
    expect((await client.listHealthEvents(machine)).status).toBe(200);
    const details = [{ code: 'invalid_value', target: 'body.modelId', message: 'is taken' }];
    server.use(refuse(baseUrl, 'authorizeModelCopy', 'invalid_request', { details, target: 'body' }));
    const invalid = client.authorizeModelCopy({ body: { modelId: 'm' } });
    await expect(invalid).rejects.toMatchObject({ details, target: 'body' });
  });

  it.each(['vendor', 'microsoft'] as const)('the parts of a batch get what each gets alone: %s', async (profile) => {
    server.use(...handlers(baseUrl, { profile }));
    server.listen({ onUnhandledRequest: 'error' });
    const sent: string[] = [];
    const fetchUrl: typeof fetch = (url, init) => {
      sent.push(String(url));
      return fetch(url, init);
    };
    const alone = createFrontdeskClient({ baseUrl, getToken, profile });
    const batching = createBatchingClient({ baseUrl, getToken, profile, fetch: fetchUrl });
    server.use(refuse(baseUrl, 'getCustomer', 'forbidden', { profile, once: true }));
    const item = { companyId: 'c', itemId: 'i' };
    const customer = { companyId: 'c', customerId: 'd' };
    const read = () => batching.batch([batching.getItem(item), batching.getCustomer(customer)]);
    const body = (await alone.getItem(item)).body;
    const found = { value: { status: 200, body } };
    expect(await read()).toMatchObject([found, { reason: { status: 403, problem: 'forbidden' } }]);
    expect(await read()).toMatchObject([found, { status: 'fulfilled' }]);
    expect(sent.every((url) => url.endsWith('/$batch'))).toBe(true);
  });

  it('a base that is only a path is that of the page', async () => {
    const all = handlers('/api/');
    const at = (url: string) => getResponse(all, new Request(url));
    expect((await at('https://page.example/api/companies'))?.status).toBe(200);
    expect(await at('https://page.example/other/companies')).toBeUndefined();
  });
});
