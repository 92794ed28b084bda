import { getEventListeners } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatchingClient } from '../../client/src/batch.ts';
import { createFrontdeskClient } from '../../client/src/client.ts';
import { FrontdeskError } from '../../client/src/error.ts';
import { companies, customers, items, restoreSessions, takenModelId } from '../../dev/seed.ts';
import { listSamples, type Sample } from '../../tools/openapi/samples.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, listNestedEvents, putJob, specified } from '../support/valid-requests.ts';

// The link of an authorization leads back to the local stack.
const stack = await startStack({ settings: { LOGIN_REDIRECT_ORIGINS: 'http://127.0.0.1:7071' } });
const administrator = await stack.issueToken({});
const client = createFrontdeskClient({ baseUrl: stack.url, getToken: () => administrator });

const machine = listEvents.values as Parameters<typeof client.listHealthEvents>[0];
const database = listNestedEvents.values as Parameters<typeof client.listNestedHealthEvents>[0];
const job = {
  ...(putJob.values as { subscriptionId: string; resourceGroupName: string; jobName: string }),
  body: { properties: { sku: { name: 'Standard' } } },
} as const;
const item = { companyId: companies.contoso, itemId: items.contoso.bicycle };

/** Returns the error that the call rejects with; fails if it resolves. */
async function failureOf(call: Promise<unknown>): Promise<FrontdeskError> {
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FrontdeskError);
  return error as FrontdeskError;
}

describe('the client', () => {
  it('sends query, correlation id and token', async () => {
    await stack.upstream.reset();
    const customer = { companyId: companies.contoso, customerId: customers.contoso.adatum };
    const { body } = await client.getCustomer({ ...customer, $expand: 'currency' }, { clientRequestId: 'page-1' });
    expect(body.currency).toBeDefined();
    const [call] = await stack.upstream.calls();
    expect(call?.headers['x-ms-client-request-id']).toBe('page-1');
  });

  it('calls getToken before each request, and sends nothing if it fails', async () => {
    const calls: number[] = [];
    const other = createFrontdeskClient({
      baseUrl: `${stack.url}/`,
      getToken: async () => {
        calls.push(calls.length);
        if (calls.length > 2) throw new Error('signed out');
        return administrator;
      },
    });
    await other.getItem(item);
    await other.getItem(item);
    const logged = stack.log.length;
    await expect(other.getItem(item)).rejects.toThrow('signed out');
    expect(stack.log).toHaveLength(logged);
  });

  it('revalidates a list, and bypasses the cache', async () => {
    const list = { ...database, $filter: 'priority ge 0' };
    const { etag = '', cacheStatus } = await client.listNestedHealthEvents(list);
    expect(cacheStatus).toContain('fwd=uri-miss');
    const unchanged = await client.listNestedHealthEvents({ ...list, ifNoneMatch: etag });
    expect(unchanged).toMatchObject({ status: 304, body: undefined, etag });
    expect(unchanged.cacheStatus).toContain('hit');
    const forced = await client.listNestedHealthEvents(list, { noCache: true });
    expect(forced.cacheStatus).toContain('fwd=request');
  });
});

it('yields the elements of all pages, and sends the token only to its base URL, whatever host a link names', async () => {
  const sent: string[] = [];
  const link = 'https://elsewhere.example/a?$top=1&$skipToken=p%2B2';
  const pages = [{ value: [{ id: 'a' }], '@odata.nextLink': link }, { value: [{ id: 'b' }] }];
  const other = createFrontdeskClient({
    baseUrl: 'https://frontdesk.example/api',
    getToken: () => 'secret',
    fetch: async (input) => {
      sent.push(String(input));
      return Response.json(pages.shift());
    },
  });
  const ids: unknown[] = [];
  for await (const { id } of other.listRestoreSessions.items({})) ids.push(id);
  expect(ids).toEqual(['a', 'b']);
  expect(sent.filter((url) => !url.startsWith('https://frontdesk.example/api/solutions/'))).toEqual([]);
  expect(new URL(sent[1] ?? '').searchParams.get('$skipToken')).toBe('p+2');
});

