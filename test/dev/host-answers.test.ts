import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningHost, startHost } from '../../dev/host/server.ts';
import { send, sendBytes } from './fixtures/host-client.ts';

const logs: string[] = [];
const reports: string[] = [];
let host: RunningHost;

beforeAll(async () => {
  host = await startHost({
    rootDir: import.meta.dirname,
    port: 0,
    load: () => import('./fixtures/host-app.ts'),
    log: (line) => logs.push(line),
    report: (line) => reports.push(line),
    cors: { origins: ['https://shop.example', 'https://desk.example'], credentials: true },
  });
});

afterAll(() => host.close());

describe('an answer', () => {
  it.each([
    ['text', 'Grüße', 'text/plain;charset=UTF-8'],
    ['json', '{"ok":true}', 'application/json'],
  ])('of %s is chunked, without Content-Length', async (kind, expected, type) => {
    const { status, headers, body } = await send(host.port, `/api/answers/${kind}`);
    expect({ status, body, type: headers['content-type'] }).toEqual({ status: 200, body: expected, type });
    expect(headers['content-length']).toBeUndefined();
    expect(headers['transfer-encoding']).toBe('chunked');
  });

  it('has a Content-Length that the function sets itself', async () => {
    const { headers, body } = await send(host.port, '/api/answers/counted');
    expect({ length: headers['content-length'], coding: headers['transfer-encoding'], body }).toEqual({
      length: '4',
      coding: undefined,
      body: 'four',
    });
  });

  it('has the bytes that the function gave', async () => {
    const answer = await sendBytes(
      host.port,
      'GET /api/answers/bytes HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(answer.split('\r\n\r\n')[1]).toBe('3\r\n\x00\xff\x80\r\n0');
  });

  it('without content has Content-Length 0', async () => {
    const { status, headers } = await send(host.port, '/api/answers/empty');
    expect({ status, length: headers['content-length'] }).toEqual({ status: 201, length: '0' });
  });

  it('of nothing is 204', async () => {
    const { status, body } = await send(host.port, '/api/answers/nothing');
    expect({ status, body }).toEqual({ status: 204, body: '' });
  });

  it('of 304 has its fields and no content', async () => {
    const { status, headers, body } = await send(host.port, '/api/answers/notModified');
    expect({ status, etag: headers.etag, body }).toEqual({ status: 304, etag: '"1"', body: '' });
  });

  it.each(['throws', 'throwsText', 'number', 'status', 'nonAscii'])(
    'of a function that fails (%s) is an empty 500',
    async (kind) => {
      const { status, headers, body } = await send(host.port, `/api/answers/${kind}`);
      expect({ status, type: headers['content-type'], body }).toEqual({ status: 500, type: undefined, body: '' });
      expect(reports.at(-1)).toMatch(/^\[error\] Executed 'Functions.answers' \(Failed\) [^\n]+$/);
    },
  );

  it('keeps only the last of several Set-Cookie fields', async () => {
    expect((await send(host.port, '/api/answers/headerCookies')).headers['set-cookie']).toEqual(['b=2']);
  });

  it('has every cookie of its cookies list, as ASP.NET writes them', async () => {
    expect((await send(host.port, '/api/answers/cookies')).headers['set-cookie']).toEqual([
      'a=one%20two; path=/',
      'b=2; expires=Wed, 02 Jan 2030 03:04:05 GMT; max-age=60; domain=vendor.example; path=/b; secure; samesite=lax; httponly',
    ]);
  });

  it('of the root is the homepage, or 204 where it is disabled', async () => {
    const { status, headers } = await send(host.port, '/');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html' });
    vi.stubEnv('AzureWebJobsDisableHomepage', 'True');
    expect((await send(host.port, '/')).status).toBe(204);
    vi.unstubAllEnvs();
  });
});

describe('a log line', () => {
  it('of the app comes out unprefixed, on one line, from information upwards', async () => {
    logs.length = 0;
    await send(host.port, '/api/logs');
    expect(logs).toEqual(['{"level":"information"}', 'first\\nsecond']);
  });
});

describe('a cross-origin request', () => {
  const preflight = { 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'authorization' };

  it('from an allowed origin is told so', async () => {
    const { status, headers } = await send(host.port, '/api/keyed', { headers: { origin: 'https://shop.example' } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
  });

  it('from an allowed origin may ask for any method and field first', async () => {
    const { status, headers } = await send(host.port, '/api/keyed', {
      method: 'OPTIONS',
      headers: { origin: 'https://desk.example', ...preflight },
    });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-methods': 'DELETE',
      'access-control-allow-headers': 'authorization',
    });
  });

  it.each(['https://SHOP.example', 'https://shop.example.evil', 'null'])('from %s is told nothing', async (origin) => {
    const { status, headers } = await send(host.port, '/api/keyed', {
      method: 'OPTIONS',
      headers: { origin, ...preflight },
    });
    expect(status).toBe(204);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
