import { describe, expect, it, vi } from 'vitest';
import {
  type ClientOptions,
  createFrontdeskClient,
  type FrontdeskClient,
  FrontdeskError,
  type ReceivedResponse,
  type SentRequest,
  type TokenRequest,
} from '../../client/src/index.ts';
import { infiniteQueryOptions, mutationOptions, queryOptions, toQueryKey } from '../../client/src/queries.ts';
import { readBack } from '../../client/src/read-back.ts';

const item = { companyId: 'c', itemId: 'i' };
const job = { subscriptionId: 's', resourceGroupName: 'g', jobName: 'j' };
const jobBody = { properties: { sku: { name: 'Standard' } } } as const;
const sentItem = { operation: 'getItem', method: 'GET', url: 'https://f.example/companies(c)/items(i)' };
const throttled = (retryAfter = '0') =>
  Response.json(
    { error: { code: 'throttled', message: 'Later.' } },
    { status: 429, headers: { 'retry-after': retryAfter } },
  );

/** A client whose requests get these responses, one after the other. */
function open(responses: Response[], options: Partial<ClientOptions> = {}) {
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
  const durationMs = expect.any(Number);
  expect(seen).toEqual([
    { ...sentItem, attempt: 1 },
    { ...sentItem, attempt: 1, status: 429, durationMs, requestId: undefined, cacheStatus: undefined },
    { ...sentItem, attempt: 2 },
    { ...sentItem, attempt: 2, status: 200, durationMs, requestId: 'r', cacheStatus: 'Frontdesk; hit' },
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

describe('a refused token', () => {
  const refuse = (challenge = 'Bearer error="invalid_token"') =>
    Response.json({ error: { code: 'invalid_token' } }, { status: 401, headers: { 'www-authenticate': challenge } });

  it('is replaced, and the request is sent once more, also a write', async () => {
    const claims = '{"access_token":{"acrs":{"essential":true,"value":"c1"}}}';
    const challenge = `Bearer error="insufficient_claims", claims="${btoa(claims)}"`;
    const getToken = vi.fn(({ refused }: TokenRequest) => (refused ? 'new' : 'old'));
    const { client, fetch } = open([refuse(challenge)], { getToken });
    expect((await client.authorizeModelCopy({ body: { modelId: 'm' } })).status).toBe(200);
    expect(getToken.mock.calls).toEqual([[{}], [{ refused: { challenge, claims } }]]);
    const sent = fetch.mock.calls as unknown as [string, RequestInit][];
    expect(sent.map(([, { headers }]) => new Headers(headers).get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
  });

  it.each([
    ['the same token', () => 't', 1],
    ['another token that is refused', ({ refused }: TokenRequest) => (refused ? 'new' : 'old'), 2],
  ])('stays an error with %s', async (_, getToken, times) => {
    const { client, fetch } = open([refuse(), refuse(), refuse()], { getToken });
    await expect(client.getItem(item)).rejects.toMatchObject({ status: 401 });
    expect(fetch).toHaveBeenCalledTimes(times);
  });
});

describe('before a token is asked for', () => {
  const getToken = vi.fn(() => 't');
  const { client } = open([], { getToken });
  const PUT = 'createOrReplaceStreamingJob';

  const read = (input: object) => client.getItem({ ...item, ...input });
  const write = (input: object) => client.createOrReplaceStreamingJob({ ...job, body: jobBody, ...input });

  it.each<[string, () => Promise<unknown>, string]>([
    ['an absent path member', () => read({ itemId: undefined }), 'getItem: itemId must be a text, not undefined.'],
    ['an empty one', () => read({ companyId: '' }), 'getItem: companyId must be a text, not "".'],
    ['a number', () => read({ itemId: 7 }), 'getItem: itemId must be a text, not 7.'],
    [
      'a write with an absent entity tag',
      () => write({ ifMatch: undefined }),
      `${PUT}: ifMatch must be a text, not undefined.`,
    ],
    ['a write with an empty one', () => write({ ifNoneMatch: '' }), `${PUT}: ifNoneMatch must be a text, not "".`],
  ])('%s is a TypeError', async (_, call, message) => {
    await expect(call()).rejects.toThrow(new TypeError(message));
    expect(getToken).not.toHaveBeenCalled();
  });

  it('a read may have an absent entity tag', async () => {
    expect((await client.listSubscriptionHealthEvents({ subscriptionId: 's', ifNoneMatch: undefined })).status).toBe(
      200,
    );
  });
});

it('an error names operation, method and URL, and has the headers and the parsed body', async () => {
  const { client } = open([throttled('7')]);
  const error = await client.getItem(item).catch((reason: FrontdeskError) => reason);
  expect(error).toMatchObject({ ...sentItem, body: { error: { code: 'throttled' } } });
  expect((error as FrontdeskError).headers.get('retry-after')).toBe('7');
});

describe('wait', () => {
  const pending = { 'azure-asyncoperation': 'https://f.example/operations/abc', 'retry-after': '0' };
  const start = (client: FrontdeskClient) => client.startStreamingJob(job);
  const accepted = () => new Response(null, { status: 202, headers: pending });

  it('polls until the write has ended, survives what passes, and reports the progress', async () => {
    const gone = new Response('', { status: 503 });
    const { client, fetch } = open([accepted(), accepted(), gone, accepted(), Response.json({ status: 'Succeeded' })]);
    const onProgress = vi.fn();
    expect(await client.wait(await start(client), { onProgress })).toMatchObject({
      status: 200,
      body: { status: 'Succeeded' },
    });
    expect(onProgress.mock.calls.map(([{ status }]) => status)).toEqual([202, 202]);
    expect(fetch).toHaveBeenLastCalledWith('https://f.example/operations/abc', expect.anything());
  });

  it('rejects for a write that failed, and when its signal aborts; anything else is returned at once', async () => {
    const failed = Response.json({ error: { code: 'JobCreationFailed' } }, { status: 400 });
    const { client } = open([accepted(), failed]);
    await expect(client.wait(await start(client))).rejects.toMatchObject({ code: 'JobCreationFailed' });
    const other = open([new Response(null, { status: 202, headers: { ...pending, 'retry-after': '30' } })]).client;
    await expect(other.wait(await start(other), { signal: AbortSignal.timeout(1) })).rejects.toThrow('timeout');
    const read = await client.getItem(item);
    expect(await client.wait(read)).toBe(read);
  });
});

describe('readBack', () => {
  it('returns what is there beside what was sent', async () => {
    const { client, fetch } = open([]);
    const { sent, found } = await readBack(client, 'createOrReplaceStreamingJob', {
      ...job,
      ifMatch: '"1"',
      body: jobBody,
    });
    expect([sent, found?.body]).toEqual([jobBody, { id: 'i' }]);
    const [[url, init]] = fetch.mock.calls as unknown as [[string, RequestInit]];
    expect(url).toMatch(/streamingjobs\/j\?/);
    expect([init.method, new Headers(init.headers).has('if-match')]).toEqual(['GET', false]);
  });

  it('reads the resource of an action; nothing is there after a 404; a copy cannot be read', async () => {
    const { client, fetch } = open([new Response('', { status: 404 })]);
    expect(await readBack(client, 'startStreamingJob', job)).toEqual({ sent: undefined, found: undefined });
    expect(fetch).toHaveBeenCalledWith(expect.stringMatching(/streamingjobs\/j\?/), expect.anything());
    await expect(readBack(client, 'authorizeModelCopy', { body: { modelId: 'm' } })).rejects.toThrow(TypeError);
  });
});

describe('the options of TanStack Query', () => {
  const { signal } = new AbortController();
  const maxAge = { headers: { 'cache-control': 'private, max-age=60' } };

  it('have a key by operation and input, pass the signal, and are fresh as long as the response', async () => {
    const { client, fetch } = open([Response.json({ id: 'i' }, maxAge)]);
    const { queryKey, queryFn, staleTime } = queryOptions(client, 'getItem', item);
    expect([queryKey, toQueryKey('getItem')]).toEqual([
      ['frontdesk', 'getItem', item],
      ['frontdesk', 'getItem'],
    ]);
    const data = await queryFn({ signal });
    expect([data.body, staleTime({ state: { data } })]).toEqual([{ id: 'i' }, 60_000]);
    expect(staleTime({ state: { data: undefined } })).toBe(0);
    expect(fetch).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ signal }));
  });

  it('repeat what passes by itself, three times and when Retry-After says', async () => {
    const { client } = open([throttled('7'), new Response('', { status: 404 }), new Response('', { status: 502 })]);
    const { retry, retryDelay } = queryOptions(client, 'getItem', item);
    const failures = await Promise.all(
      [1, 2, 3].map(() => client.getItem(item).catch((error: Error) => error as Error)),
    );
    expect(failures.map((error) => retry(0, error as Error))).toEqual([true, false, true]);
    expect(failures.map((error) => retryDelay(1, error as Error))).toEqual([7_000, 2_000, 2_000]);
    expect(retry(3, failures[0] as Error)).toBe(false);
  });

  it('walk the pages of a list', async () => {
    const { client, fetch } = open([
      Response.json({ value: [], nextLink: 'https://x/?$skipToken=2' }, maxAge),
      Response.json({ value: [] }),
    ]);
    const options = infiniteQueryOptions(client, 'listStreamingJobs', { subscriptionId: 's', resourceGroupName: 'g' });
    expect(options.queryKey.at(-1)).toBe('pages');
    const first = await options.queryFn({ signal, pageParam: options.initialPageParam });
    expect(options.getNextPageParam(first)).toBe('2');
    const last = await options.queryFn({ signal, pageParam: '2' });
    expect(options.getNextPageParam(last)).toBeUndefined();
    expect(fetch).toHaveBeenLastCalledWith(expect.stringContaining('skipToken=2'), expect.anything());
    expect(options.staleTime({ state: { data: { pages: [first, last], pageParams: [undefined, '2'] } } })).toBe(60_000);
  });

  it('invalidate the reads of what a mutation wrote, unless it is certain that it wrote nothing', async () => {
    const toError = (outcome: string) => new Response('', { status: 504, headers: { 'x-frontdesk-outcome': outcome } });
    const { client } = open([toError('unknown'), toError('not-sent')]);
    const { mutationFn, onSettled } = mutationOptions(client, 'stopStreamingJob');
    const invalidated: unknown[] = [];
    const context = {
      client: {
        invalidateQueries: async ({ queryKey }: { queryKey: readonly unknown[] }) => invalidated.push(queryKey[1]),
      },
    };
    const names = ['getStreamingJob', 'listStreamingJobs', 'listSubscriptionStreamingJobs'];
    for (const reads of [names, [], names]) {
      const [data, error] = await mutationFn(job).then(
        (done) => [done, null] as const,
        (failed: Error) => [undefined, failed] as const,
      );
      await onSettled(data, error, job, undefined, context);
      expect(invalidated.splice(0)).toEqual(reads);
    }
  });
});
