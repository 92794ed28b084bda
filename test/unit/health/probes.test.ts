import { expect, it, vi } from 'vitest';
import { createServices } from '../../../lib/services.ts';
import { readSettings } from '../../../lib/settings/read-settings.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { startStack } from '../../support/stack.ts';

await startStack();

function open(settings: Readonly<Record<string, string>> = {}) {
  const report = vi.fn();
  return { services: createServices(readSettings({ ...process.env, ...settings }), systemClock, report), report };
}

const unreachable = { CACHE_CONNECTION_STRING: 'AccountName=a;AccountKey=YQ==;TableEndpoint=http://127.0.0.1:1/a' };

it('an instance is ready when keys and a token can be had', async () => {
  const { services, report } = open();
  expect((await services.health.respondReady()).status).toBe(200);
  expect(report).not.toHaveBeenCalled();
  await services.close();
});

it('a table that is down raises an alert and leaves the instance ready', async () => {
  const { services, report } = open(unreachable);
  expect((await services.health.respondReady()).status).toBe(200);
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ alert: 'check_failed', subject: 'table' }));
  await services.close();
});

it('the warm-up loads keys, tokens, the table, and a connection to each upstream', async () => {
  const { services } = open();
  const log = vi.fn();
  await services.warmUp(log);
  const all = ['keys', 'policy', 'identity', 'table', 'arm', 'backupRestore', 'documentModels', 'businessData'];
  expect(log).toHaveBeenCalledWith({
    operation: 'warmup',
    ...Object.fromEntries(all.map((name) => [name, 'ok'])),
    durationMs: expect.any(Number),
  });
  await services.close();
});
