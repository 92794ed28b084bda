import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../../dev/server.ts';
import { createCertificate, startTlsServer } from '../../../dev/tls.ts';
import { HttpClient, TimeoutError } from '../../../lib/http/http-client.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { createSkippingClock } from '../../support/clocks.ts';

afterEach(() => void vi.useRealTimers());

/** From now on the client's time passes by `vi.advanceTimersByTime` alone: on a busy machine nothing comes too early. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Waits until the client has read what was sent to it: it arrives within a turn or two of the event loop. */
async function awaitRead(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Longer than any test takes. */
const request = {
  method: 'GET',
  path: '/things',
  headers: {},
  maxResponseBytes: MAX_RESPONSE_BYTES,
  timeoutMs: 50_000,
};

/** Opens a client for a URL; its connections end with the test. */
function openTo(url: string, connectTimeoutMs = 2_000): HttpClient {
  const client = new HttpClient(url, { clock: systemClock, connectTimeoutMs });
  onTestFinished(() => client.close().catch(() => {}));
  return client;
}

/** Opens a client for a server with this request listener. */
async function open(listener: (...args: Parameters<RequestListener>) => unknown, connectTimeoutMs?: number) {
  const server = await listen(createServer(listener), 0);
  onTestFinished(() => server.close());
  return openTo(server.url, connectTimeoutMs);
}

/** Opens a client for a TCP server. */
async function openRaw(onConnection: (socket: Socket) => void, protocol = 'http', connectTimeoutMs?: number) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return openTo(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`, connectTimeoutMs);
}

it('sends method, path as it is, headers and body, and reads the whole response', async () => {
  const received: unknown[] = [];
  const client = await open(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const { 'x-own': own, authorization, accept } = incoming.headers;
    received.push([incoming.method, incoming.url, own, authorization, accept, body]);
    outgoing.writeHead(201, { etag: '"1"', 'x-many': ['a', 'b'] }).write('{"a"');
    outgoing.end(':1}');
  });
  const headers = { 'x-own': 'f', authorization: 'Bearer t' };
  const put = { ...request, method: 'PUT', path: '/a%20b/../c/%2e%2e//d?x=%20', headers, body: '{"ü":1}' };
  const response = await client.send(put);
  expect(received).toEqual([['PUT', '/a%20b/../c/%2e%2e//d?x=%20', 'f', 'Bearer t', undefined, '{"ü":1}']]);
  expect(response).toMatchObject({ status: 201, headers: { etag: '"1"', 'x-many': 'a' } });
  expect(response.body.toString()).toBe('{"a":1}');
});

it('returns a redirect and does not follow it, so that the credential goes nowhere else (A42)', async () => {
  let calls = 0;
  const client = await open((incoming, outgoing) => {
    calls++;
    outgoing.writeHead(307, { location: `http://${incoming.headers.host}/elsewhere` }).end();
  });
  expect((await client.send({ ...request, headers: { 'vendor-subscription-key': 'k' } })).status).toBe(307);
  expect(calls).toBe(1);
});

it('does not decompress a body (F18)', async () => {
  const packed = gzipSync(Buffer.alloc(1_000_000));
  const client = await open((_, outgoing) => {
    outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  });
  expect((await client.send(request)).body).toEqual(packed);
});

it.each([
  ['chunked', {}],
  ['with a content length', { 'content-length': '' }],
])('reads a response (%s) up to the maximum size and fails at one byte more (F17)', async (_, headers) => {
  const client = await open((incoming, outgoing) => {
    const body = Buffer.alloc(Number(incoming.headers['x-size']));
    if ('content-length' in headers) outgoing.setHeader('content-length', body.length);
    outgoing.write(body.subarray(0, 1_000));
    outgoing.end(body.subarray(1_000));
  });
  const get = (size: number) => client.send({ ...request, headers: { 'x-size': String(size) } });
  expect((await get(MAX_RESPONSE_BYTES)).body).toHaveLength(MAX_RESPONSE_BYTES);
  await expect(get(MAX_RESPONSE_BYTES + 1)).rejects.toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
});

