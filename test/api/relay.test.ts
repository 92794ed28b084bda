import { describe, expect, it } from 'vitest';
import {
  buildAuthorization,
  buildAuthorizationPath,
  buildItemPath,
  buildStreamingJob,
  buildStreamingJobPath,
  everyRequest,
  grantEverything,
} from '../support/builders.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything }, expectedAlerts: ['upstream_auth'] });

const calls = () => stack.upstream.calls();
const lastCall = async () => (await calls()).at(-1);
const getItem = (call: TestRequest = {}) => stack.send('GET', buildItemPath(), call);
const putJob = (call: TestRequest = {}) =>
  stack.send('PUT', buildStreamingJobPath(), { body: buildStreamingJob(), ...call });
const uncached = everyRequest.filter(({ operation }) => !/^(?:list|search)/.test(operation));

/** What a caller may try to send along. */
const strays = {
  accept: 'text/html',
  'accept-encoding': 'gzip, br',
  'accept-language': 'de',
  cookie: 'session=canary',
  forwarded: 'for=canary',
  'if-modified-since': 'Sat, 21 Nov 2026 00:00:00 GMT',
  'ocp-apim-subscription-key': 'canary',
  origin: 'https://canary.example',
  prefer: 'respond-async',
  range: 'bytes=0-1',
  referer: 'https://canary.example',
  baggage: 'canary=1',
  'request-id': 'canary',
  traceparent: 'canary',
  tracestate: 'canary=1',
  'user-agent': 'canary',
  'vendor-subscription-key': 'canary',
  via: '1.1 canary',
  'x-forwarded-for': 'canary',
  'x-forwarded-host': 'canary.example',
  'x-http-method-override': 'DELETE',
  'x-ms-authorization-auxiliary': 'Bearer canary',
  'x-ms-client-principal': 'canary',
};

describe('fields up', () => {
  it.each(uncached)('$operation sends those that are named, and no other', async ({ method, path, body }) => {
    const { status } = await stack.send(method, path, { body, headers: strays });
    expect([200, 201, 204]).toContain(status);
    const { headers = {} } = (await lastCall()) ?? {};
    const content = body === undefined ? [] : ['content-length', 'content-type'];
    const others = ['authorization', 'connection', 'host', 'traceparent', 'user-agent', 'x-ms-client-request-id'];
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', ...content, ...others].sort());
    expect(headers).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'frontdesk',
    });
    expect(JSON.stringify(headers)).not.toContain('canary');
  });

  it('bears the managed identity, never the caller', async () => {
    const token = await stack.issueToken({});
    expect((await getItem({ token })).status).toBe(200);
    const { authorization } = (await lastCall())?.headers ?? {};
    expect(authorization).toMatch(/^Bearer ey/);
    expect(JSON.stringify(await calls())).not.toContain(token);
  });

  it('passes on a correlation id that is one', async () => {
    await getItem({ headers: { 'x-ms-client-request-id': 'portal-1.2_3' } });
    expect((await lastCall())?.headers['x-ms-client-request-id']).toBe('portal-1.2_3');
  });

  it.each(['a b', 'a"}\t{', 'x'.repeat(129), '{"level":"error"}'])(
    'replaces a correlation id that is none by its own: %s',
    async (id) => {
      const { headers } = await getItem({ headers: { 'x-ms-client-request-id': id } });
      expect((await lastCall())?.headers['x-ms-client-request-id']).toBe(headers['x-ms-request-id']);
      expect(JSON.stringify(stack.log)).not.toContain(JSON.stringify(id));
    },
  );
});

