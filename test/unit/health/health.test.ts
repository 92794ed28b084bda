import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHealth } from '../../../lib/health/health.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { awaitAnswer } from '../../support/await-response.ts';
import { countTouches } from '../../support/edges.ts';
import { startStack } from '../../support/stack.ts';

const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
const stack = await startStack();

const ask = (path: string) => stack.send('GET', path, { token: null });
const alerts = () => told.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);

describe('over HTTP, without a token', () => {
  it('/healthz says that the process serves, and touches nothing', async () => {
    const before = countTouches(stack);
    const answer = await ask('/healthz');
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(countTouches(stack)).toEqual(before);
  });

  it('/readyz says that requests can be answered; a hundred probes cost what one costs', async () => {
    await awaitAnswer(stack);
    const before = countTouches(stack);
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/readyz')));
    for (let count = 0; count < 50; count++) answers.push(await ask('/readyz'));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"status":"ready"}']),
    );
    expect(answers[0]?.headers['cache-control']).toBe('no-store');
    const { upstream, identity, table } = countTouches(stack);
    expect(upstream).toBe(before.upstream);
    expect(identity).toBe(before.identity);
    // A look at a table that is late is repeated once.
    const looks = 1 + Math.floor((performance.now() - startedAt) / 10_000);
    expect(table - before.table).toBeGreaterThan(0);
    expect(table - before.table).toBeLessThanOrEqual(2 * looks);
  });

  it.each(['POST', 'PUT', 'DELETE'])('nothing else is there: %s', async (method) => {
    for (const path of ['/healthz', '/readyz'])
      expect((await stack.send(method, path, { token: null })).status).toBe(404);
  });

  it('a probe leaves no record', async () => {
    const logged = stack.log.length;
    for (const path of ['/healthz', '/readyz']) await ask(path);
    expect(stack.log).toHaveLength(logged);
  });
});

describe('readiness', () => {
  let now = 0;
  const clock = { ...systemClock, now: () => now, monotonicNow: () => now };
  const fine = () => Promise.resolve();
  const broken = () => Promise.reject(new Error('canary'));
  afterEach(() => {
    told.mockClear();
    vi.useRealTimers();
  });

  const open = (needed: () => Promise<unknown>, unneeded: () => Promise<unknown> = fine) => {
    const alert = vi.fn();
    const checks = [
      { name: 'identity', run: needed, isRequired: true },
      { name: 'table', run: unneeded, isRequired: false },
    ];
    return { health: createHealth(checks, clock, alert), alert };
  };

  it('without the managed identity no instance is ready; which check fails is for the log alone', async () => {
    const { health, alert } = open(broken);
    const { status, body } = await health.respondReady();
    expect([status, body]).toEqual([503, '{"status":"not-ready"}']);
    expect(alert.mock.calls).toEqual([['check_failed', 'identity', expect.any(Error)]]);
  });

  it('without its table an instance is ready: a cache that fails fails no request (DESIGN 4, 10)', async () => {
    const { health, alert } = open(fine, broken);
    expect(await health.respondReady()).toMatchObject({ status: 200, body: '{"status":"ready"}' });
    expect(alert.mock.calls).toEqual([['check_failed', 'table', expect.any(Error)]]);
  });

  it('a check is made at most once in ten seconds, also while it fails', async () => {
    const run = vi.fn(broken);
    const { health } = open(run);
    await health.respondReady();
    now += 9_999;
    await health.respondReady();
    expect(run).toHaveBeenCalledTimes(1);
    now += 1;
    await Promise.all([health.respondReady(), health.respondReady()]);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('an instance that gets well is ready again', async () => {
    const run = vi.fn<() => Promise<unknown>>(broken);
    const { health } = open(run);
    expect((await health.respondReady()).status).toBe(503);
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

  it('an instance that is about to end is neither well nor ready', async () => {
    const { health } = open(fine);
    health.drain();
    expect(health.respondAlive()).toMatchObject({ status: 503, body: '{"status":"draining"}' });
    expect((await health.respondReady()).status).toBe(503);
  });
});

it('in the log stand names and causes of our own', () => {
  expect(JSON.stringify(alerts())).not.toContain('canary');
});
