import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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
    requestTimeoutMs: 600,
  });
});

afterAll(() => host.close());

describe('a request', () => {
  it('has a url of the decoded path, escaped again, and the raw query', async () => {
    const { url } = await sendAndSee(host.port, '/echo/a%20%41%2F%252F(%C3%A9)%25?q=%41+%20', {
      headers: { host: 'front.example:81' },
    });
    expect(url).toBe('http://front.example:81/echo/a%20A%2F%2F(%C3%A9)%25?q=%41+%20');
  });

  it('may have an absolute target with its own host', async () => {
    const response = await sendBytes(
      host.port,
      'GET http://a/echo/1?x=2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(response).toContain('"url":"http://a/echo/1?x=2"');
  });

  it('keeps a number sign in its query', async () => {
    const response = await sendBytes(host.port, 'GET /echo/1?q=a#b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(response).toContain('"url":"http://a/echo/1?q=a%23b"');
    expect(response).toContain('"query":[["q","a#b"]]');
  });

  it('has the values of a repeated query parameter, in any case, joined under the first spelling', async () => {
    const { query } = await sendAndSee(host.port, '/echo/1?x=1&y=a+b%2C%2f&X=2&flag&=v&&x=');
    expect(query).toEqual([
      ['x', '1,2,'],
      ['y', 'a b,/'],
      ['flag', ''],
      ['', 'v'],
    ]);
  });

  it('has only route values in its params', async () => {
    expect((await sendAndSee(host.port, '/echo/1?value=2&Headers=x')).params).toEqual({ value: '1' });
  });

  it('has lower-case headers; repeated ones are joined with a comma', async () => {
    const { headers } = await sendAndSee(host.port, '/echo/1', {
      headers: { 'X-One': ['a', 'b'], 'x-empty': '' },
    });
    expect(headers).toMatchObject({ 'x-one': 'a,b', 'x-empty': '' });
  });

  it('has its header values decoded as UTF-8', async () => {
    const response = await sendBytes(
      host.port,
      'GET /echo/1 HTTP/1.1\r\nHost: a\r\nx: \xc3\xa9\r\nConnection: close\r\n\r\n',
    );
    expect(Buffer.from(response, 'latin1').toString('utf8')).toContain('"x":"é"');
  });

  it('continues the caller’s trace with a new span', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const { traceParent } = await sendAndSee(host.port, '/echo/1', {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    expect(traceParent).toMatch(new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
  });

  it('has a body if it has a Content-Length', async () => {
    const { body } = await sendAndSee(host.port, '/echo/1', {
      method: 'POST',
      headers: { 'content-length': '4' },
      body: 'four',
    });
    expect(body).toBe('four');
  });

  it('loses a chunked body', async () => {
    const { body, headers } = await sendAndSee(host.port, '/echo/1', { method: 'POST', body: 'lost' });
    expect({ body, coding: headers['transfer-encoding'] }).toEqual({ body: '', coding: 'chunked' });
  });

  it('loses the body of a GET, and the host reports it', async () => {
    const { body } = await sendAndSee(host.port, '/echo/1', { headers: { 'content-length': '4' }, body: 'lost' });
    expect(body).toBe('');
    expect(reports).toContainEqual(
      expect.stringContaining('[warning] Discarding the body of the incoming GET request'),
    );
  });

  it('with a body above the limit gets 500, not 413', async () => {
    vi.stubEnv('FUNCTIONS_REQUEST_BODY_SIZE_LIMIT', '10');
    const response = await sendBytes(host.port, 'POST /echo/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n');
    vi.unstubAllEnvs();
    expect(response).toMatch(/^HTTP\/1\.1 500 /);
  });

  it('with a body above 100 MiB exceeds the default limit', async () => {
    const head = 'POST /echo/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 104857601\r\n\r\n';
    expect(await sendBytes(host.port, head)).toMatch(/^HTTP\/1\.1 500 /);
  });

  it('whose body does not arrive in time gets 408', async () => {
    const head = 'POST /echo/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nfour';
    expect(await sendBytes(host.port, head)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('does not wait for other requests', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => send(host.port, '/together')));
    expect(responses.map(({ body }) => body)).toEqual(['together', 'together', 'together']);
  });
});
