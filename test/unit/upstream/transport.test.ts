import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../../dev/server.ts';
import { TimeoutError } from '../../../lib/http/http-client.ts';
import type { UpstreamRequest } from '../../../lib/upstream/compose-request.ts';
import { openTransport, type Transport } from '../../../lib/upstream/transport.ts';
import { createUpstream } from '../../../lib/upstream/upstreams.ts';

const clock = { now: () => Date.now(), toTimerMs: (ms: number) => ms / 20 };

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

const request: UpstreamRequest = { method: 'GET', target: '/things', headers: {} };

/** Longer than any test takes, by its clock. */
const LONG_MS = 1_000_000;

/** Opens the transport to an address; its connections end with the test. */
function openTo(url: string, by = clock): Transport {
  const transport = openTransport(createUpstream('businessData', `${url}/base`, 'scope'), by);
  endings.push(() => transport.close().catch(() => {}));
  return transport;
}

/** Opens the transport to a server that answers so. */
async function open(answer: (...exchange: Parameters<RequestListener>) => unknown): Promise<Transport> {
  const server = await listen(
    createServer((...exchange) => void answer(...exchange)),
    0,
  );
  endings.push(() => server.close());
  return openTo(server.url);
}

/** Opens the transport to a server of bytes. */
async function openRaw(talk: (socket: Socket) => void, protocol = 'http', by = clock): Promise<Transport> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    talk(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return openTo(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`, by);
}

it('sends method, target, headers and body, and reads the whole answer', async () => {
  const received: unknown[] = [];
  const transport = await open(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const { 'x-own': own, authorization, accept } = incoming.headers;
    received.push([incoming.method, incoming.url, own, authorization, accept, body]);
    outgoing.writeHead(201, { etag: '"1"', 'x-many': ['a', 'b'] }).write('{"a"');
    outgoing.end(':1}');
  });
  const headers = { 'x-own': 'f', authorization: 'Bearer t' };
  const put = { method: 'PUT', target: '/things/a%20b?x=1', headers, body: '{"ü":1}' };
  const answer = await transport.send(put, LONG_MS);
  expect(received).toEqual([['PUT', '/base/things/a%20b?x=1', 'f', 'Bearer t', undefined, '{"ü":1}']]);
  expect(answer).toMatchObject({ status: 201, headers: { etag: '"1"', 'x-many': 'a, b' } });
  expect(answer.body.toString()).toBe('{"a":1}');
});

it('the target goes up as it stands: nothing is normalised on the way (reliability 0, 4)', async () => {
  const targets: (string | undefined)[] = [];
  const transport = await open((incoming, outgoing) => {
    targets.push(incoming.url);
    outgoing.end();
  });
  await transport.send({ ...request, target: '/a/../b/%2e%2e//c?x=%20' }, LONG_MS);
  expect(targets).toEqual(['/base/a/../b/%2e%2e//c?x=%20']);
});

it('a redirect is an answer: nobody follows it, and the credential goes nowhere else (A42)', async () => {
  let calls = 0;
  const transport = await open((incoming, outgoing) => {
    calls++;
    outgoing.writeHead(307, { location: `http://${incoming.headers.host}/elsewhere` }).end();
  });
  expect((await transport.send({ ...request, headers: { 'vendor-subscription-key': 'k' } }, LONG_MS)).status).toBe(307);
  expect(calls).toBe(1);
});

it('nothing is inflated here (F18)', async () => {
  const packed = gzipSync(Buffer.alloc(1_000_000));
  const transport = await open((_, outgoing) => {
    outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  });
  expect((await transport.send(request, LONG_MS)).body).toEqual(packed);
});

it.each([
  ['chunked', {}],
  ['of stated length', { 'content-length': '' }],
])('an answer, %s, is read up to its bound; a byte more breaks it off (F17)', async (_, headers) => {
  const { maxResponseBytes: maxAnswerBytes } = createUpstream('businessData', 'http://127.0.0.1', 'scope');
  const transport = await open((incoming, outgoing) => {
    const body = Buffer.alloc(Number(incoming.headers['x-size']));
    if ('content-length' in headers) outgoing.setHeader('content-length', body.length);
    outgoing.write(body.subarray(0, 1_000));
    outgoing.end(body.subarray(1_000));
  });
  const ask = (size: number) => transport.send({ ...request, headers: { 'x-size': String(size) } }, LONG_MS);
  expect((await ask(maxAnswerBytes)).body).toHaveLength(maxAnswerBytes);
  await expect(ask(maxAnswerBytes + 1)).rejects.toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
});