it('returns a success that is too large without its body where the caller says so, and no other response (C-56)', async () => {
  const client = await open((incoming, outgoing) => {
    outgoing.writeHead(Number(incoming.headers['x-status']), { etag: '"1"' });
    outgoing.end(Buffer.alloc(MAX_RESPONSE_BYTES + 1));
  });
  const get = (status: number, mayOmitBody: boolean) =>
    client.send({ ...request, headers: { 'x-status': String(status) }, mayOmitBody });
  const { status, headers, body } = await get(201, true);
  expect([status, headers['etag'], body.length]).toEqual([201, '"1"', 0]);
  const others = await Promise.allSettled([get(201, false), get(400, true), get(500, true)]);
  const tooLarge = { status: 'rejected', reason: { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' } };
  expect(others).toMatchObject(others.map(() => tooLarge));
});

it('reads 8 KiB of headers and fails above 16 KiB (A66)', async () => {
  const client = await open((incoming, outgoing) => {
    outgoing.setHeader('x-long', 'a'.repeat(Number(incoming.headers['x-size']))).end();
  });
  const get = (size: number) => client.send({ ...request, headers: { 'x-size': String(size) } });
  expect((await get(8 * 1024)).headers['x-long']).toHaveLength(8 * 1024);
  await expect(get(16 * 1024)).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_OVERFLOW' });
});

it.each<[string, (socket: Socket) => void]>([
  ['headers never come (F05)', () => {}],
  [
    'body trickles in (F06)',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write('a'), 5);
      socket.on('close', () => clearInterval(timer));
    },
  ],
])('a timeout ends a request whose %s, and closes its connection', async (_, onData) => {
  const closed: unknown[] = [];
  const client = await openRaw((socket) => {
    socket.once('data', () => onData(socket));
    socket.once('close', () => closed.push(socket));
  });
  await expect(client.send({ ...request, timeoutMs: 30 })).rejects.toBeInstanceOf(TimeoutError);
  await expect.poll(() => closed).toHaveLength(1);
});

it.each([
  ['its own timeout', 1_000, 10, { name: 'TimeoutError' }],
  ['the connect timeout (F03)', 50, 50_000, { code: 'UND_ERR_CONNECT_TIMEOUT' }],
])('fails unsent when the connection is not made within %s', async (_, connectTimeoutMs, timeoutMs, failure) => {
  const client = await openRaw(() => {}, 'https', connectTimeoutMs);
  const onSend = vi.fn();
  await expect(client.send({ ...request, timeoutMs, onSend })).rejects.toMatchObject(failure);
  expect(onSend).not.toHaveBeenCalled();
});

