import { expect, it, vi } from 'vitest';
import { createWarmUp } from '../../../lib/health/health.ts';
import { INSTANCE } from '../../../lib/http/version.ts';
import { type Clock, systemClock } from '../../../lib/time/clock.ts';
import { countEmulatorRequests } from '../../support/emulators.ts';
import { startStack } from '../../support/stack.ts';
import { readCustomer, toPath } from '../../support/valid-requests.ts';

const stack = await startStack();

/** As the host invokes it on a new instance. */
async function invoke(): Promise<Record<string, unknown>> {
  const before = stack.log.length;
  const body = { 'content-type': 'application/json' };
  await fetch(`${stack.url}/admin/functions/warmup`, { method: 'POST', headers: body, body: '{"input":""}' });
  return vi.waitFor(() => {
    const record = stack.log[before];
    if (!record) throw new Error('No record yet.');
    return record;
  }, 20_000);
}

it('loads keys, tokens, table and connections, so that the first request waits for its upstream alone', async () => {
  const parts = ['keys', 'policy', 'identity', 'table', 'arm', 'backupRestore', 'documentModels', 'businessData'];
  const allLoaded = {
    operation: 'warmup',
    ...Object.fromEntries(parts.map((part) => [part, 'ok'])),
    durationMs: expect.any(Number),
    instance: INSTANCE,
    version: 'source',
  };
  // A machine that is busy may need longer than the parts wait.
  await vi.waitFor(async () => expect(await invoke()).toEqual(allLoaded), { timeout: 20_000, interval: 1_500 });
  const keys = await stack.issuer.calls();
  const before = countEmulatorRequests(stack);
  expect((await stack.send('GET', toPath(readCustomer) + readCustomer.query)).status).toBe(200);
  const after = countEmulatorRequests(stack);
  expect([after.identity - before.identity, after.upstream - before.upstream]).toEqual([0, 1]);
  expect(await stack.issuer.calls()).toEqual(keys);
  expect(stack.log.at(-1)).not.toHaveProperty('tokenMs');
});

it('sends the upstreams nothing that they could act on, and no credential', async () => {
  await stack.upstream.reset();
  await invoke();
  const calls = await stack.upstream.calls();
  expect(calls).toHaveLength(4);
  for (const { method, headers, body } of calls) {
    expect([method, body]).toEqual(['HEAD', '']);
    expect(headers).not.toHaveProperty('authorization');
  }
});

it('never fails, and says what it could not load', async () => {
  const log = vi.fn();
  const clock: Clock = { ...systemClock, setTimer: (callback) => setTimeout(callback, 1) };
  const warmUp = createWarmUp(
    {
      keys: () => Promise.reject(new TypeError('canary')),
      table: () => new Promise(() => {}),
      arm: () => Promise.resolve(),
    },
    clock,
  );
  await warmUp(log);
  expect(log.mock.calls).toEqual([
    [{ operation: 'warmup', keys: 'TypeError', table: 'late', arm: 'ok', durationMs: expect.any(Number) }],
  ]);
});