describe('fields down', () => {
  const fromUpstream = {
    'Azure-AsyncOperation': 'https://management.vendor.example/operations/1',
    Location: 'https://management.vendor.example/operations/1',
    'Operation-Location': 'https://management.vendor.example/operations/1',
    'Set-Cookie': ['a=canary', 'b=canary'],
    Authorization: 'Bearer canary',
    'WWW-Authenticate': 'Bearer realm="canary"',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'public, max-age=3600',
    'X-Powered-By': 'canary',
    'x-ms-request-id': 'canary',
  };

  it.each(uncached)('$operation answers with those that are named, and no other', async ({ method, path, body }) => {
    await stack.upstream.fault({ fault: { kind: 'headers', headers: fromUpstream } });
    const { status, headers } = await stack.send(method, path, { body });
    expect([200, 201, 204]).toContain(status);
    const known = ['cache-control', 'connection', 'content-length', 'content-type', 'date', 'etag', 'odata-version'];
    const others = ['access-control-expose-headers', 'transfer-encoding', 'x-content-type-options', 'x-ms-request-id'];
    expect(Object.keys(headers).filter((name) => ![...known, ...others].includes(name))).toEqual([]);
    expect(JSON.stringify(headers)).not.toMatch(/canary|vendor\.example/);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  it('long-running fields never lead a client to the upstream', async () => {
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'headers', headers: fromUpstream } });
    const { status, headers } = await putJob();
    expect(status).toBe(201);
    expect(headers).not.toHaveProperty('location');
    expect(headers).not.toHaveProperty('azure-asyncoperation');
  });

  it('every answer bears a request id of its own', async () => {
    const ids = [await getItem(), await getItem({ token: null }), await putJob({ body: {} })].map(
      ({ headers }) => headers['x-ms-request-id'],
    );
    expect(new Set(ids).size).toBe(3);
    expect(stack.log.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining(ids));
  });

  it('an ETag that is no field value stays behind', async () => {
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'headers', headers: { ETag: 'e'.repeat(1025) } } });
    expect((await putJob()).headers).not.toHaveProperty('etag');
  });
});

describe('paths', () => {
  const upstreamPath = async (authorizationId: string) => {
    const path = buildAuthorizationPath({ authorizationId });
    const { status } = await stack.send('PUT', path, { body: buildAuthorization() });
    return [status, (await lastCall())?.path.match(/\/authorizations\/([^?]*)\?/)?.[1]];
  };

  it.each([
    ['a%20b', 'a%20b'],
    ['%C3%A9%E6%97%A5', '%C3%A9%E6%97%A5'],
    ["o'r(1)!", 'o%27r%281%29%21'],
    ['a;b=c,d@e$f', 'a%3Bb%3Dc%2Cd%40e%24f'],
    ['%61%62%63', 'abc'],
    ['...', '...'],
    ['a..b', 'a..b'],
  ])('are decoded once and encoded once: %s goes up as %s', async (sent, relayed) => {
    expect(await upstreamPath(sent)).toEqual([201, relayed]);
  });

  it.each([
    'a%2Fb',
    'a%2fb',
    'a%5Cb',
    'a%252Fb',
    'a%2520b',
    '%00',
    'a%0D%0Ab',
    'a%7F',
    'a%EF%BC%8Fb',
    '%EF%BC%8E%EF%BC%8E',
    'a%EF%BC%85',
  ])('are refused where a value could become more than its segment: %s', async (sent) => {
    const [status] = await upstreamPath(sent);
    expect(status).toBe(400);
    expect(await calls()).toEqual([]);
  });

  it.each(['..', '%2e%2e', '.%2E', '..%2f..', '.'])('lead nowhere else by dot segments: %s', async (sent) => {
    const [status] = await upstreamPath(sent);
    expect([400, 404]).toContain(status);
    expect(await calls()).toEqual([]);
  });

  it("are the operation's own whatever the query says", async () => {
    const answer = await stack.send('GET', `${buildItemPath()}?itemId=17e00000-0000-4000-8000-0000000000a2`);
    expect(answer.status).toBe(400);
    expect(await calls()).toEqual([]);
  });

  it('other methods on them are not found', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT'])
      expect((await stack.send(method, buildItemPath())).status).toBe(404);
    expect((await stack.send('GET', buildStreamingJobPath())).status).toBe(404);
    expect(await calls()).toEqual([]);
  });
});

