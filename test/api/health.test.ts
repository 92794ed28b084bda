import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHealth } from '../../lib/health/health.ts';
import { type Alert, createAlert } from '../../lib/observability/alerts.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { createManualClock } from '../support/clocks.ts';
import { countEmulatorRequests } from '../support/emulators.ts';
import { awaitReady } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';

// The time of day does not pass: a check is made once in ten seconds of it.
const stack = await startStack({ clock: createManualClock(Date.now()), expectedAlerts: ['check_failed'] });

const ask = (path: string) => stack.send('GET', path, { token: null });

describe('over HTTP, without a token', () => {
  it('/healthz says that the process serves, not which version, and touches nothing', async () => {
    const before = countEmulatorRequests(stack);
    const answer = await ask('/healthz');
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(countEmulatorRequests(stack)).toEqual(before);
  });

  it.each(['/healthz', '/readyz'])(
    'HEAD of %s is as GET without the body; nothing else is there, and no record',
    async (path) => {
      await awaitReady(stack);
      const logged = stack.log.length;
      const [get, head] = [await ask(path), await stack.send('HEAD', path, { token: null })];
      expect([head.status, head.text]).toEqual([get.status, '']);
      expect(head.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': get.headers['content-type'] });
      expect(stack.log).toHaveLength(logged);
      for (const method of ['POST', 'PUT', 'DELETE'])
        expect((await stack.send(method, path, { token: null })).status).toBe(404);
    },
  );
});

describe('readiness', () => {
  let now = 0;
  const clock = { ...systemClock, wallNow: () => now, monotonicNow: () => now };
  const fine = () => Promise.resolve();
  const broken = () => Promise.reject(new Error('canary'));
  afterEach(() => {
    vi.useRealTimers();
  });

  const open = (needed: () => Promise<unknown>, unneeded: () => Promise<unknown> = fine, alert = vi.fn<Alert>()) => {
    const checks = [
      { name: 'identity', run: needed, isRequired: true },
      { name: 'table', run: unneeded, isRequired: false },
    ];
    return { health: createHealth(checks, clock, alert), alert };
  };

  it('without the managed identity no instance is ready; which check fails is for the log alone, by its name', async () => {
    const records: unknown[] = [];
    const alert = createAlert((record) => records.push(record), clock);
    const { health } = open(broken, fine, vi.fn(alert));
    const { status, headers, body } = await health.respondReady();
    expect([status, headers['retry-after'], body]).toEqual([503, '10', '{"status":"not-ready"}']);
    expect(records).toMatchObject([{ alert: 'check_failed', subject: 'identity' }]);
    expect(JSON.stringify(records)).not.toContain('canary');
  });

  it('without its table an instance is ready: a cache that fails fails no request (I10)', async () => {
    const { health, alert } = open(fine, broken);
    expect(await health.respondReady()).toMatchObject({ status: 200, body: '{"status":"ready"}' });
    expect(alert.mock.calls).toEqual([['check_failed', 'table', expect.any(Error)]]);
  });

  it('a check is made at most once in ten seconds, also while it fails', async () => {
    const run = vi.fn<() => Promise<unknown>>(broken);
    const { health } = open(run);
    await health.respondReady();
    now += 9_999;
    await health.respondReady();
    expect(run).toHaveBeenCalledTimes(1);
    now += 1;
    await Promise.all([health.respondReady(), health.respondReady()]);
    expect(run).toHaveBeenCalledTimes(2);
    // An instance that gets well is ready again.
    run.mockImplementation(fine);
    now += 10_000;
    expect((await health.respondReady()).status).toBe(200);
  });

  it('a check that hangs has failed after two seconds', async () => {
    vi.useFakeTimers();
    const { health } = open(() => new Promise(() => {}));
    const answer = health.respondReady();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await answer).status).toBe(503);
  });
});
