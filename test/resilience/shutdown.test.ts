/** The start of an instance, and its end at SIGTERM (fault F50): a real process under a host that ends as the real one. */
import { once } from 'node:events';
import { Agent, createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../dev/server.ts';
import { operations } from '../../functions/operations.ts';
import { createFastClock } from '../support/clocks.ts';
import { openServices } from '../support/serve-directly.ts';
import { buildInstance } from '../testbed/build-instance.ts';
import { startEmulators } from '../testbed/emulators.ts';
import { startInstance } from '../testbed/instance.ts';
import { sampleOperation } from '../testbed/sample-operations.ts';

const [emulators, built] = await Promise.all([startEmulators(), buildInstance()]);
const { upstream, identity, issuer } = emulators;
const token = await issuer.issueToken({});
const one = { parallel: 1, queue: 5 };
const LIMITS = JSON.stringify({ arm: { bulkhead: { read: one, write: one } } });
/** Starts an instance of the test's own: what one ends no other needs. */
async function start() {
  await identity.reset();
  const instance = await startInstance(built, { ...emulators.settings, LIMITS });
  onTestFinished(() => instance.close());
  return instance;
}
afterAll(() => Promise.all([emulators.close(), built.remove()]));

let samples = 0;
const toRequest = (id: string) => ({ token, ...sampleOperation(id).toRequest(++samples) });
const calls = async () => (await upstream.calls()).map(({ path }) => path);

it('an instance loads keys, policy and the token of each upstream by itself: its first call waits for its upstream only', async () => {
  const instance = await start();
  const readScopes = async () =>
    (await identity.calls()).map(({ path }) => new URL(path, 'http://identity').searchParams.get('resource'));
  await vi.waitUntil(async () => (await readScopes()).length === 4, 20_000);
  await vi.waitUntil(
    async () => (await instance.send({ token, method: 'GET', path: '/readyz' })).status === 200,
    20_000,
  );
  expect((await readScopes()).sort()).toEqual(
    ['business', 'documents', 'graph', 'management'].map((name) => `https://${name}.vendor.example`),
  );
  const keys = await issuer.calls();
  const { status } = await instance.send(toRequest('getCustomer'));
  expect([status, await issuer.calls(), (await identity.calls()).length]).toEqual([200, keys, 4]);
});

it('F50 I11 SIGTERM: no new connection, and whatever a call in progress waits for, it gets its response and a record', async () => {
  const instance = await start();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  for (const id of ['listHealthEvents', 'deleteRestoreSession', 'getCustomer'])
    await instance.send(toRequest(id), agent);
  const idle = once(Object.values(agent.freeSockets).flat()[0] as Socket, 'close');
  await upstream.reset();
  instance.log.length = 0;
  await upstream.fault({ api: 'arm', fault: { kind: 'delay', ms: 800 } });
  await upstream.fault({ api: 'business', fault: { kind: 'delay', ms: 800 } });
  await upstream.fault({
    api: 'graph',
    times: 1,
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  });
  const atUpstream = instance.send(toRequest('createOrUpdateAuthorization'));
  await vi.waitUntil(async () => (await calls()).length === 1, 20_000);
  const [inQueue, inPause, read] = ['createOrUpdateAuthorization', 'deleteRestoreSession', 'getCustomer'].map((id) =>
    instance.send(toRequest(id)),
  );
  await vi.waitUntil(async () => (await calls()).length === 3, 20_000);

  instance.signal('SIGTERM');
  await idle;
  await expect(instance.send(toRequest('getCustomer'))).rejects.toMatchObject({
    code: expect.stringMatching(/^ECONN(?:REFUSED|RESET)$/),
  });
  const responses = await Promise.all([atUpstream, inQueue, inPause, read]);
  expect(responses.map((response) => response?.status)).toEqual([201, 201, 204, 200]);
  expect(await instance.exited).toBe(0);
  const logged = instance.log.filter((record) => 'schemaVersion' in record);
  expect(logged.map(({ requestId }) => requestId).sort()).toEqual(
    responses.map((response) => response?.headers['x-ms-request-id']).sort(),
  );
});

it('I11 a collector that hangs does not keep an instance', async () => {
  let giveUp = (_: string) => {};
  const hasGivenUp = new Promise<string>((resolve) => (giveUp = resolve));
  let isCalled = false;
  const hang: RequestListener = (request) => {
    isCalled = true;
    request.once('close', () => giveUp('the exporter gave up'));
  };
  const collector = await listen(createServer(hang), 0);
  onTestFinished(() => collector.close());
  const settings = {
    ...emulators.settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRIC_EXPORT_INTERVAL: '50',
  };
  const services = openServices(settings, createFastClock(100));
  await vi.waitUntil(() => isCalled, 20_000);
  const closed = services.close().then(() => 'closed');
  expect(await Promise.race([hasGivenUp, closed])).toBe('closed');
});

it('F50 no write lasts longer than an instance that ends, but for those of which the service takes a minute', () => {
  const long = operations.filter(({ effect, timeoutMs }) => effect === 'changes' && timeoutMs > 28_000);
  expect(long.map(({ name }) => name)).toEqual([
    'createOrReplaceStreamingJob',
    'startStreamingJob',
    'stopStreamingJob',
  ]);
});
