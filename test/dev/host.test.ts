/** What the built-in host does with a request and a response: one app, one host. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { matchRoute, parseRouteTemplate, splitPath } from '../../dev/host/route.ts';
import { type RunningHost, startHost } from '../../dev/host/server.ts';
import { send, sendAndSee, sendBytes } from './fixtures/host-client.ts';

const reports: string[] = [];
let host: RunningHost;

beforeAll(async () => {
  host = await startHost({
    rootDir: process.cwd(),
    port: 0,
    load: () => import('./fixtures/host-app.ts'),
    report: (line) => reports.push(line),
    bodyGraceMs: 500,
    cors: { origins: ['https://shop.example', 'https://desk.example'], credentials: false, allowsLoopback: true },
  });
});

afterAll(() => host.close());

describe('a route', () => {
  it.each([
    ['a literal in any case', 'Api/Items', '/api/iTEMS', {}],
    ['one trailing slash', 'items', '/items/', {}],
    ['not an empty segment', 'a/{x}/b', '/a//b', undefined],
    ['not the root', '{x}', '/', undefined],
    ['keys', 'companies({a})/customers({b})', '/Companies(1)/customers(2)', { a: '1', b: '2' }],
    ['not an empty key', 'companies({a})', '/companies()', undefined],
    ['brackets inside a key, from right to left', 'companies({a})', '/companies(a)b)', { a: 'a)b' }],
    ['the last occurrence of a literal only', 'a{x}', '/aab', undefined],
    ['a namespace, leftmost greedy', '{ns}.ResourceHealth', '/Vendor.X.ResourceHealth', { ns: 'Vendor.X' }],
    ['not an empty namespace', '{ns}.ResourceHealth', '/.ResourceHealth', undefined],
    ['the rest of a path', 'files/{*path}', '/files/a//b/', { path: 'a//b' }],
    ['any path', '{*path}', '/', { path: '' }],
    ['not an empty first segment', '{*path}', '//a', undefined],
    [
      'a path by its rule',
      '{*path:regex(^(?!(?:admin|runtime)(?:/|$)))}',
      '/administrators/x',
      { path: 'administrators/x' },
    ],
    ['not one that breaks the rule', '{*path:regex(^(?!(?:admin|runtime)(?:/|$)))}', '/Admin/x', undefined],
    ['no absent value by a rule', '{*path:regex(^x*$)}', '/', undefined],
    ['the root by a parameter that must be absent', '{root:maxlength(0)?}', '/', {}],
    ['nothing else by it', '{root:maxlength(0)?}', '/x', undefined],
    ['two parameters, the left one greedy', '{a}-{b}', '/x-y-z', { a: 'x-y', b: 'z' }],
  ])('matches %s: %s with %s', (_, route, path, expected) => {
    const values = matchRoute(parseRouteTemplate('Function x', route), splitPath(path));
    expect(values && Object.fromEntries(values)).toEqual(expected);
  });

  it('is tried in the order of the functions’ names: a literal one has no precedence', async () => {
    expect((await sendAndSee(host.port, '/order/special')).function).toBe('order_general');
  });

  it.each(['PUT', 'HEAD'])('without %s in its methods is 404 without an Allow header', async (method) => {
    const { status, headers, body } = await send(host.port, '/order/1', { method });
    expect({ status, allow: headers.allow, body }).toEqual({ status: 404, allow: undefined, body: '' });
  });
});

describe('a path', () => {
  it.each([
    ['%41', 'A'],
    ['a%2Fb', 'a%2Fb'],
    ['a%252fb', 'a%2fb'],
    ['%C3%A9', 'é'],
    ['%F0%9F%98%80', '😀'],
    ['%C3%2F', '%C3%2F'],
    ['%C0%AF', '%C0%AF'],
    ['%zz', '%zz'],
    ['a%5Cb', 'a\\b'],
    ['../x/%2e%2e/echo/1', '1'],
    ['../../../echo/./1', '1'],
    ['1/x/..', '1'],
  ])('/echo/%s arrives decoded once, without dot segments, as %s', async (sent, value) => {
    expect((await sendAndSee(host.port, `/echo/${sent}`)).params).toEqual({ value });
  });

  it.each([
    ['two lengths of its body (A57)', '/echo/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5', '400'],
    ['an encoded NUL', '/echo/%00 HTTP/1.1\r\nHost: a', '400'],
    ['an invalid Host', '/echo/1 HTTP/1.1\r\nHost: a b', '400'],
    ['another host in the target', 'http://b/echo/1 HTTP/1.1\r\nHost: a', '400'],
    ['a header that is not UTF-8', '/echo/1 HTTP/1.1\r\nHost: a\r\nx: \xe9', '400'],
    ['a request line above 8 KiB (A70)', `/echo/1?${'x'.repeat(8192)} HTTP/1.1\r\nHost: a`, '414'],
  ])('with %s is rejected before any function runs', async (_, head, status) => {
    expect((await sendBytes(host.port, `GET ${head}\r\n\r\n`)).split(' ')[1]).toBe(status);
  });
});

describe('a request', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const post = (body: string, headers = {}) => ({ method: 'POST', body, headers });

  it.each([
    [
      'the decoded path in its url, escaped again, and the raw query',
      '/echo/a%20%41%2F%252F(%C3%A9)%25?q=%41+%20',
      { headers: { host: 'front.example:81' } },
      { url: 'http://front.example:81/echo/a%20A%2F%2F(%C3%A9)%25?q=%41+%20' },
    ],
    [
      'the values of a repeated query parameter, in any case, joined under the first spelling',
      '/echo/1?x=1&y=a+b%2C%2f&X=2&flag&=v&&x=',
      {},
      {
        query: [
          ['x', '1,2,'],
          ['y', 'a b,/'],
          ['flag', ''],
          ['', 'v'],
        ],
      },
    ],
    [
      'lower-case headers; repeated ones are joined with a comma',
      '/echo/1',
      { headers: { 'X-One': ['a', 'b'], 'x-empty': '' } },
      { headers: { 'x-one': 'a,b', 'x-empty': '' } },
    ],
    [
      'the caller’s trace with a new span',
      '/echo/1',
      { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } },
      { traceParent: expect.stringMatching(new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`)) },
    ],
    ['its body if it has a Content-Length', '/echo/1', post('four', { 'content-length': '4' }), { body: 'four' }],
    ['no chunked body', '/echo/1', post('lost'), { body: '', headers: { 'transfer-encoding': 'chunked' } }],
    ['no body with GET', '/echo/1', { headers: { 'content-length': '4' }, body: 'lost' }, { body: '' }],
  ])('has %s', async (_, path, sent, seen) => {
    expect(await sendAndSee(host.port, path, sent)).toMatchObject(seen);
  });
});

/** Seen under the real host, but for the function. */
describe('raw bytes', () => {
  const raw = (line: string, ...fields: string[]) =>
    `${line} HTTP/1.1\r\n${['Connection: close', ...(fields.some((each) => each.startsWith('Host:')) ? [] : ['Host: a']), ...fields].join('\r\n')}\r\n\r\n`;
  const bearer = 'Authorization: Bearer x';

  it.each<[what: string, sent: string, status: number, body?: string | RegExp]>([
    ['a method in lower case is the method', raw('get /unrouted'), 200, /"function":"unrouted"/],
    ['an unknown method has no function', raw('FOO /unrouted'), 404, ''],
    ['an unknown method of the root gets the home page', raw('FOO /'), 200, /Your Functions 4.0 app is up and running/],
    ['HTTP/1.2', 'GET /unrouted HTTP/1.2\r\nHost: a\r\n\r\n', 505, ''],
    ['HTTP/2.0', 'GET /unrouted HTTP/2.0\r\nHost: a\r\n\r\n', 505, ''],
    ['a request line of 40 KB', raw(`GET /${'x'.repeat(40_000)}`), 414, ''],
    ['Expect: x is ignored', raw('GET /unrouted', 'Expect: x'), 200, /"function"/],
    [
      'an encoding with a length: the host loses the body',
      `${raw('POST /echo/1', 'Transfer-Encoding: chunked', 'Content-Length: 4')}4\r\nlost\r\n0\r\n\r\n`,
      200,
      /"transfer-encoding":"chunked".*"body":""/,
    ],
    [
      'a chunk that is broken: nobody reads it',
      `${raw('POST /echo/1', 'Transfer-Encoding: chunked')}zz\r\n`,
      200,
      /"body":""/,
    ],
    ['GET *', raw('GET *'), 405, ''],
    ['a path without a slash', raw('GET unrouted'), 405, ''],
    ['an empty Host', raw('GET /unrouted', 'Host:'), 500, ''],
    ['a port above 65535', raw('GET /unrouted', 'Host: a:70000'), 500, ''],
    ['two slashes first', raw('GET //unrouted'), 404, ''],
    ['the ping of the host', raw('GET /admin/host/ping'), 200, ''],
    ['the health of the host', raw('GET /admin/instance/http-health'), 200, ''],
    ['a controller of the host without a key', raw('POST /admin/functions/echo'), 401, ''],
    ['a controller of the host with a caller’s token', raw('GET /admin/host/status', bearer), 401, ''],
    ['a body larger than the host takes, of any route', raw('GET /unrouted', 'Content-Length: 99999999999'), 500, ''],
    ['a body slower than 240 bytes a second (A45)', `${raw('POST /echo/1', 'Content-Length: 10')}four`, 500, ''],
  ])('%s: %j is %i', async (_, sent, status, body = '') => {
    const received = await sendBytes(host.port, sent);
    const [head = '', content = ''] = received.split(/\r\n\r\n(.*)/s);
    expect(Number(head.split(' ')[1]), head).toBe(status);
    expect(content.replace(/^0\r\n\r\n$/, '')).toMatch(body === '' ? /^$/ : body);
    expect(head).toContain('Server: Kestrel');
    const isRefused = status === 405 || status === 414 || status === 505;
    expect(/transfer-encoding: chunked/i.test(head)).toBe(!isRefused);
    expect(/content-length/i.test(head)).toBe(isRefused);
    expect(head.includes('WWW-Authenticate: Bearer error="invalid_token"')).toBe(sent.includes(bearer));
  });

  it('HEAD has the headers of GET and no body', async () => {
    expect(await sendBytes(host.port, raw('HEAD /responses/text'))).toMatch(
      /^HTTP\/1\.1 200 OK\r\n.*Transfer-Encoding: chunked.*\r\n\r\n$/s,
    );
  });

  it('a second request of a connection is served too', async () => {
    const received = await sendBytes(host.port, `GET /unrouted HTTP/1.1\r\nHost: a\r\n\r\n${raw('GET /echo/1')}`);
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it('the home page can be off', async () => {
    vi.stubEnv('AzureWebJobsDisableHomepage', 'true');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await send(host.port, '/')).toMatchObject({ status: 204, body: '' });
  });
});

describe('a response', () => {
  const chunked = { 'transfer-encoding': 'chunked', 'content-length': undefined };

  it.each<[kind: string, status: number, body: string, headers: object]>([
    ['text', 200, 'Grüße', { ...chunked, 'content-type': 'text/plain;charset=UTF-8' }],
    ['nothing', 204, '', {}],
    ['notModified', 304, '', { etag: '"1"' }],
    ['headerCookies', 200, '', { 'set-cookie': ['b=2'] }],
  ])('of a function (%s) is %i %j with %o', async (kind, status, body, expected) => {
    const { headers, ...received } = await send(host.port, `/responses/${kind}`);
    expect(received).toEqual({ status, body });
    for (const [name, value] of Object.entries(expected)) expect(headers[name], name).toEqual(value);
  });

  it.each(['throws', 'number', 'nonAscii', 'cookies'])(
    'is an empty 500 if the function fails (%s); host.json drops its report',
    async (kind) => {
      const { status, headers, body } = await send(host.port, `/responses/${kind}`);
      expect({ status, type: headers['content-type'], body }).toEqual({ status: 500, type: undefined, body: '' });
      expect(reports.filter((line) => line.includes("'Functions.responses' (Failed)"))).toEqual([]);
    },
  );

  it.each([
    ['https://shop.example', 'GET', 200, { 'access-control-allow-origin': 'https://shop.example' }],
    ['https://desk.example', 'OPTIONS', 204, { 'access-control-allow-methods': 'DELETE' }],
    ['http://localhost:5174', 'GET', 200, { 'access-control-allow-origin': 'http://localhost:5174', vary: 'Origin' }],
    ['https://127.0.0.1:1', 'OPTIONS', 204, { 'access-control-allow-methods': 'DELETE' }],
    ['http://localhost.evil:5174', 'OPTIONS', 204, {}],
    ['http://localhost:5174@evil.example', 'OPTIONS', 204, {}],
    ['null', 'OPTIONS', 204, {}],
    ['https://SHOP.example', 'OPTIONS', 204, {}],
    ['https://shop.example.evil', 'OPTIONS', 204, {}],
  ])('to the origin %s (%s) is %i with the CORS headers %o (A59, A60)', async (origin, method, status, expected) => {
    const preflight = { 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'authorization' };
    const response = await send(host.port, '/unrouted', { method, headers: { origin, ...preflight } });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject(expected);
    const isOpen = Object.keys(response.headers).some((name) => name.startsWith('access-control'));
    expect(isOpen).toBe(Object.keys(expected).length > 0);
  });
});
