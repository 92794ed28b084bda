import { expect, it } from 'vitest';
import { expectGranted, expectRefused, expectUntouched, unlimited } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack, type TestResponse } from '../support/stack.ts';
import {
  deleteSession,
  listEvents,
  putJob,
  readItem,
  searchPoints,
  toPath,
  toRows,
  toUnseen,
  type ValidRequest,
  validRequests,
} from '../support/valid-requests.ts';

const stack = await startStack({ settings: unlimited });
const { host } = new URL(stack.url);

/** Methods, hosts and origins are judged before the operation: one of each method. */
const some = toRows([readItem, searchPoints, putJob, deleteSession]);

it.each(some)('%s with any other method is 404 (A56)', async (_, request) => {
  const served = validRequests.filter(({ template }) => template === request.template).map(({ method }) => method);
  const others = (methods: readonly string[]) =>
    methods.filter((method) => !served.includes(method as ValidRequest['method'])).map((method) => ({ method }));
  // The host's own, which has no function for them; a response to HEAD has no body.
  await expectRefused(stack, request, {
    attacks: others([...(served.includes('GET') ? [] : ['HEAD']), 'TRACE', 'PROPFIND', 'PURGE', 'MERGE']),
    status: 404,
  });
  await expectUntouched(stack, async () => {
    for (const change of others(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']))
      expectUnknownRoute(await sendChanged(stack, request, change));
  });
});

/** The words of operations; others are the caller's. */
const SEGMENTS = /^(?:\*|subscriptions|solutions|documentmodels|companies)$/;

/** Anybody may send any path: which routes there are says nothing. */
function expectUnknownRoute(response: TestResponse): void {
  expect([response.status, response.json.error ?? response.json]).toMatchObject([
    404,
    {
      code: 'route_not_found',
      message: expect.stringMatching(/^No operation has/),
    },
  ]);
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frontdesk-problem': 'route_not_found' });
  const records = stack.log.filter(({ requestId }) => requestId === response.headers['x-ms-request-id']);
  expect(records).toMatchObject([
    { operation: 'unknownRoute', status: 404, problem: 'route_not_found', segment: expect.stringMatching(SEGMENTS) },
  ]);
}

it.each([
  ['a path of nothing', '/nothing'],
  ['the root', '/'],
  ['a doubled slash later', '/companies//x'],
  ['500 parts', `/${'a/'.repeat(500)}`],
  ['500 parts below a subscription', `/subscriptions/${'a/'.repeat(500)}`],
  ['8,000 characters', `/${'a'.repeat(8_000)}`],
  ['a path in a path', '/companies/..%2fcompanies'],
])('a route of no operation is 404 with a problem, with and without a token: %s (A79)', async (_, path) => {
  for (const token of [undefined, null, 'a.b.c']) {
    const response = await stack.send('GET', path, token === undefined ? {} : { token });
    expectUnknownRoute(response);
  }
});

it.each(['//companies', '//subscriptions/x', '/admin', '/admin/warmup', '/Runtime/webhooks'])(
  '%s is left to the host: an empty 404',
  async (path) => {
    const { status, text, headers } = await stack.send('GET', path);
    expect([status, text, headers['x-ms-request-id']]).toEqual([404, '', undefined]);
  },
);

it.each(some)('%s does not execute another method that a header names (A56)', async (_, request) => {
  await stack.upstream.reset();
  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override', '_method'];
  await sendChanged(stack, toUnseen(request), {
    headers: Object.fromEntries(overrides.map((name) => [name, request.method === 'DELETE' ? 'GET' : 'DELETE'])),
  });
  expect((await stack.upstream.calls()).map(({ method }) => method)).toEqual([request.method]);
});

it.each(some)(
  "%s uses the request's host nowhere, and takes neither tenant nor address from a header (A25, A58)",
  async (_, request) => {
    await stack.upstream.reset();
    const evil = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-server': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-original-host': 'evil.example',
      'x-host': 'evil.example',
      forwarded: 'host=evil.example;proto=https',
      'x-original-url': '/evil.example',
      'x-rewrite-url': '/evil.example',
      'x-tenant-id': 'evil.example',
      'x-ms-tenant': 'evil.example',
      'x-ms-client-tenant-id': 'evil.example',
      'x-ms-authorization-tenant': 'evil.example',
    };
    const logged = stack.log.length;
    const responses = [
      await expectGranted(stack, toUnseen(request), { headers: { ...evil, host: 'evil.example' } }),
      await sendChanged(stack, request, {
        headers: { ...evil, host: 'evil.example:8080' },
        claims: { roles: ['None'] },
      }),
      await sendChanged(stack, request, { headers: { ...evil, host: 'evil.example' }, query: '?evil=1' }),
    ];
    for (const { headers, text } of responses) expect(JSON.stringify(headers) + text).not.toContain('evil.example');
    expect(JSON.stringify(stack.log.slice(logged))).not.toContain('evil.example');
    expect(JSON.stringify(await stack.upstream.calls())).not.toContain('evil.example');
  },
);

it('the link to the next page has Frontdesk’s own address, whatever host the request names (A58)', async () => {
  const { json } = await expectGranted(stack, listEvents, {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  });
  expect(new URL(json.nextLink).origin).toBe(stack.url);
});

it('an absolute target is accepted if it is the host’s own; another returns 400 from the host (A58)', async () => {
  await expectRefused(stack, readItem, {
    twin: { path: `http://${host}${toPath(readItem)}` },
    attacks: ['http://evil.example', `http://${host}@evil.example`, `http://${host}.evil.example`].map((origin) => ({
      path: origin + toPath(readItem),
    })),
    status: 400,
  });
});

// The library's own requests take no field beyond Latin-1, and fail before they call the app: ours do not pass through them.
it('an unused header beyond Latin-1 changes nothing, and a used one is refused', async () => {
  const bytes = Buffer.from('\u0100').toString('latin1');
  await expectRefused(stack, readItem, {
    twin: { headers: { accept: bytes, 'x-ms-client-request-id': bytes } },
    attacks: [{ headers: { authorization: `Bearer ${bytes}` } }],
    status: 401,
    code: 'unauthenticated',
  });
});
