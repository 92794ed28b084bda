import { expect, it, onTestFinished, vi } from 'vitest';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

function open(settings: Readonly<Record<string, string>> = {}) {
  const report = vi.fn();
  const services = createServices(readSettings({ ...process.env, ...settings }), systemClock, report);
  onTestFinished(services.close);
  return { services, report };
}

it('nothing is called before the first request', async () => {
  await stack.upstream.reset();
  open();
  expect([await stack.upstream.calls(), await stack.identity.calls()]).toEqual([[], []]);
});

it('each upstream has a client and an address', () => {
  const { services } = open();
  const names = ['arm', 'backupRestore', 'documentModels', 'businessData'];
  expect(Object.keys(services.clients)).toEqual(names);
  expect(Object.values(services.upstreams).map(({ name }) => name)).toEqual(names);
  const settings = readSettings();
  expect(Object.values(services.upstreams).map(({ baseUrl, scope }) => [baseUrl, scope])).toEqual([
    [settings.ARM_BASE_URL, settings.ARM_SCOPE],
    [settings.BACKUP_RESTORE_BASE_URL, settings.BACKUP_RESTORE_SCOPE],
    [settings.DOCUMENT_MODELS_ENDPOINT, settings.DOCUMENT_MODELS_SCOPE],
    [settings.BUSINESS_DATA_BASE_URL, settings.BUSINESS_DATA_SCOPE],
  ]);
});

it('a table that cannot be reached is alerted, by what it is for, and its sweep fails', async () => {
  const { services, report } = open({
    CACHE_CONNECTION_STRING:
      'DefaultEndpointsProtocol=http;AccountName=gone;AccountKey=a2V5;TableEndpoint=http://127.0.0.1:1/gone;',
  });
  const alerts = () => report.mock.calls.map(([{ alert, subject }]) => [alert, subject]);
  await services.paging.seal('t', { operation: 'list', tenant: 't', list: '/a' }, 1_000);
  expect(alerts()).toEqual([['paging_local', 'table']]);
  for (let count = 0; count < 5; count++) await services.writeMarks.add('https://arm.example', '/a');
  expect(alerts().slice(1)).toEqual(
    expect.arrayContaining([
      ['row_unwritten', 'mark'],
      ['cache_paused', 'table'],
    ]),
  );
  await expect(services.sweep()).rejects.toThrow();
});

it('the sweep removes what has expired from the table of the settings', async () => {
  const { services } = open();
  await services.writeMarks.add('https://arm.example', '/a');
  expect(await services.sweep()).toEqual({ swept: 0, isComplete: true });
});

it('prefetching loads the signing keys', async () => {
  await stack.issuer.reset();
  open().services.prefetch();
  const paths = async () => (await stack.issuer.calls()).map(({ path }) => path);
  await expect.poll(paths).toContainEqual(expect.stringMatching(/keys$/));
});

it('the document models’ key replaces the managed identity, for them only', () => {
  const { services } = open({ DOCUMENT_MODELS_KEY: 'key-1' });
  const keys = Object.values(services.upstreams).map(({ name, key }) => [name, key?.value]);
  expect(Object.fromEntries(keys)).toEqual({
    arm: undefined,
    backupRestore: undefined,
    documentModels: 'key-1',
    businessData: undefined,
  });
});

it('page tokens of one key are opened by another instance with the same key, and by no other', async () => {
  const scope = { operation: 'list', tenant: 't', list: '/a' };
  const key = (byte: number) => ({ PAGING_KEY: Buffer.alloc(32, byte).toString('base64') });
  const invalid = { type: 'invalid_cursor' };
  const token = await open(key(1)).services.paging.seal('upstream-token', scope, 1_000);
  expect(await open(key(1)).services.paging.open(token, scope)).toBe('upstream-token');
  await expect(open(key(2)).services.paging.open(token, scope)).rejects.toMatchObject(invalid);
  await expect(open().services.paging.open(token, scope)).rejects.toMatchObject(invalid);
});

it('without the setting, the instances of a deployment open each other’s page tokens, long ones too', async () => {
  const scope = { operation: 'list', tenant: 't', list: '/a' };
  const [one, other] = [open().services.paging, open().services.paging];
  for (const skipToken of ['short', 'long'.repeat(5_000)]) {
    const token = await one.seal(skipToken, scope, 1_000);
    expect(await other.open(token, scope)).toBe(skipToken);
  }
});

it('the profile is the one of the settings', () => {
  expect(open({ CLOUD_PROFILE: 'microsoft' }).services.profile.name).toBe('microsoft');
});
