import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningHost, startHost } from '../../dev/host/server.ts';
import { send, sendAndSee, sendBytes } from './fixtures/host-client.ts';

const reports: string[] = [];
let host: RunningHost;

beforeAll(async () => {
  host = await startHost({
    rootDir: import.meta.dirname,
    port: 0,
    load: () => import('./fixtures/host-app.ts'),
    report: (line) => reports.push(line),
    requestTimeoutMs: 600,
  });
});

afterAll(() => host.close());

describe('a route', () => {
  it('is tried in the order of function names, and the first that fits takes the request', async () => {
    const seen = await sendAndSee(host.port, '/api/order/special');
    expect(seen).toMatchObject({ function: 'order_general', params: { x: 'special' } });
  });

  it.each(['PUT', 'HEAD', 'OPTIONS'])(
    'whose methods lack %s is not found, and no Allow field says why',
    async (method) => {
      const { status, headers, body } = await send(host.port, '/api/order/1', { method });
      expect({ status, allow: headers.allow, body }).toEqual({ status: 404, allow: undefined, body: '' });
    },
  );

  it('takes HEAD when its methods list it', async () => {
    const { status, body } = await send(host.port, '/api/answers/json', { method: 'HEAD' });
    expect({ status, body }).toEqual({ status: 200, body: '' });
  });

  it('may be shared by functions of other methods', async () => {
    expect(await sendAndSee(host.port, '/api/split')).toMatchObject({ function: 'split_get' });
    expect(await sendAndSee(host.port, '/api/split', { method: 'PUT' })).toMatchObject({ function: 'split_put' });
  });

  it('is the name of a function that names none', async () => {
    expect(await sendAndSee(host.port, '/API/Keyed/')).toMatchObject({ function: 'keyed' });
  });

  it('of a function that wants a key is open, as under func start', async () => {
    expect((await send(host.port, '/api/keyed')).status).toBe(200);
  });

  it('with keys in brackets takes them from the path', async () => {
    const { params } = await sendAndSee(host.port, '/api/companies(c-1)/customers(9)');
    expect(params).toEqual({ companyId: 'c-1', customerId: '9' });
  });

  it('outside the prefix is not found', async () => {
    expect((await send(host.port, '/keyed')).status).toBe(404);
  });
});

describe('a path', () => {
  it.each([
    ['%41', 'A'],
    ['a%2Fb', 'a%2Fb'],
    ['a%2fb', 'a%2fb'],
    ['a%252Fb', 'a%2Fb'],
    ['a+b', 'a+b'],
    ['a%20b', 'a b'],
    ['%C3%A9', 'é'],
    ['%F0%9F%98%80', '😀'],
    ['%EF%BB%BFx', '\ufeffx'],
    ['%C3', '%C3'],
    ['%C3%2F', '%C3%2F'],
    ['%E4%BD%41', '%E4%BDA'],
    ['%C0%AF', '%C0%AF'],
    ['%ED%A0%80', '%ED%A0%80'],
    ['100%', '100%'],
    ['%zz', '%zz'],
    ['%3Fx', '?x'],
    ['a%5Cb', 'a\\b'],
  ])('segment %s arrives decoded once as %s', async (sent, arrived) => {
    expect((await sendAndSee(host.port, `/api/echo/${sent}`)).params).toEqual({ value: arrived });
  });

  it.each([
    ['/api/x/../echo/1', { value: '1' }],
    ['/api/x/%2e%2e/echo/1', { value: '1' }],
    ['/api/./echo/./1', { value: '1' }],
    ['/../../api/echo/1', { value: '1' }],
    ['/api/files/a/b/..', { path: 'a/' }],
    ['/api/files/a/.', { path: 'a/' }],
  ])('%s loses its dot segments', async (path, params) => {
    expect((await sendAndSee(host.port, path)).params).toEqual(params);
  });

  it('keeps dots that an encoded slash follows', async () => {
    expect((await sendAndSee(host.port, '/api/echo/..%2Fx')).params).toEqual({ value: '..%2Fx' });
  });

  it('that begins with two slashes is a path, not a host', async () => {
    expect((await send(host.port, '//api/echo/1')).status).toBe(404);
  });

  it('keeps what a catch-all takes whole', async () => {
    expect((await sendAndSee(host.port, '/api/files/a//b/?x')).params).toEqual({ path: 'a//b/' });
  });

  it.each([
    ['an encoded NUL', 'GET /api/echo/%00 HTTP/1.1\r\nHost: a\r\n\r\n', '400'],
    ['a raw byte outside ASCII', 'GET /api/echo/\xe9 HTTP/1.1\r\nHost: a\r\n\r\n', '400'],
    ['a Host that is no host', 'GET /api/echo/1 HTTP/1.1\r\nHost: a b\r\n\r\n', '400'],
    ['no Host', 'GET /api/echo/1 HTTP/1.1\r\n\r\n', '400'],
    ['another host in the target', 'GET http://b/api/echo/1 HTTP/1.1\r\nHost: a\r\n\r\n', '400'],
    ['a field that is not UTF-8', 'GET /api/echo/1 HTTP/1.1\r\nHost: a\r\nx: \xe9\r\n\r\n', '400'],
    ['a request line above 8 KiB', `GET /api/echo/1?${'x'.repeat(8192)} HTTP/1.1\r\nHost: a\r\n\r\n`, '414'],
  ])('with %s is refused before any function', async (_, bytes, status) => {
    expect((await sendBytes(host.port, bytes)).split(' ')[1]).toBe(status);
  });
});