describe('answers that are none', () => {
  it.each([301, 302, 303, 307, 308])('a %i is not followed', async (status) => {
    const headers = { Location: `${stack.upstream.url}/business/v2.0${buildItemPath()}` };
    await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status, headers } });
    const answer = await getItem();
    expect([answer.status, answer.json.error.code]).toEqual([502, 'upstream_invalid_response']);
    expect(answer.headers).not.toHaveProperty('location');
    expect(await calls()).toHaveLength(1);
  });

  it.each([204, 206])('a %i is no success where 200 or 201 is due', async (status) => {
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'status', status, body: '' } });
    const answer = await putJob();
    expect([answer.status, answer.json.error.code]).toEqual([502, 'upstream_invalid_response']);
    expect(answer.headers['x-frontdesk-outcome']).toBe('accepted');
  });

  it('a 202 to a write is passed on without the addresses to ask for its end', async () => {
    const headers = { Location: `${stack.upstream.url}/operations/1`, 'Retry-After': '5' };
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'status', status: 202, headers, body: '' } });
    const answer = await putJob();
    expect([answer.status, answer.text]).toEqual([202, '']);
    expect(answer.headers).toMatchObject({ 'x-frontdesk-outcome': 'accepted', 'retry-after': '5' });
    expect(answer.headers).not.toHaveProperty('location');
  });

  it.each([
    ['cut off', { kind: 'malformed', text: '{"id":"1' }],
    ['HTML', { kind: 'malformed', text: '<html>', contentType: 'text/html' }],
    ['JSON by another name', { kind: 'malformed', text: '{"id":"x"}', contentType: 'text/plain' }],
    ['without the members that make it complete', { kind: 'malformed', text: '{}' }],
    ['an array', { kind: 'malformed', text: '[]' }],
    ['empty', { kind: 'malformed', text: '' }],
    ['larger than 8 MiB, as announced', { kind: 'big', bytes: 9 * 1024 * 1024 }],
    ['larger than 8 MiB, unannounced', { kind: 'big', bytes: 9 * 1024 * 1024, chunked: true }],
    ['compressed though nobody asked', { kind: 'gzip-bomb', bytes: 20 * 1024 * 1024 }],
  ])('content that is %s is a 502', async (_, fault) => {
    await stack.upstream.fault({ api: 'business', fault });
    const answer = await getItem();
    expect([answer.status, answer.json.error.code]).toEqual([502, 'upstream_invalid_response']);
    expect(answer.json.error.message).toBe('The upstream returned an unusable response.');
    expect(await calls()).toHaveLength(1);
  });
});

describe('the managed identity', () => {
  it("asks for a token of each upstream's own audience", async () => {
    for (const { method, path, body } of everyRequest)
      await stack.send(method, path, { body, headers: { 'cache-control': 'no-cache' } });
    const resources = (await stack.identity.calls()).map(({ path }) =>
      new URL(path, 'http://x').searchParams.get('resource'),
    );
    expect(resources.sort()).toEqual([
      'https://business.vendor.example',
      'https://documents.vendor.example',
      'https://graph.vendor.example',
      'https://management.vendor.example',
    ]);
  });

  it('tries again with a new token, once, when the upstream refuses the first', async () => {
    const body = JSON.stringify(buildStreamingJob());
    await stack.upstream.fault({
      api: 'arm',
      fault: { kind: 'status', status: 401, body: { error: { code: 'ExpiredAuthenticationToken' } } },
    });
    expect((await putJob({ body })).status).toBe(201);
    expect((await calls()).map((call) => call.body)).toEqual([body, body]);
  });

  it.each([
    [401, 'ExpiredAuthenticationToken'],
    [403, 'AuthorizationFailed'],
  ])('is refused with %i: a 502, for the caller did nothing wrong', async (status, code) => {
    const body = { error: { code, message: "The client 'canary' with object id 'canary' may not." } };
    const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
    await stack.upstream.fault({ api: 'arm', times: 2, fault: { kind: 'status', status, body, headers } });
    const answer = await putJob();
    expect([answer.status, answer.json.error.code]).toEqual([502, 'upstream_auth']);
    expect(answer.headers['x-frontdesk-outcome']).toBe('rejected');
    expect(answer.headers).not.toHaveProperty('www-authenticate');
    expect(answer.text).not.toContain('canary');
  });

  it('its token is in no answer and no log', async () => {
    await getItem();
    const token = (await lastCall())?.headers['authorization']?.slice('Bearer '.length) ?? '';
    expect(token).toMatch(/^ey/);
    await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status: 400, headers: { ETag: token } } });
    const answer = await getItem();
    expect(JSON.stringify([answer, stack.log])).not.toContain(token);
  });
});
