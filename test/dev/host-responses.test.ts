import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningHost, startHost } from '../../dev/host/server.ts';
import { send } from './fixtures/host-client.ts';

const logs: string[] = [];
const reports: string[] = [];
let host: RunningHost;

beforeAll(async () => {
  host = await startHost({
    rootDir: process.cwd(),
    port: 0,
    load: () => import('./fixtures/host-app.ts'),
    log: (line) => logs.push(line),
    report: (line) => reports.push(line),
    cors: { origins: ['https://shop.example', 'https://desk.example'], credentials: false },
  });
});

afterAll(() => host.close());

describe('a response', () => {
  it.each([
    ['text', 'Grüße', 'text/plain;charset=UTF-8'],
    ['json', '{"ok":true}', 'application/json'],
  ])('of %s is chunked, without Content-Length', async (kind, expected, type) => {
    const { status, headers, body } = await send(host.port, `/responses/${kind}`);
    expect({ status, body, type: headers['content-type'] }).toEqual({ status: 200, body: expected, type });
    expect(headers['content-length']).toBeUndefined();
    expect(headers['transfer-encoding']).toBe('chunked');
  });

  it('without a body has Content-Length 0', async () => {
    const { status, headers } = await send(host.port, '/responses/empty');
    expect({ status, length: headers['content-length'] }).toEqual({ status: 201, length: '0' });
  });

  it('is 204 if the function returns nothing', async () => {
    const { status, body } = await send(host.port, '/responses/nothing');
    expect({ status, body }).toEqual({ status: 204, body: '' });
  });

  it('of 304 has its headers and no body', async () => {
    const { status, headers, body } = await send(host.port, '/responses/notModified');
    expect({ status, etag: headers.etag, body }).toEqual({ status: 304, etag: '"1"', body: '' });
  });

  it.each(['throws', 'throwsText', 'number', 'status', 'nonAscii', 'cookies'])(
    'is an empty 500 if the function fails (%s)',
    async (kind) => {
      const { status, headers, body } = await send(host.port, `/responses/${kind}`);
      expect({ status, type: headers['content-type'], body }).toEqual({ status: 500, type: undefined, body: '' });
      expect(reports.at(-1)).toMatch(/^\[error\] Executed 'Functions.responses' \(Failed\) [^\n]+$/);
    },
  );

  it('keeps only the last of several Set-Cookie headers', async () => {
    expect((await send(host.port, '/responses/headerCookies')).headers['set-cookie']).toEqual(['b=2']);
  });
});

describe('a cross-origin request', () => {
  const preflight = { 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'authorization' };

  it('from an allowed origin gets the CORS headers', async () => {
    const { status, headers } = await send(host.port, '/unrouted', { headers: { origin: 'https://shop.example' } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      vary: 'Origin',
    });
  });

  it.each(['https://SHOP.example', 'https://shop.example.evil', 'null'])(
    'from %s gets no CORS headers',
    async (origin) => {
      const { status, headers } = await send(host.port, '/unrouted', {
        method: 'OPTIONS',
        headers: { origin, ...preflight },
      });
      expect(status).toBe(204);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );
});
