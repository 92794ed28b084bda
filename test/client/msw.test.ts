import { readFileSync } from 'node:fs';
import { getResponse, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBatchingClient } from '../../client/src/batch.ts';
import { createFrontdeskClient, FrontdeskError, type ProfileName } from '../../client/src/index.ts';
import { handlers } from '../../client/src/msw.ts';
import { ROUTES } from '../../client/src/schema.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';

const baseUrl = 'https://frontdesk.example/api';
const getToken = () => 'token';

interface Documented {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: { 'application/json': { readonly example?: unknown } } }>
  >;
}

function readOperations(profile: ProfileName): readonly Documented[] {
  const { paths } = JSON.parse(readFileSync(DOCUMENT_FILES[profile], 'utf8'));
  return Object.values<Record<string, Documented>>(paths).flatMap((methods) => Object.values(methods));
}

/** Answers by the handlers alone: what none of them knows fails. */
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
  const operations = readOperations(profile).filter(({ operationId }) => operationId in client);

  it('are for every operation of the client', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  });

  it.each(
    operations.filter(({ operationId }) => operationId !== 'batch').map((each) => [each.operationId, each] as const),
  )('%s returns an example of the document', async (name, { responses }) => {
    const call = client[name as 'getItem'] as unknown as (
      input: object,
    ) => Promise<{ readonly status: number; readonly body: unknown }>;
    const { status, body } = await call(anyInput);
    expect(status).toBeLessThan(300);
    const example = responses[status]?.content?.['application/json'].example as { value?: unknown } | undefined;
    // Of a list the handlers have two elements.
    const shown = Array.isArray(example?.value) ? { ...example, value: example.value.slice(0, 2) } : example;
    expect(body).toEqual(shown);
  });

  it('C-58 have what is stored revalidated by its entity tag', async () => {
    const { etag, headers } = await client.listHealthEvents(machine);
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect((await client.listHealthEvents({ ...machine, ifNoneMatch: etag ?? '' })).status).toBe(304);
  });

  it('end a list after its second page', async () => {
    const pages = [];
    for await (const { value } of client.listHealthEvents.pages(machine)) pages.push(value.length);
    expect(pages).toEqual([expect.any(Number), 0]);
  });

  it('give the parts of a batch what each gets alone', async () => {
    const fetch = fetchFrom(profile);
    const batching = createBatchingClient({ baseUrl, getToken, profile, fetch });
    const item = { companyId: 'c', itemId: 'i' };
    const [read, list] = await batching.batch([batching.getItem(item), batching.listHealthEvents(machine)]);
    expect(read).toMatchObject({ value: { status: 200, body: (await client.getItem(item)).body } });
    expect(list).toMatchObject({ value: { status: 200, body: (await client.listHealthEvents(machine)).body } });
    expect(fetch.mock.calls.every(([url]) => String(url).endsWith('/$batch'))).toBe(true);
  });
});

describe('under the server of msw', () => {
  const server = setupServer();
  afterEach(() => server.close());
  const client = createFrontdeskClient({ baseUrl, getToken });

  it('fetch gets the examples, and a handler that comes first replaces one', async () => {
    server.use(...handlers(baseUrl));
    server.listen({ onUnhandledRequest: 'error' });
    expect((await client.getItem({ companyId: 'c', itemId: 'i' })).body.displayName).toBe('Bicycle');
    const missing = HttpResponse.json({ error: { code: 'NotFound', message: 'Gone.' } }, { status: 404 });
    server.use(http.get(/\/items\(/, () => missing));
    const error = await client.getItem({ companyId: 'c', itemId: 'i' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FrontdeskError);
    expect(error).toMatchObject({ status: 404, code: 'NotFound' });
  });

  it('a base that is only a path is that of the page', async () => {
    const all = handlers('/api/');
    const at = (url: string) => getResponse(all, new Request(url));
    expect((await at('https://page.example/api/companies'))?.status).toBe(200);
    expect(await at('https://page.example/other/companies')).toBeUndefined();
  });
});
