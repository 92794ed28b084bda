import { dehydrate, hydrate, QueryClient, QueryObserver } from '@tanstack/query-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  beforeEach(() => getToken.mockClear());
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
  const at = (retryAfter: string, address = 'https://f.example/operations/abc') => ({
    'azure-asyncoperation': address,
    'retry-after': retryAfter,
  });
  const start = (client: FrontdeskClient) => client.startStreamingJob(job);
  const accepted = (retryAfter = '0') => new Response(null, { status: 202, headers: at(retryAfter) });
  const state = (status: string, more = {}) => Response.json({ status, ...more }, { headers: { 'retry-after': '7' } });
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  /** Follows the write that got the first response; returns its end, and after how many seconds each poll was sent. */
  async function follow(responses: Response[], onProgress?: () => void) {
    const { client, fetch } = open(responses);
    const startedAt = performance.now();
    const seconds: number[] = [];
    const polling = open(responses, {
      fetch: (...sent) => {
        seconds.push(Math.round((performance.now() - startedAt) / 100) / 10);
        return (fetch as typeof globalThis.fetch)(...sent);
      },
    });
    const end = polling.client
      .wait(await start(client), onProgress ? { onProgress } : {})
      .catch((error: FrontdeskError) => error);
    await vi.advanceTimersByTimeAsync(200_000);
    return { end: await end, seconds, fetch };
  }

  it('polls until the status says the end, survives what passes, and reports the progress', async () => {
    const gone = new Response('', { status: 503 });
    const onProgress = vi.fn();
    const { end, fetch } = await follow(
      [accepted(), accepted(), gone, state('InProgress'), state('Succeeded')],
      onProgress,
    );
    expect(end).toMatchObject({ status: 200, body: { status: 'Succeeded' } });
    expect(onProgress.mock.calls).toMatchObject([[{ status: 202 }], [{ body: { status: 'InProgress' } }]]);
    expect(fetch).toHaveBeenLastCalledWith('https://f.example/operations/abc', expect.anything());
  });

  it.each([['Failed'], ['Canceled']])('rejects for a write whose status is %s, with its error', async (status) => {
    const error = { code: 'JobCreationFailed', message: 'No room.' };
    const { end } = await follow([accepted(), state('InProgress'), state(status, { error })]);
    expect(end).toBeInstanceOf(FrontdeskError);
    expect(end).toMatchObject({ ...error, status: 200, operation: 'getOperation' });
    expect((await follow([accepted(), state(status)])).end).toMatchObject({ message: 'The write has failed.' });
  });

  it('keeps the pace that each response tells: a date, a 429; never less than a second, 5 without one', async () => {
    const date = new Date(Date.now() + 20_000).toUTCString();
    const silent = new Response(null, { status: 202 });
    const responses = [accepted('0'), accepted(date), throttled('40'), silent, state('InProgress'), state('Succeeded')];
    const { seconds } = await follow(responses);
    expect(seconds[0]).toBe(1);
    // A date has whole seconds.
    expect(Math.round((seconds[1] ?? 0) - 20)).toBeLessThanOrEqual(1);
    const waits = seconds.slice(2).map((second, index) => Math.round(second - (seconds[index + 1] ?? 0)));
    expect(waits).toEqual([40, 5, 7]);
  });

  it.each(['https://f.example/operations/abc/', '/operations/abc?t=1/2'])('polls the address %s', async (address) => {
    const first = new Response(null, { status: 202, headers: { location: address } });
    const { fetch } = await follow([first, Response.json({ id: 'i' })]);
    expect(fetch).toHaveBeenLastCalledWith('https://f.example/operations/abc', expect.anything());
  });

  it('rejects for a refused poll, and when its signal aborts; anything else is returned at once', async () => {
    const failed = Response.json({ error: { code: 'NotFound' } }, { status: 404 });
    expect((await follow([accepted(), failed])).end).toMatchObject({ code: 'NotFound' });
    const { client } = open([accepted('30')]);
    const ended = expect(client.wait(await start(client), { signal: AbortSignal.abort() })).rejects.toThrow('abort');
    await ended;
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
  const maxAge = (age: number) => ({
    headers: { 'cache-control': 'private, max-age=60', age: `${age}`, etag: '"1"', 'x-ms-request-id': `${age}` },
  });
  const bicycle = (age: number) => Response.json({ displayName: 'Bicycle', balance: null }, maxAge(age));

  it('keep plain JSON: it is persisted, and an equal response is the same data', async () => {
    const { client } = open([bicycle(10), bicycle(20), bicycle(0)]);
    const options = queryOptions(client, 'getItem', item);
    const queries = new QueryClient();
    const data = await queries.fetchQuery(options);
    expect(data).toEqual({ status: 200, body: { displayName: 'Bicycle', balance: null }, etag: '"1"' });
    await queries.refetchQueries({ queryKey: toQueryKey('getItem') });
    expect(queries.getQueryData(options.queryKey)).toBe(data);
    const restored = new QueryClient();
    hydrate(restored, JSON.parse(JSON.stringify(dehydrate(queries))));
    const read = () => new QueryObserver(restored, options).getCurrentResult();
    expect(read()).toMatchObject({ data, isStale: true });
    const shown = restored.getQueryData(options.queryKey);
    await restored.fetchQuery(options);
    expect(restored.getQueryData(options.queryKey)).toBe(shown);
    expect(read().isStale).toBe(false);
  });

  it('have a key by operation and input, pass the signal, and are fresh for what is left of max-age', async () => {
    const { client, fetch } = open([bicycle(20)]);
    const options = queryOptions(client, 'getItem', item);
    expect([options.queryKey, toQueryKey('getItem')]).toEqual([
      ['frontdesk', 'getItem', item],
      ['frontdesk', 'getItem'],
    ]);
    const queries = new QueryClient();
    await queries.fetchQuery(options);
    const query = queries.getQueryCache().find({ queryKey: options.queryKey });
    expect(options.staleTime(query ?? {})).toBe(40_000);
    expect(options.staleTime({})).toBe(0);
    expect(fetch).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ signal: expect.any(AbortSignal) }));
  });

  it('repeat what passes by itself, three times and when Retry-After says, unless that is long', async () => {
    const statuses = [
      throttled('7'),
      new Response('', { status: 404 }),
      new Response('', { status: 502 }),
      throttled('600'),
    ];
    const { client } = open(statuses);
    const { retry, retryDelay } = queryOptions(client, 'getItem', item);
    const failures: Error[] = [];
    for (const _ of [1, 2, 3, 4]) failures.push((await client.getItem(item).catch((error: Error) => error)) as Error);
    expect(failures.map((error) => retry(0, error))).toEqual([true, false, true, false]);
    expect(failures.slice(0, 3).map((error) => retryDelay(1, error))).toEqual([7_000, 2_000, 2_000]);
    expect(retry(3, failures[0] as Error)).toBe(false);
  });

  it('walk the pages of a list', async () => {
    const { client, fetch } = open([
      Response.json({ value: [], nextLink: 'https://x/?$skipToken=2' }, maxAge(0)),
      Response.json({ value: [] }, maxAge(30)),
    ]);
    const options = infiniteQueryOptions(client, 'listStreamingJobs', { subscriptionId: 's', resourceGroupName: 'g' });
    expect(options.queryKey.at(-1)).toBe('pages');
    const queries = new QueryClient();
    const { pages } = await queries.fetchInfiniteQuery({ ...options, pages: 2 });
    expect(pages.map((page) => options.getNextPageParam(page))).toEqual(['2', undefined]);
    expect(fetch).toHaveBeenLastCalledWith(expect.stringContaining('skipToken=2'), expect.anything());
    const query = queries.getQueryCache().find({ queryKey: options.queryKey });
    expect(options.staleTime(query ?? {})).toBe(30_000);
  });

  const names = ['getStreamingJob', 'listStreamingJobs', 'listSubscriptionStreamingJobs'];
  /** Sends a write; returns what was invalidated, once it was settled and later. */
  async function settle(responses: Response[]) {
    const { client } = open(responses);
    const queries = new QueryClient();
    const invalidated: unknown[] = [];
    vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (filters) => {
      invalidated.push(filters?.queryKey?.[1]);
    });
    const mutation = queries.getMutationCache().build(queries, mutationOptions(client, 'stopStreamingJob'));
    await mutation.execute(job).catch(() => {});
    return invalidated;
  }

  it.each([
    ['unknown', names],
    ['rejected', names],
    ['not-sent', []],
  ])('invalidate the reads of what a mutation wrote, unless nothing was sent: %s', async (outcome, reads) => {
    const headers = { 'x-frontdesk-outcome': outcome };
    expect(await settle([new Response('', { status: outcome === 'unknown' ? 504 : 412, headers })])).toEqual(reads);
  });

  it('invalidate them again once a pending write has ended, even if it failed', async () => {
    const headers = { location: 'https://f.example/operations/abc', 'retry-after': '1' };
    const invalidated = await settle([
      new Response(null, { status: 202, headers }),
      Response.json({ status: 'Failed' }),
    ]);
    expect(invalidated).toEqual(names);
    await expect.poll(() => invalidated).toEqual([...names, ...names]);
  });

  it('do not poll beside a page that waits for the end', async () => {
    const headers = { location: 'https://f.example/operations/abc', 'retry-after': '1' };
    const { client, fetch } = open([
      new Response(null, { status: 202, headers }),
      Response.json({ status: 'Succeeded' }),
    ]);
    const queries = new QueryClient();
    const options = mutationOptions(client, 'stopStreamingJob');
    const onSuccess = async (response: Awaited<ReturnType<typeof options.mutationFn>>) =>
      void (await client.wait(response));
    await queries
      .getMutationCache()
      .build(queries, { ...options, onSuccess })
      .execute(job);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