/** The sample of the OpenAPI document, as the client takes it. */
function toInput({ params, query: { 'api-version': apiVersion, ...query } = {}, headers = {}, body }: Sample): object {
  const tags = { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
  const given = Object.entries({ apiVersion, ...tags, body }).filter(([, value]) => value !== undefined);
  return { ...params, ...query, ...Object.fromEntries(given) };
}

it.each(specified.map(({ name }) => name))('%s carries out the sample of the document', async (name) => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  const call = client[name as 'getItem'] as unknown as (input: object) => Promise<{ readonly status: number }>;
  const { status } = await call(toInput(listSamples('Vendor')[name] ?? {}));
  expect(status).toBeLessThan(300);
  expect(stack.log.slice(logged)).toMatchObject([{ operation: name, status }]);
});

it('reads the pages of a list, and the operation that a write has begun', async () => {
  await stack.upstream.reset();
  const group = { subscriptionId: job.subscriptionId, resourceGroupName: job.resourceGroupName };
  const console = { log: vi.fn() };
  for await (const { value } of client.listStreamingJobs.pages(group)) {
    for (const { name, properties } of value) console.log(name, properties?.jobState);
  }
  expect(console.log.mock.calls).toContainEqual(['orders-per-minute', 'Created']);
  const { headers } = await client.startStreamingJob({ ...group, jobName: 'orders-per-minute' });
  const operationId = headers.get('location')?.split('/').at(-1) ?? '';
  expect((await client.getOperation({ operationId })).status).toBe(202);
});

