import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningHost, startHost } from '../../dev/host/server.ts';
import { sendAndSee, sendBytes } from './fixtures/host-client.ts';

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

  it('has the values of a repeated query parameter, in any case, joined under the first spelling', async () => {
    const { query } = await sendAndSee(host.port, '/echo/1?x=1&y=a+b%2C%2f&X=2&flag&=v&&x=');
    expect(query).toEqual([
      ['x', '1,2,'],
      ['y', 'a b,/'],
      ['flag', ''],
      ['', 'v'],
    ]);
  });

  it('has lower-case headers; repeated ones are joined with a comma', async () => {
    const { headers } = await sendAndSee(host.port, '/echo/1', {
      headers: { 'X-One': ['a', 'b'], 'x-empty': '' },
    });
    expect(headers).toMatchObject({ 'x-one': 'a,b', 'x-empty': '' });
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

  it('whose body does not arrive in time gets 408', async () => {
    const head = 'POST /echo/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nfour';
    expect(await sendBytes(host.port, head)).toMatch(/^HTTP\/1\.1 408 /);
  });
});