it('F04: sends nothing to a server whose certificate is not trusted', async () => {
  const onRequest = vi.fn();
  const plain = await listen(createServer(onRequest), 0);
  const server = await startTlsServer({ ...createCertificate(), port: 0, target: Number(new URL(plain.url).port) });
  onTestFinished(async () => void (await Promise.all([server.close(), plain.close()])));
  const sent = openTo(`https://localhost:${new URL(server.url).port}`).send(request);
  await expect(sent).rejects.toMatchObject({ code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  expect(onRequest).not.toHaveBeenCalled();
});

it('the connect timeout does not end a connection that was made in time', async () => {
  stopTime();
  const client = await open((_, outgoing) => {
    vi.advanceTimersByTime(400);
    outgoing.end('slow');
  }, 200);
  expect((await client.send(request)).body.toString()).toBe('slow');
});

it('close ends requests in progress, and later ones are not sent (F50)', async () => {
  const onSend = vi.fn();
  const client = await open(() => {});
  const expectEnd = () =>
    expect(client.send({ ...request, onSend })).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
  const ended = expectEnd();
  await expect.poll(() => onSend).toHaveBeenCalledOnce();
  await client.close();
  await ended;
  await expectEnd();
  expect(onSend).toHaveBeenCalledOnce();
});

it.each<[string, (socket: Socket) => void]>([
  ['is cut', (socket) => socket.end()],
  ['is reset', (socket) => socket.resetAndDestroy()],
  ['drips', () => vi.advanceTimersByTime(request.timeoutMs)],
])('a success whose body %s is kept without it where it may be (F06, F08, F09, C-40)', async (_, breakOff) => {
  stopTime();
  const client = await openRaw((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 201 Created\r\netag: "1"\r\ncontent-length: 9\r\n\r\n{');
      void awaitRead().then(() => breakOff(socket));
    }),
  );
  const { status, headers, body } = await client.send({ ...request, mayOmitBody: true });
  expect([status, headers['etag'], body.length]).toEqual([201, '"1"', 0]);
  await expect(client.send(request)).rejects.toThrow();
});

it('a failure whose body is cut stays a failure (F09)', async () => {
  const client = await openRaw((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 500 Oops\r\ncontent-length: 9\r\n\r\n{')),
  );
  await expect(client.send({ ...request, mayOmitBody: true })).rejects.toThrow();
});

it('F54 a process that stood still longer than the time to connect has its connection', async () => {
  const client = await open((_, outgoing) => outgoing.end('late'), 20);
  const sending = client.send(request);
  await Promise.resolve();
  const until = performance.now() + 60;
  while (performance.now() < until);
  expect((await sending).body.toString()).toBe('late');
});

/** Replaces the resolver: look-ups return what the test sets. */
function startNames() {
  const names = {
    lookups: 0,
    /** Returns the address; rejects if there is none. */
    resolve: async (): Promise<string> => '127.0.0.1',
  };
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(((
    _: string,
    __: object,
    callback: (error: Error | null, found?: object[]) => void,
  ) => {
    names.lookups++;
    names.resolve().then(
      (address) => callback(null, [{ address, family: 4 }]),
      (error) => callback(error),
    );
  }) as never);
  onTestFinished(() => spy.mockRestore());
  return names;
}

/** Starts a server on two addresses, whose responses say which; returns a client for its name, and its clock. */
async function openNamed() {
  const respond: RequestListener = (incoming, outgoing) => outgoing.end(incoming.socket.localAddress);
  const { port, close } = await listen(createServer(respond), 0);
  const other = createServer(respond).listen(port, '127.0.0.2');
  await once(other, 'listening');
  onTestFinished(async () => {
    await close();
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  });
  const names = startNames();
  const clock = createSkippingClock();
  const limits = { clock, connectTimeoutMs: 2_000 };
  const client = new HttpClient(`http://service.example:${port}`, limits);
  onTestFinished(() => client.close().catch(() => {}));
  return { names, clock, get: async () => String((await client.send(request)).body) };
}

const hang = () => new Promise<string>(() => {});

it('a name that hangs has one look-up, however many requests wait for it, and its result serves all', async () => {
  const { names, get } = await openNamed();
  let found = (_: string): void => {};
  names.resolve = () => new Promise((resolve) => (found = resolve));
  const sent = Array.from({ length: 20 }, get);
  await awaitRead();
  found('127.0.0.1');
  expect(new Set(await Promise.all(sent))).toEqual(new Set(['127.0.0.1']));
  expect(names.lookups).toBe(1);
});

it.each([
  ['hangs', hang],
  ['fails', () => Promise.reject(Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' }))],
])('while a new look-up %s, the last address serves; it is looked for again after 30 s', async (_, resolve) => {
  const { names, clock, get } = await openNamed();
  await get();
  // At the same time, so on connections of their own.
  const getTwo = () => Promise.all([get(), get()]);
  await getTwo();
  expect(names.lookups).toBe(1);
  names.resolve = resolve;
  clock.skip(30_000);
  await Promise.all([getTwo(), getTwo()]);
  expect(names.lookups).toBeGreaterThan(1);
});

it('a name that has moved is found again, though connections live', async () => {
  const { names, clock, get } = await openNamed();
  expect(await get()).toBe('127.0.0.1');
  await awaitRead();
  // Over the same connection.
  expect([await get(), names.lookups]).toEqual(['127.0.0.1', 1]);
  names.resolve = async () => '127.0.0.2';
  clock.skip(60_000);
  const date = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  onTestFinished(() => date.mockRestore());
  await awaitRead();
  expect(await get()).toBe('127.0.0.2');
});

it('an idle connection is closed before a balancer cuts it, whatever the server says of it', async () => {
  const ended: string[] = [];
  const client = await open((incoming, outgoing) => {
    const { socket } = incoming;
    outgoing.setHeader('keep-alive', 'timeout=120').end();
    setTimeout(() => ended.push('cut'), 4_500).unref();
    socket.once('end', () => ended.push('closed'));
  });
  await client.send(request);
  await vi.waitFor(() => expect(ended[0]).toBe('closed'), { timeout: 20_000 });
});

it.each([
  ['through the proxy', 'service.example', ['CONNECT service.example']],
  ['not through it on this machine', 'localhost', []],
])('a request is sent %s', async (_, host, expected) => {
  const server = await listen(
    createServer((_, outgoing) => outgoing.end('served')),
    0,
  );
  const { port } = new URL(server.url);
  const seen: string[] = [];
  const tunnels = createServer().on('connect', ({ method, url }, socket: Socket) => {
    seen.push(`${method} ${url?.split(':')[0]}`);
    const target = connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    socket
      .on('error', () => {})
      .pipe(target.on('error', () => {}))
      .pipe(socket);
  });
  const proxy = await listen(tunnels, 0);
  const client = new HttpClient(`http://${host}:${port}`, {
    clock: systemClock,
    connectTimeoutMs: 2_000,
    proxyUrl: proxy.url,
  });
  onTestFinished(async () => {
    await client.close().catch(() => {});
    await Promise.all([server.close(), proxy.close()]);
  });
  expect(String((await client.send(request)).body)).toBe('served');
  expect(seen).toEqual(expected);
});
