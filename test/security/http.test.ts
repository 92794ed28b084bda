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
import { sendRaw } from './raw.ts';

const app = 'https://app.example';
const desk = 'https://desk.example';
const stack = await startStack({ settings: unlimited, cors: { origins: [app, desk], credentials: false } });
const { host } = new URL(stack.url);

/** Methods, hosts and origins are judged before the operation: one of each method. */
const some = toRows([readItem, searchPoints, putJob, deleteSession]);

/** The fields of an answer that open it to another origin; which fields are exposed then, Frontdesk says of itself. */
function readCrossOrigin(headers: Readonly<Record<string, string>>): Record<string, string> {
  const allowed = Object.entries(headers).filter(([name]) => name.startsWith('access-control-allow'));
  // Frontdesk's own Vary is about the coding of the body, and whose it is.
  const vary = headers['vary']?.replace(/^accept-encoding(?:, authorization)?(?:, )?/, '');
  return { ...Object.fromEntries(allowed), ...(vary && { vary }) };
}

it.each(some)('A56 %s with any other method is 404', async (_, request) => {
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

/** Anybody may send any path: which routes there are says nothing. */
function expectUnknownRoute(response: TestResponse): void {
  expect([response.status, response.json]).toEqual([
    404,
    {
      error: {
        code: 'route_not_found',
        message: expect.stringMatching(/^(?:No operation has|The path begins with two)/),
      },
    },
  ]);
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frontdesk-problem': 'route_not_found' });
  const records = stack.log.filter(({ requestId }) => requestId === response.headers['x-ms-request-id']);
  expect(records).toMatchObject([{ operation: 'unknownRoute', status: 404, problem: 'route_not_found' }]);
}

it.each([
  ['a path of nothing', '/nothing'],
  ['the root', '/'],
  ['a doubled slash', '//companies'],
  ['500 parts', `/${'a/'.repeat(500)}`],
  ['500 parts below a subscription', `/subscriptions/${'a/'.repeat(500)}`],
  ['8,000 characters', `/${'a'.repeat(8_000)}`],
  ['a path in a path', '/companies/..%2fcompanies'],
])('A79 a route of no operation is 404 with a problem, with and without a token: %s', async (_, path) => {
  for (const token of [undefined, null, 'a.b.c']) {
    const response = await stack.send('GET', path, token === undefined ? {} : { token });
    expectUnknownRoute(response);
    expect(/two slashes/.test(response.text)).toBe(path.startsWith('//'));
  }
});

it.each(some)('A56 %s does not execute another method that a header names', async (_, request) => {
  await stack.upstream.reset();
  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override', '_method'];
  await sendChanged(stack, toUnseen(request), {
    headers: Object.fromEntries(overrides.map((name) => [name, request.method === 'DELETE' ? 'GET' : 'DELETE'])),
  });
  expect((await stack.upstream.calls()).map(({ method }) => method)).toEqual([request.method]);
});

/** Heads that two parsers may read in two ways, each in front of a second request. */
const ambiguous: Readonly<Record<string, string>> = {
  'Content-Length beside Transfer-Encoding': 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
  'Transfer-Encoding beside Content-Length': 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n',
  'two Content-Lengths': 'Content-Length: 4\r\nContent-Length: 5\r\n',
  'a list of Content-Lengths': 'Content-Length: 4, 5\r\n',
  'a signed Content-Length': 'Content-Length: +4\r\n',
  'a hexadecimal Content-Length': 'Content-Length: 0x4\r\n',
  'a negative Content-Length': 'Content-Length: -1\r\n',
  'an unknown transfer coding': 'Transfer-Encoding: xchunked\r\n',
  'a coding after chunked': 'Transfer-Encoding: chunked, identity\r\n',
  'a blank before the colon': 'Transfer-Encoding : chunked\r\n',
  'a bare carriage return': 'X-A: b\rTransfer-Encoding: chunked\r\n',
  'a blank in a name': 'X A: b\r\n',
  'a NUL in a value': 'X-A: b\0c\r\n',
};

it.each(Object.entries(ambiguous))(
  'A57 %s returns 400 from the host, and no second request is read',
  async (_, fields) => {
    const token = await stack.issueToken({ roles: [searchPoints.role] });
    const line = (method: string, path: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n`;
    const smuggled = `${line('DELETE', toPath(deleteSession))}\r\n`;
    const logged = stack.log.length;
    await expectUntouched(stack, async () => {
      const responses = await sendRaw(
        stack.url,
        `${line('POST', toPath(searchPoints))}Content-Type: application/json\r\n${fields}\r\n0\r\n\r\n${smuggled}`,
      );
      expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    });
    // The stand-in hands over one of these, without the length of its content (411); the one behind it is never read.
    const outcomes = stack.log.slice(logged).map(({ status, operation }) => `${status} ${operation}`);
    expect([[], [`411 ${searchPoints.operation}`]]).toContainEqual(outcomes);
  },
);

it.each(some)("A58 %s uses the request's host nowhere", async (_, request) => {
  await stack.upstream.reset();
  const evil = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-server': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-original-host': 'evil.example',
    'x-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https',
  };
  const logged = stack.log.length;
  const responses = [
    await expectGranted(stack, toUnseen(request), { headers: { ...evil, host: 'evil.example' } }),
    await sendChanged(stack, request, { headers: { ...evil, host: 'evil.example:8080' }, claims: { roles: ['None'] } }),
    await sendChanged(stack, request, { headers: { ...evil, host: 'evil.example' }, query: '?evil=1' }),
  ];
  for (const { headers, text } of responses) expect(JSON.stringify(headers) + text).not.toContain('evil.example');
  expect(JSON.stringify(stack.log.slice(logged))).not.toContain('evil.example');
  expect(JSON.stringify(await stack.upstream.calls())).not.toContain('evil.example');
});

it('A58 the link to the next page has Frontdesk’s own address, whatever host the request names', async () => {
  const { json } = await expectGranted(stack, listEvents, {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  });
  expect(new URL(json.nextLink).origin).toBe(stack.url);
});

it('A58 an absolute target is accepted if it is the host’s own; another returns 400 from the host', async () => {
  await expectRefused(stack, readItem, {
    twin: { path: `http://${host}${toPath(readItem)}` },
    attacks: ['http://evil.example', `http://${host}@evil.example`, `http://${host}.evil.example`].map((origin) => ({
      path: origin + toPath(readItem),
    })),
    status: 400,
  });
});

const foreign = [
  'https://evil.example',
  'null',
  'https://app.example.evil.com',
  'https://evil-app.example',
  'http://app.example',
  'https://app.example:8443',
  'https://app.example/',
  'https://APP.example',
  'https://app.example, https://evil.example',
  'file://',
  '*',
];

const preflight = (origin: string, method: string, headers: string) => ({
  method: 'OPTIONS',
  token: null,
  headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
});

it.each(some)('A59 %s opens to no origin that the host’s settings do not name', async (_, request) => {
  await stack.upstream.reset();
  const logged = stack.log.length;
  await expectUntouched(stack, async () => {
    for (const origin of foreign) {
      const refused = await sendChanged(stack, request, { headers: { origin }, claims: { roles: ['None'] } });
      const asked = await sendChanged(stack, request, preflight(origin, request.method, 'authorization'));
      for (const { headers } of [refused, asked]) expect(readCrossOrigin(headers)).toEqual({});
    }
  });
  // A preflight does not reach the app.
  expect(stack.log.slice(logged).filter(({ method }) => method === 'OPTIONS')).toEqual([]);
  const granted = await expectGranted(stack, request, { headers: { origin: 'https://evil.example' } });
  expect(readCrossOrigin(granted.headers)).toEqual({});
});

it.each(some)('A60 %s opens to exactly the named origins, by the host and without credentials', async (_, request) => {
  await stack.upstream.reset();
  const granted = await expectGranted(stack, request, { headers: { origin: app } });
  expect(readCrossOrigin(granted.headers)).toEqual({ 'access-control-allow-origin': app, vary: 'Origin' });
  const refused = await sendChanged(stack, request, { headers: { origin: desk }, token: null });
  expect(readCrossOrigin(refused.headers)).toEqual({ 'access-control-allow-origin': desk, vary: 'Origin' });
  await expectUntouched(stack, async () => {
    const asked = await sendChanged(stack, request, preflight(app, request.method, 'authorization,if-match'));
    expect([asked.status, asked.headers['access-control-max-age']]).toEqual([204, '7200']);
    expect(readCrossOrigin(asked.headers)).toEqual({
      'access-control-allow-origin': app,
      'access-control-allow-methods': request.method,
      'access-control-allow-headers': 'authorization,if-match',
      vary: 'Origin',
    });
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
