/** Faults F51 and F54 to F56: a process that is killed or stopped (F50: shutdown.test.ts), callers that disconnect or read slowly. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { createDocumentCheck } from '../support/document-check.ts';
import { buildInstance } from '../testbed/build-instance.ts';
import { startEmulators, toLimitSettings } from '../testbed/emulators.ts';
import { type Instance, type SentRequest, startInstance } from '../testbed/instance.ts';
import { type SampleOperation, sampleOperation } from '../testbed/sample-operations.ts';
import { findCorruptRows, openRows } from './harness/table-rows.ts';

const [emulators, built] = await Promise.all([startEmulators(), buildInstance()]);
const { upstream } = emulators;
const token = await emulators.issuer.issueToken({});
const settings = { ...emulators.settings, ...toLimitSettings(50) };
const putAuthorization = sampleOperation('createOrUpdateAuthorization');
const listEvents = sampleOperation('listHealthEvents');
const getCustomer = sampleOperation('getCustomer');
const checkResponse = createDocumentCheck('vendor');
await openRows(emulators).createTable();
const running: Instance[] = [];
let samples = 0;

afterEach(async () => {
  await Promise.all(running.splice(0).map((instance) => instance.close()));
  await upstream.reset();
});
afterAll(() => Promise.all([emulators.close(), built.remove()]));

/** Every response of the instance is checked against the OpenAPI document. */
async function start(overrides: Readonly<Record<string, string>> = {}): Promise<Instance> {
  const instance = await startInstance(built, { ...settings, ...overrides });
  running.push(instance);
  return {
    ...instance,
    async send(request, agent) {
      const response = await instance.send(request, agent);
      checkResponse(request, response);
      return response;
    },
  };
}

const toRequest = (operation: SampleOperation, sample = ++samples) => ({ token, ...operation.toRequest(sample) });
const delayCalls = (ms: number, times = 100) => upstream.fault({ times, fault: { kind: 'delay', ms } });

/** Returns the open connection, which the test reads, or closes, itself. */
function sendRaw(port: number, { token, method, path, body }: SentRequest): Socket {
  const text = body === undefined ? '' : JSON.stringify(body);
  const contentHeaders = text ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : [];
  const lines = [`${method} ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`, ...contentHeaders];
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`);
  return socket;
}

it('F51 SIGKILL in a write: it was sent once at most, and no row is corrupt', async () => {
  const instance = await start();
  await instance.send(toRequest(listEvents));
  await delayCalls(200);
  const writes = Array.from({ length: 10 }, () => ++samples);
  const responses = writes.map((sample) =>
    instance.send(toRequest(putAuthorization, sample)).catch(() => 'no response'),
  );
  await sleep(150);
  instance.signal('SIGKILL');
  expect(await instance.exited).toBe('SIGKILL');
  await Promise.all(responses);
  const calls = await upstream.calls();
  for (const sample of writes) {
    expect(calls.filter(({ path }) => path.includes(`/a${sample}?`)).length).toBeLessThanOrEqual(1);
  }
  expect(await findCorruptRows(emulators)).toEqual([]);
});

it('F54 process stopped for a second: responses come after it resumes, and nothing is sent twice', async () => {
  const instance = await start();
  await instance.send(toRequest(getCustomer));
  await delayCalls(300);
  const sent = Array.from({ length: 20 }, (_, index) =>
    instance.send(toRequest(index % 2 ? putAuthorization : listEvents)),
  );
  await sleep(150);
  instance.signal('SIGSTOP');
  await sleep(1_000);
  instance.signal('SIGCONT');
  const responses = await Promise.all(sent);
  expect(responses.map(({ status }) => status)).toEqual(sent.map((_, index) => (index % 2 ? 201 : 200)));
  expect(Math.max(...responses.map(({ elapsedMs }) => elapsedMs))).toBeLessThan(5_000);
  expect((await upstream.calls()).length).toBe(1 + sent.length);
});

it('F55 caller disconnects: its write is sent completely and once, and its call slot is released', async () => {
  const instance = await start(toLimitSettings(1));
  await delayCalls(300, 1);
  const socket = sendRaw(instance.port, toRequest(putAuthorization));
  await vi.waitUntil(async () => (await upstream.calls()).length === 1, 5_000);
  socket.destroy();
  const record = await vi.waitUntil(() => instance.log.find(({ requestId }) => requestId), 5_000);
  expect(record).toMatchObject({ status: 201 });
  expect(await upstream.calls()).toMatchObject([{ status: 201 }]);
  expect((await instance.send(toRequest(putAuthorization))).status).toBe(201);
});

it('F55 caller disconnects: another caller that waits for the same response gets it', async () => {
  const instance = await start();
  await instance.send(toRequest(getCustomer));
  await delayCalls(300);
  const sample = ++samples;
  const socket = sendRaw(instance.port, toRequest(listEvents, sample));
  await sleep(50);
  const waiting = instance.send(toRequest(listEvents, sample));
  await sleep(50);
  socket.destroy();
  const { status, headers } = await waiting;
  expect([status, headers['cache-status']]).toEqual([200, 'Frontdesk; fwd=uri-miss; stored; collapsed']);
});

it('F56 caller reads slowly: other callers do not wait, and its call slot is released', async () => {
  const instance = await start(toLimitSettings(1));
  await upstream.fault({ times: 1, fault: { kind: 'patch', body: { filler: 'f'.repeat(4_000_000) } } });
  const socket = sendRaw(instance.port, toRequest(listEvents));
  await once(socket, 'readable');
  socket.read(10);
  const others = await Promise.all(Array.from({ length: 10 }, () => instance.send(toRequest(listEvents))));
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  socket.destroy();
});

it.for([
  ['F18 body inflates to 64 MiB', { kind: 'gzip-bomb', bytes: 64 * 1024 * 1024 }],
  ['F17 200 MiB body', { kind: 'big', bytes: 200 * 1024 * 1024, chunked: true }],
] as const)('%s: peak resident memory grows by 16 MiB at most', async ([, fault]) => {
  const instance = await start();
  for (let call = 0; call < 100; call++) await instance.send(toRequest(getCustomer));
  const before = (await instance.measureMemory()).peakBytes;
  await upstream.fault({ times: 10, fault });
  expect((await instance.send(toRequest(getCustomer))).status).toBe(502);
  const grownBytes = (await instance.measureMemory()).peakBytes - before;
  expect(grownBytes).toBeLessThanOrEqual(16 * 2 ** 20);
});
