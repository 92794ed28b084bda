import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  });
});

afterAll(() => host.close());

describe('a route', () => {
  it.each(['PUT', 'HEAD', 'OPTIONS'])('without %s in its methods is 404 without an Allow header', async (method) => {
    const { status, headers, body } = await send(host.port, '/order/1', { method });
    expect({ status, allow: headers.allow, body }).toEqual({ status: 404, allow: undefined, body: '' });
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
    expect((await sendAndSee(host.port, `/echo/${sent}`)).params).toEqual({ value: arrived });
  });

  it.each([
    ['/x/../echo/1', { value: '1' }],
    ['/x/%2e%2e/echo/1', { value: '1' }],
    ['/./echo/./1', { value: '1' }],
    ['/../../echo/1', { value: '1' }],
    ['/echo/1/x/..', { value: '1' }],
    ['/echo/1/.', { value: '1' }],
  ])('%s: dot segments are removed', async (path, params) => {
    expect((await sendAndSee(host.port, path)).params).toEqual(params);
  });

  it.each([
    ['an encoded NUL', 'GET /echo/%00 HTTP/1.1\r\nHost: a\r\n\r\n', '400'],
    ['a raw byte outside ASCII', 'GET /echo/\xe9 HTTP/1.1\r\nHost: a\r\n\r\n', '400'],
    ['an invalid Host', 'GET /echo/1 HTTP/1.1\r\nHost: a b\r\n\r\n', '400'],
    ['no Host', 'GET /echo/1 HTTP/1.1\r\n\r\n', '400'],
    ['another host in the target', 'GET http://b/echo/1 HTTP/1.1\r\nHost: a\r\n\r\n', '400'],
    ['a header that is not UTF-8', 'GET /echo/1 HTTP/1.1\r\nHost: a\r\nx: \xe9\r\n\r\n', '400'],
    ['a request line above 8 KiB', `GET /echo/1?${'x'.repeat(8192)} HTTP/1.1\r\nHost: a\r\n\r\n`, '414'],
  ])('with %s is rejected before any function runs', async (_, bytes, status) => {
    expect((await sendBytes(host.port, bytes)).split(' ')[1]).toBe(status);
  });
});