describe('what a call throws', () => {
  it('lists each failing member with its path', async () => {
    const body = { properties: { sku: { name: 'Large' }, outputs: [{}] } };
    const failure = await failureOf(client.createOrReplaceStreamingJob({ ...job, body } as unknown as typeof job));
    expect(failure).toMatchObject({ status: 400, code: 'invalid_request', outcome: 'not-sent' });
    expect(failure.details.map(({ target }) => target)).toEqual(
      expect.arrayContaining(['properties.sku.name', 'properties.outputs[0].name']),
    );
    expect(failure.requestId).toMatch(/^[\da-f-]{36}$/);
  });

  it('reads the error format of health events', async () => {
    const failure = await failureOf(client.listHealthEvents({ ...machine, $filter: 'x'.repeat(3000) }));
    expect(failure.details).toEqual([{ code: 'invalid_request', message: expect.stringContaining('$filter') }]);
    expect(failure.outcome).toBeUndefined();
  });

  it('has the code and message of the upstream', async () => {
    const failure = await failureOf(client.authorizeModelCopy({ body: { modelId: takenModelId } }));
    expect(failure).toMatchObject({ status: 409, code: 'Conflict', outcome: 'rejected', name: 'FrontdeskError' });
    expect(failure.problem).toBe('upstream_refused');
    expect(failure.upstreamRequestId).toMatch(/^[\da-f-]{36}$/);
  });

  it('has the status if the response does not come from Frontdesk', async () => {
    const fetch = async () => new Response('<html>', { status: 502 });
    const other = createFrontdeskClient({ baseUrl: '', getToken: () => '', fetch });
    expect(await failureOf(other.getItem(item))).toMatchObject({
      status: 502,
      code: '',
      problem: undefined,
      details: [],
    });
  });

  it.each([
    ...[400, 403, 404, 405, 409, 410, 412, 413, 415, 422].map((status) => [status, true] as const),
    ...[401, 408, 429, 500, 502, 503, 504, 507].map((status) => [status, false] as const),
  ])('of status %i would be the same again: %j', async (status, isFinal) => {
    const fetch = async () => new Response('{}', { status });
    const other = createFrontdeskClient({ baseUrl: '', getToken: () => '', fetch });
    expect((await failureOf(other.getItem(item))).isFinal).toBe(isFinal);
  });

  it('is the abort itself when the signal is aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(client.getItem(item, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('createBatchingClient', () => {
  const urls: string[] = [];
  const create = (options: Partial<Parameters<typeof createBatchingClient>[0]> = {}) =>
    createBatchingClient({
      baseUrl: `${stack.url}/`,
      getToken: () => administrator,
      fetch: (url, init) => {
        urls.push(new URL(String(url)).pathname);
        return fetch(url, init);
      },
      // Longer than a busy machine needs to start a few calls.
      windowMs: 100,
      ...options,
    });
  beforeEach(() => {
    urls.length = 0;
  });

  it('reads of the same moment are one request, each with a response or an error of its own', async () => {
    const batching = create();
    const [read, refused, list] = await batching.batch([
      batching.getItem(item),
      batching.getItem({ ...item, itemId: 'none' }),
      batching.listCompanies({}),
    ]);
    expect(urls).toEqual(['/$batch']);
    expect(read).toMatchObject({ status: 'fulfilled', value: { status: 200, body: { id: item.itemId } } });
    expect(refused).toMatchObject({
      status: 'rejected',
      reason: { status: 400, operation: 'getItem', code: 'invalid_request', details: [{ target: 'itemId' }] },
    });
    const ids = [read, list].map((one) => one.status === 'fulfilled' && one.value.requestId?.split('.')[0]);
    expect(new Set(ids).size).toBe(1);
  });

  it('what is slow holds up neither what is cached nor another API', async () => {
    await stack.upstream.reset();
    const batching = create();
    const job = { ...machine, jobName: 'orders-per-minute' };
    await batching.listHealthEvents(machine);
    urls.length = 0;
    await stack.upstream.fault({ api: 'business', fault: { kind: 'delay', ms: 20_000 } });
    const leaving = new AbortController();
    const slow = batching.batch([batching.getItem(item, leaving), batching.getItem(item, leaving)]);
    await batching.batch([
      ...Array.from({ length: 10 }, () => batching.listHealthEvents(machine)),
      ...[1, 2, 3].map(() => batching.getStreamingJob(job)),
    ]);
    leaving.abort();
    expect((await slow).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(urls.filter((url) => url === '/$batch')).toHaveLength(2);
    expect(urls).toHaveLength(12);
  });

  it('sends the headers of each read; digits stay as they came', async () => {
    const bodies: unknown[] = [];
    const recording = create({
      fetch: async (_, init) => {
        bodies.push(JSON.parse(String(init?.body)));
        return Response.json({ responses: [] });
      },
    });
    await recording.batch([recording.listCompanies({}), recording.getItem(item, { noCache: true })]);
    const url = `/companies(${item.companyId})/items(${item.itemId})`;
    expect(bodies).toEqual([
      {
        requests: [
          { id: '0', method: 'GET', url: '/companies', headers: {} },
          { id: '1', method: 'GET', url, headers: { 'cache-control': 'no-cache' } },
        ],
      },
    ]);
    // Node 20 rounds.
    if (!('rawJSON' in JSON)) return;
    const body = '{"value":[{"balance":9007199254740993,"rate":1.10}]}';
    const texts: string[] = [];
    const exact = create({
      fetch: async () => new Response(`{"responses":[{"id":"0","status":200,"body":${body}},{"id":"1","status":404}]}`),
      parse: (text) => texts.push(text),
    });
    await exact.batch([exact.listCompanies({}), exact.listCompanies({})]);
    expect(texts[0]).toBe(body);
  });

  it('21 reads are two batches; a write and another token go by themselves', async () => {
    const batching = create();
    const reads = Array.from({ length: 21 }, () => batching.getItem(item));
    const draft = batching.deleteRestoreSession({ restoreSessionBaseId: restoreSessions.draft }).catch(() => {});
    expect((await batching.batch(reads)).every(({ status }) => status === 'fulfilled')).toBe(true);
    await draft;
    expect(urls.filter((url) => url === '/$batch')).toHaveLength(1);
    expect(urls.toSorted()).toEqual([
      '/$batch',
      expect.stringMatching(/^.companies/),
      expect.stringMatching(/^.solutions/),
    ]);
    const tokens = [administrator, await stack.issueToken({ roles: [] })];
    const two = createBatchingClient({ baseUrl: stack.url, getToken: () => tokens.pop() ?? '', windowMs: 100 });
    const ended = await two.batch([two.getItem(item), two.getItem(item)]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('a batch that fails fails its calls only: by an error, by a status, or without a response for one', async () => {
    const refuse = (response: () => Response | Promise<Response>) => create({ fetch: async () => response() });
    const refused = refuse(() =>
      Response.json({ error: { code: 'throttled' } }, { status: 429, headers: { 'retry-after': '7' } }),
    );
    const throttled = { reason: { status: 429, code: 'throttled', retryAfterSeconds: 7 } };
    const ended = await refused.batch([refused.getItem(item), refused.listCompanies({})]);
    expect(ended).toMatchObject([throttled, throttled]);
    const cut = refuse(() => Promise.reject(new TypeError('cut')));
    const lost = await cut.batch([cut.getItem(item), cut.listCompanies({})]);
    expect(lost).toMatchObject([{ reason: { message: 'cut' } }, { reason: { message: 'cut' } }]);
    const foreign = refuse(() => new Response('<html>'));
    const noJson = { reason: { status: 200, operation: 'getItem', message: 'The response is not JSON.' } };
    expect(await foreign.batch([foreign.getItem(item), foreign.getItem(item)])).toMatchObject([noJson, noJson]);
    const part = { id: '0', status: 200, headers: {}, body: {} };
    const short = refuse(() => Response.json({ responses: [part] }));
    const [first, second] = await short.batch([short.getItem(item), short.listCompanies({})]);
    expect([first.status, second]).toEqual(['fulfilled', { status: 'rejected', reason: expect.any(TypeError) }]);
  });

  it('a call that is aborted leaves its batch; when all are, the batch is aborted', async () => {
    const batching = create();
    const leaving = new AbortController();
    const left = batching.getItem(item, { signal: leaving.signal });
    const [gone, read, other] = await batching.batch([
      Promise.resolve()
        .then(() => leaving.abort())
        .then(() => left),
      batching.getItem(item),
      batching.listCompanies({}),
    ]);
    expect([gone, read.status, other.status]).toMatchObject([
      { reason: { name: 'AbortError' } },
      'fulfilled',
      'fulfilled',
    ]);
    const signals: (AbortSignal | null | undefined)[] = [];
    const hanging = create({
      windowMs: 0,
      fetch: (_, init) => {
        signals.push(init?.signal);
        all.abort();
        return new Promise(() => {});
      },
    });
    const all = new AbortController();
    const calls = [hanging.getItem(item, all), hanging.listCompanies({}, all)];
    expect((await hanging.batch(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it('leaves no listener on a signal that outlives its calls', async () => {
    const part = (id: string) => ({ id, status: 200, headers: {}, body: {} });
    const batching = create({
      windowMs: 0,
      fetch: async () => Response.json({ responses: [part('0'), part('1')] }),
    });
    const living = new AbortController();
    await batching.batch([batching.getItem(item, living), batching.listCompanies({}, living)]);
    // The batch ends after its calls.
    await expect.poll(() => getEventListeners(living.signal, 'abort')).toEqual([]);
  });
});

describe('the README of the client', () => {
  const readme = readFileSync('client/README.md', 'utf8');
  /** Collapses white space: the README is indented differently from the code. */
  const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

  it('has no block that does not run: here, in the dashboard or with the README of the repository', () => {
    const dashboard = readdirSync('test/dashboard/src').map((file) => `test/dashboard/src/${file}`);
    const files = ['test/client/client.test.ts', 'README.md', ...dashboard];
    const sources = files.map((file) => squeeze(readFileSync(file, 'utf8')));
    const pages = [readme, readFileSync('docs/test-your-frontend.md', 'utf8')].join('\n');
    const blocks = Array.from(pages.matchAll(/^```tsx?\n(.*?)^```/gms), ([, code = '']) => code);
    const paragraphs = blocks.flatMap((block) => block.split(/\n\n/)).map(squeeze);
    expect(paragraphs.length).toBeGreaterThan(12);
    // Playwright's own configuration.
    const unknown = paragraphs.filter((text) => !sources.some((source) => source.includes(text)));
    expect(unknown.filter((text) => !text.startsWith('webServer:'))).toEqual([]);
    expect(pages.replace(/^```.*?^```/gms, '')).not.toMatch(/^ {4}\S/m);
  });
});
