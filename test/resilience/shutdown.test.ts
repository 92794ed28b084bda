/** Fault F50 at every place where a call waits: a real process under a host that ends as soon as the app's hooks return. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { buildInstance } from '../testbed/build-instance.ts';
import { startEmulators } from '../testbed/emulators.ts';
import { startInstance } from '../testbed/instance.ts';
import { sampleOperation } from '../testbed/sample-operations.ts';

const [emulators, built] = await Promise.all([startEmulators(), buildInstance()]);
const { upstream, identity, issuer } = emulators;
const token = await issuer.issueToken({});
const one = { parallel: 1, queue: 5 };
const instance = await startInstance(built, {
  ...emulators.settings,
  LIMITS: JSON.stringify({ arm: { bulkhead: { read: one, write: one }, rate: {} } }),
});
afterAll(async () => {
  await instance.close();
  await Promise.all([emulators.close(), built.remove()]);
});

let samples = 0;
const send = (id: string) => instance.send({ token, ...sampleOperation(id).toRequest(++samples) });
const calls = async () => (await upstream.calls()).map(({ path }) => path);

it('F50 SIGTERM: whatever a call waits for, it gets its response or an honest outcome, and a record; gone in 5 s', async () => {
  // Each upstream but documents has its token.
  for (const id of ['listHealthEvents', 'deleteRestoreSession', 'getCustomer']) await send(id);
  await upstream.reset();
  instance.log.length = 0;
  await upstream.fault({ api: 'arm', fault: { kind: 'hang', processed: true } });
  await upstream.fault({ api: 'business', fault: { kind: 'delay', ms: 800 } });
  await upstream.fault({ api: 'graph', fault: { kind: 'status', status: 429, headers: { 'retry-after': '10' } } });
  const atUpstream = send('createOrUpdateAuthorization');
  await vi.waitUntil(async () => (await calls()).length === 1, 20_000);
  const [inQueue, inPause, answered] = [
    send('createOrUpdateAuthorization'),
    send('deleteRestoreSession'),
    send('getCustomer'),
  ];
  await vi.waitUntil(async () => (await calls()).length === 3, 20_000);
  await identity.fault({ fault: { kind: 'hang' } });
  const withoutToken = send('authorizeModelCopy');
  await vi.waitUntil(async () => (await identity.calls()).length > 3, 20_000);
  await sleep(100);

  instance.signal('SIGTERM');
  const [exit, ...responses] = await Promise.all([
    Promise.race([instance.exited, sleep(5_000, 'still running')]),
    ...[atUpstream, inQueue, inPause, answered, withoutToken],
  ]);
  expect(exit).toBe(0);
  const outcomes = responses.map(({ status, text, headers }) => [
    status,
    status === 200 ? undefined : JSON.parse(text).error.code,
    headers['x-frontdesk-outcome'],
  ]);
  expect(outcomes).toEqual([
    [503, 'shutting_down', 'unknown'],
    [503, 'shutting_down', 'not-sent'],
    [503, 'shutting_down', 'not-sent'],
    [200, undefined, undefined],
    [503, 'identity_unavailable', 'not-sent'],
  ]);
  const logged = instance.log.filter((record) => 'schemaVersion' in record);
  expect(logged.map(({ requestId }) => requestId).sort()).toEqual(
    responses.map(({ headers }) => headers['x-ms-request-id']).sort(),
  );
  expect(await calls()).toHaveLength(3);
});