describe('a request', () => {
  it('has the decoded path escaped again in its url, with the raw query', async () => {
    const { url } = await sendAndSee(host.port, '/api/echo/a%20%41%2F%252F(%C3%A9)%25?q=%41+%20', {
      headers: { host: 'front.example:81' },
    });
    expect(url).toBe('http://front.example:81/api/echo/a%20A%2F%2F(%C3%A9)%25?q=%41+%20');
  });

  it('may name its own host in an absolute target', async () => {
    const answer = await sendBytes(
      host.port,
      'GET http://a/api/echo/1?x=2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('"url":"http://a/api/echo/1?x=2"');
  });

  it('has a number sign as part of its query', async () => {
    const answer = await sendBytes(host.port, 'GET /api/echo/1?q=a#b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toContain('"url":"http://a/api/echo/1?q=a%23b"');
    expect(answer).toContain('"query":[["q","a#b"]]');
  });

  it('has the values of a repeated query key, in any case, joined under the first spelling', async () => {
    const { query } = await sendAndSee(host.port, '/api/echo/1?x=1&y=a+b%2C%2f&X=2&flag&=v&&x=');
    expect(query).toEqual([
      ['x', '1,2,'],
      ['y', 'a b,/'],
      ['flag', ''],
      ['', 'v'],
    ]);
  });

  it('has route values only for its params', async () => {
    expect((await sendAndSee(host.port, '/api/echo/1?value=2&Headers=x')).params).toEqual({ value: '1' });
  });

  it('has lower-case fields, a repeated one joined with a comma', async () => {
    const { headers } = await sendAndSee(host.port, '/api/echo/1', {
      headers: { 'X-One': ['a', 'b'], 'x-empty': '' },
    });
    expect(headers).toMatchObject({ 'x-one': 'a,b', 'x-empty': '' });
  });

  it('has its field values read as UTF-8', async () => {
    const answer = await sendBytes(
      host.port,
      'GET /api/echo/1 HTTP/1.1\r\nHost: a\r\nx: \xc3\xa9\r\nConnection: close\r\n\r\n',
    );
    expect(Buffer.from(answer, 'latin1').toString('utf8')).toContain('"x":"é"');
  });

  it('continues the caller’s trace with a span of its own', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const { traceParent } = await sendAndSee(host.port, '/api/echo/1', {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    expect(traceParent).toMatch(new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
  });

  it('has its body when Content-Length announces it', async () => {
    const { body } = await sendAndSee(host.port, '/api/echo/1', {
      method: 'POST',
      headers: { 'content-length': '4' },
      body: 'four',
    });
    expect(body).toBe('four');
  });

  it('loses a chunked body', async () => {
    const { body, headers } = await sendAndSee(host.port, '/api/echo/1', { method: 'POST', body: 'lost' });
    expect({ body, coding: headers['transfer-encoding'] }).toEqual({ body: '', coding: 'chunked' });
  });

  it('loses the body of a GET, and the host says so', async () => {
    const { body } = await sendAndSee(host.port, '/api/echo/1', { headers: { 'content-length': '4' }, body: 'lost' });
    expect(body).toBe('');
    expect(reports).toContainEqual(
      expect.stringContaining('[warning] Discarding the body of the incoming GET request'),
    );
  });

  it('with a body above the limit is answered 500, not 413', async () => {
    vi.stubEnv('FUNCTIONS_REQUEST_BODY_SIZE_LIMIT', '10');
    const answer = await sendBytes(host.port, 'POST /api/echo/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n');
    vi.unstubAllEnvs();
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
  });

  it('with a body above 100 MiB is above the default limit', async () => {
    const head = 'POST /api/echo/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 104857601\r\n\r\n';
    expect(await sendBytes(host.port, head)).toMatch(/^HTTP\/1\.1 500 /);
  });

  it('whose body does not come in time is answered 408', async () => {
    const head = 'POST /api/echo/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nfour';
    expect(await sendBytes(host.port, head)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('does not wait for another to be answered', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send(host.port, '/api/together')));
    expect(answers.map(({ body }) => body)).toEqual(['together', 'together', 'together']);
  });
});
