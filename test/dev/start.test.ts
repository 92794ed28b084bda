import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { listen } from '../../dev/server.ts';
import { componentNames, components } from '../../dev/start/components.ts';
import { readStackFile } from '../../dev/start/stack-file.ts';
import {
  closeLater,
  createApp,
  paste,
  printToken,
  settingsApp,
  spawnStart,
  withPolicyTable,
} from './fixtures/start-app.ts';

it('starts every component, prints where each is, and passes the addresses to Frontdesk', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' }, '--verbose');
  await start.ready;
  const stack = await readStackFile(root);
  if (!stack) throw new Error('There is no stack file.');

  expect(start.output()).toContain('local.settings.json was copied');
  for (const component of ['bundle', 'issuer', 'identity', 'upstream', 'tables', 'Frontdesk']) {
    expect(start.output()).toMatch(new RegExp(`^ {2}ready {2}${component} +\\d+ ms$`, 'm'));
  }
  const { frontdesk, issuer, identity, upstream, tables } = stack;
  for (const address of [frontdesk, issuer, identity, upstream, tables]) {
    expect(start.output()).toContain(`  ${address}  `);
    expect((await fetch(address)).status).toBeGreaterThan(0);
  }
  expect(start.output()).not.toContain('\u001b[');

  const settings = (await (await fetch(`${frontdesk}/settings`)).json()) as Record<string, string>;
  expect(settings).toMatchObject({
    CLOUD_PROFILE: 'vendor',
    PUBLIC_BASE_URL: frontdesk,
    AUTH_ISSUER: `${issuer}/{tenantid}/v2.0`,
    AUTH_AUDIENCE: 'api://frontdesk',
    IDENTITY_ENDPOINT: `${identity}/msi/token`,
    ARM_BASE_URL: `${upstream}/arm`,
    BACKUP_RESTORE_BASE_URL: `${upstream}/graph/v1.0`,
    DOCUMENT_MODELS_ENDPOINT: `${upstream}/docs`,
    BUSINESS_DATA_BASE_URL: `${upstream}/business/v2.0`,
  });
  expect(settings['CACHE_CONNECTION_STRING']).toContain(`TableEndpoint=${tables}/devstoreaccount1;`);
  await expect.poll(start.output).toContain('settings were read');
  const { IDENTITY_HEADER: header = '' } = settings;
  const token = `${settings['IDENTITY_ENDPOINT']}?api-version=2019-08-01&resource=r`;
  expect((await fetch(token, { headers: { 'x-identity-header': header } })).status).toBe(200);

  start.child.kill('SIGTERM');
  expect(await start.exitCode).toBe(0);
  for (const address of [frontdesk, issuer, identity, upstream, tables]) await expect(fetch(address)).rejects.toThrow();
  expect(() => process.kill(Number(settings['PID']), 0)).toThrow('ESRCH');
  expect(await readStackFile(root)).toBeUndefined();
});

it('ends Frontdesk even if it is killed itself; its stack file is then ignored', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' });
  await start.ready;
  const { frontdesk = '' } = (await readStackFile(root)) ?? {};
  start.child.kill('SIGKILL');
  await start.exitCode;
  await expect.poll(() => fetch(frontdesk).catch(() => 'refused')).toBe('refused');
  expect(await readStackFile(root)).toBeUndefined();
});

it('prints the reason and ends if Frontdesk ends', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' });
  await start.ready;
  const { frontdesk, issuer = '' } = (await readStackFile(root)) ?? {};
  await fetch(`${frontdesk}/end`).catch(() => {});
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toMatch(/^Frontdesk ended with exit code 3\.$/m);
  await expect(fetch(issuer)).rejects.toThrow();
});

it('lists every mistake in the settings, and starts no server', async () => {
  const root = await createApp(settingsApp);
  const sample = JSON.parse(await readFile(join(root, 'local.settings.sample.json'), 'utf8'));
  const Values = { ...sample.Values, CLOUD_PROFILE: 'azure', AUTH_TENANT: 'x', ARM_BASE_URL: 'http://arm.example' };
  await writeFile(join(root, 'local.settings.json'), JSON.stringify({ ...sample, Values }));
  const start = spawnStart(root, { FRONTDESK_HOST: 'local', AUTH_TENANTS: 'contoso' });
  expect(await start.exitCode).toBe(1);
  for (const mistake of [
    'Unknown setting AUTH_TENANT',
    'CLOUD_PROFILE must be vendor or microsoft\n       For example: microsoft',
    'ARM_BASE_URL must be an https:// address',
    'AUTH_TENANTS.0 must be tenant ids (GUIDs)',
  ]) {
    expect(start.output()).toContain(mistake);
  }
  expect(start.output()).not.toMatch(/ready {2}(?:issuer|identity|upstream|tables|Frontdesk)/);
});

it('takes profile and free ports by options, and prints the log as it is with --json', async () => {
  const noPorts = Object.fromEntries(componentNames.map((name) => [components[name].variable, undefined]));
  const start = spawnStart(
    await createApp(`import '${resolve('functions/index.ts')}';`),
    { ...noPorts, FRONTDESK_HOST: 'local', CLOUD_PROFILE: 'azure' },
    ...['--profile', 'microsoft', '--free-ports', '--json', '--exit-after-ready'],
  );
  expect(await start.exitCode).toBe(0);
  expect(start.output()).toContain('profile microsoft');
  expect(start.output()).toMatch(/^\{"started":/m);
});

it('prints the reason and ends if Frontdesk does not start', async () => {
  const start = spawnStart(await createApp("throw new Error('AUTH_ISSUER is required');"), { FRONTDESK_HOST: 'local' });
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toContain('AUTH_ISSUER is required');
  expect(start.output()).toMatch(/^Frontdesk ended with exit code 1\.$/m);
});

it.each([
  ['tables', 'TABLES_PORT'],
  ['Frontdesk', 'FRONTDESK_PORT'],
])('names the port that is in use, its component and how to change it: %s', async (component, variable) => {
  const holder = await listen(createServer(), 0);
  closeLater(holder.close);
  const port = String(holder.port);
  const start = spawnStart(await createApp(settingsApp), { FRONTDESK_HOST: 'local', [variable]: port });
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toContain(`Port ${port} (${component}) is in use.`);
  expect(start.output()).toContain(`set ${variable} to another port, or run npm start -- --free-ports.`);
});

it('prints commands that work when pasted, and one line per request; no list of functions, no token', async () => {
  const root = await createApp(`import '${resolve('functions/index.ts')}';`);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local', ...withPolicyTable });
  await start.ready;
  const token = printToken(start.output());
  const first = await paste(start.output(), token);
  expect([first.status, first.headers.get('cache-status')]).toEqual([200, expect.stringContaining('fwd=')]);
  await expect.poll(async () => (await paste(start.output(), token)).headers.get('cache-status')).toContain('hit');
  await expect
    .poll(start.output)
    .toMatch(/^ {2}[\d:]{8} {2}200 {2}GET .* ms {2}listHealthEvents {2}cache hit; .* {2}ada {2}…\/rg-shop\//m);
  expect(start.output()).toContain(`  ${(await readStackFile(root))?.frontdesk}/console  try every operation`);
  for (const hidden of ['{', 'Functions:', 'sweepStored', ' ready  ', 'Azurite', token]) {
    expect(start.output()).not.toContain(hidden);
  }
});