it('headers of 8 KiB are read, of more than 16 KiB not (A66)', async () => {
  const transport = await open((incoming, outgoing) => {
    outgoing.setHeader('x-long', 'a'.repeat(Number(incoming.headers['x-size']))).end();
  });
  const ask = (size: number) => transport.send({ ...request, headers: { 'x-size': String(size) } }, LONG_MS);
  expect((await ask(8 * 1024)).headers['x-long']).toHaveLength(8 * 1024);
  await expect(ask(16 * 1024)).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_OVERFLOW' });
});

it.each<[string, (socket: Socket) => void]>([
  ['headers never come (F05)', () => {}],
  [
    'the content drips (F06)',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('a'), 5);
      socket.on('close', () => clearInterval(drip));
    },
  ],
])('the time limit ends a call whose %s, and its connection', async (_, talk) => {
  const closed: unknown[] = [];
  const transport = await openRaw((socket) => {
    socket.once('data', () => talk(socket));
    socket.once('close', () => closed.push(socket));
  });
  await expect(transport.send(request, 30 * 20)).rejects.toBeInstanceOf(TimeoutError);
  await expect.poll(() => closed).toHaveLength(1);
});

it('the time limit ends a call that waits for its connection', async () => {
  const transport = await openRaw(() => {}, 'https', { ...clock, toTimerMs: (ms) => ms });
  // Not with the end of the time in which a connection must be made.
  await expect(transport.send(request, 10)).rejects.toBeInstanceOf(TimeoutError);
});

it('interim answers are passed over', async () => {
  const transport = await openRaw((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
      socket.write('HTTP/1.1 200 OK\r\netag: "1"\r\ncontent-length: 2\r\n\r\n{}');
    }),
  );
  const answer = await transport.send(request, LONG_MS);
  expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' } });
  expect(answer.headers).not.toHaveProperty('link');
  expect(answer.body.toString()).toBe('{}');
});

it('a connection is made within a second or not at all (F03)', async () => {
  const transport = await openRaw(() => {}, 'https');
  const startedAt = performance.now();
  const sending = transport.send(request, LONG_MS);
  await expect(sending).rejects.toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
  // A twentieth of a second, by a clock of twenty times the speed.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(45);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

it('a connection that was made in time is not ended by its time limit', async () => {
  const transport = await open((_, outgoing) => {
    setTimeout(() => outgoing.end('slow'), 120);
  });
  expect((await transport.send(request, LONG_MS)).body.toString()).toBe('slow');
});

it.each<[string, object, (socket: Socket) => void]>([
  ['the connection breaks before an answer (F07)', { code: 'UND_ERR_SOCKET' }, (socket) => socket.end()],
  [
    'the connection breaks within the answer (F09)',
    { code: 'UND_ERR_SOCKET' },
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
  ],
  ['the answer is not HTTP', { name: 'HTTPParserError' }, (socket) => socket.end('SSH-2.0-x\r\n\r\n')],
])('when %s the call fails with %j', async (_, failure, talk) => {
  const transport = await openRaw((socket) => socket.once('data', () => talk(socket)));
  await expect(transport.send(request, LONG_MS)).rejects.toMatchObject(failure);
});

it('when no connection is taken the call fails with ECONNREFUSED (F01)', async () => {
  const closed = await listen(createServer(), 0);
  await closed.close();
  await expect(openTo(closed.url).send(request, LONG_MS)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('calls that follow one another share a connection', async () => {
  let connections = 0;
  const transport = await openRaw((socket) => {
    connections++;
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
  });
  const calls = 10;
  for (let count = 0; count < calls; count++) await transport.send(request, LONG_MS);
  expect(connections).toBeLessThan(calls);
});

it('closes after what is under way', async () => {
  const transport = await open((_, outgoing) => {
    setTimeout(() => outgoing.end('done'), 30);
  });
  const sending = transport.send(request, LONG_MS);
  await transport.close();
  expect((await sending).body.toString()).toBe('done');
  await expect(transport.send(request, LONG_MS)).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
});
