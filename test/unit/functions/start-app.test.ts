import { expect, it } from 'vitest';
import { INSTANCE, VERSION } from '../../../lib/http/version.ts';
import { startStack } from '../../support/stack.ts';

const stack = await startStack({ settings: { PAGES: 'docs', PAGES_CLIENT_ID: 'client-1' } });

it('every line of the log has the version, which only authenticated callers see', async () => {
  const started = stack.alerts.find((line) => 'started' in line);
  expect(started).toEqual({
    started: 'frontdesk',
    profile: 'vendor',
    node: process.version,
    instance: INSTANCE,
    version: VERSION,
  });
  const { headers } = await stack.send('GET', '/companies(x)/items(y)', { token: null });
  expect(headers['x-frontdesk-version']).toBeUndefined();
  const item = await stack.send('GET', '/companies(x)/items(y)');
  expect(item.headers['x-frontdesk-version']).toBe(VERSION);
  expect(stack.log.length).toBeGreaterThan(1);
  expect(stack.log.filter(({ version }) => version !== VERSION)).toEqual([]);
});
