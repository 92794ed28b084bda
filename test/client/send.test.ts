import { expect, it, vi } from 'vitest';
import {
  createFrontdeskClient,
  FrontdeskError,
  type ReceivedResponse,
  type SentRequest,
} from '../../client/src/index.ts';
import { queryOptions, toQueryKey } from '../../client/src/queries.ts';

const item = { companyId: 'c', itemId: 'i' };
const throttled = (retryAfter = '0') =>
  Response.json(
    { error: { code: 'throttled', message: 'Later.' } },
    { status: 429, headers: { 'retry-after': retryAfter } },
  );

/** A client whose requests get these responses, one after the other. */
function open(responses: Response[], options: Partial<Parameters<typeof createFrontdeskClient>[0]> = {}) {
  const fetch = vi.fn(async () => responses.shift() ?? Response.json({ id: 'i' }));
  return {
    fetch,
    client: createFrontdeskClient({ baseUrl: 'https://f.example', getToken: () => 't', fetch, ...options }),
  };
}

it('sends each call once unless retry is set', async () => {
  const { client, fetch } = open([throttled()]);
  await expect(client.getItem(item)).rejects.toMatchObject({ status: 429 });
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('repeats a GET after 429 and 503, as often as retry allows', async () => {
  const unavailable = new Response('', { status: 503, headers: { 'retry-after': '0' } });
  const { client, fetch } = open([throttled(), unavailable], { retry: { attempts: 3 } });
  expect((await client.getItem(item)).status).toBe(200);
  expect(fetch).toHaveBeenCalledTimes(3);
  const other = open([throttled(), throttled(), throttled()], { retry: { attempts: 2 } });
  await expect(other.client.getItem(item)).rejects.toMatchObject({ status: 429 });
  expect(other.fetch).toHaveBeenCalledTimes(2);
});

it.each<[string, Response, 'getItem' | 'authorizeModelCopy']>([
  ['a write', throttled(), 'authorizeModelCopy'],
  ['a failure of another status', new Response('', { status: 502, headers: { 'retry-after': '0' } }), 'getItem'],
  ['without Retry-After', new Response('', { status: 503 }), 'getItem'],
  ['a longer wait than allowed', throttled('31'), 'getItem'],
])('does not repeat %s', async (_, response, name) => {
  const { client, fetch } = open([response], { retry: { attempts: 3 } });
  const call = name === 'getItem' ? client.getItem(item) : client.authorizeModelCopy({ body: { modelId: 'm' } });
  await expect(call).rejects.toBeInstanceOf(FrontdeskError);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('an aborted signal ends the wait', async () => {
  const { client, fetch } = open([throttled('20')], { retry: { attempts: 2 } });
  const controller = new AbortController();
  const ended = expect(client.getItem(item, { signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await vi.waitUntil(() => fetch.mock.calls.length === 1, 20_000);
  controller.abort();
  await ended;
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('tells what it sends and receives, without the token', async () => {
  const seen: (SentRequest | ReceivedResponse)[] = [];
  const hooks = {
    onRequest: (sent: SentRequest) => seen.push(sent),
    onResponse: (got: ReceivedResponse) => seen.push(got),
  };
  const found = Response.json({ id: 'i' }, { headers: { 'x-ms-request-id': 'r', 'cache-status': 'Frontdesk; hit' } });
  const { client } = open([throttled(), found], { retry: { attempts: 2 }, ...hooks });
  await client.getItem(item);
  const sent = { operation: 'getItem', method: 'GET', url: 'https://f.example/companies(c)/items(i)' };
  const durationMs = expect.any(Number);
  expect(seen).toEqual([
    { ...sent, attempt: 1 },
    { ...sent, attempt: 1, status: 429, durationMs, requestId: undefined, cacheStatus: undefined },
    { ...sent, attempt: 2 },
    { ...sent, attempt: 2, status: 200, durationMs, requestId: 'r', cacheStatus: 'Frontdesk; hit' },
  ]);
});

it.each([
  ['7', 7],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('reads Retry-After %j as %j', async (retryAfter, seconds) => {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const { client } = open([new Response('', { status: 503, headers })]);
  await expect(client.getItem(item)).rejects.toHaveProperty('retryAfterSeconds', seconds);
});

it('an error names operation, method and URL', async () => {
  const { client } = open([throttled()]);
  await expect(client.getItem(item)).rejects.toMatchObject({
    operation: 'getItem',
    method: 'GET',
    url: 'https://f.example/companies(c)/items(i)',
  });
});

it('a success that is no JSON is an error, and one without a body is none', async () => {
  const { client } = open([new Response('<html>'), new Response('', { status: 200 })]);
  await expect(client.getItem(item)).rejects.toMatchObject({
    status: 200,
    code: '',
    message: 'The response is not JSON.',
  });
  expect((await client.getItem(item)).body).toBeUndefined();
});

it('takes a list for $expand', async () => {
  const { client, fetch } = open([]);
  await client.getCustomer({ companyId: 'c', customerId: 'd', $expand: ['currency', 'picture'] });
  expect(fetch).toHaveBeenCalledWith(
    expect.stringContaining('$expand=currency%2Cpicture'.replace('$', '%24')),
    expect.anything(),
  );
});

it('gives TanStack Query a key by operation and input, and passes its signal', async () => {
  const { client, fetch } = open([]);
  const { queryKey, queryFn } = queryOptions(client, 'getItem', item);
  expect(queryKey).toEqual(['frontdesk', 'getItem', item]);
  expect(toQueryKey('getItem')).toEqual(['frontdesk', 'getItem']);
  const { signal } = new AbortController();
  expect((await queryFn({ signal })).body).toEqual({ id: 'i' });
  expect(fetch).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ signal }));
});
