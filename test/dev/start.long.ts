/** `npm start` as a person runs it: each test starts one whole stack, and looks at all of it. The first: start.test.ts. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get, type RequestOptions } from 'node:https';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import {
  createApp,
  paste,
  printToken,
  readAddresses,
  settingsApp,
  spawnStart,
  withPolicyTable,
} from './fixtures/start-app.ts';

it('prints commands that work when pasted, one line per request, no token; SIGHUP of npm ends all', async () => {
  const root = await createApp(`import '${resolve('functions/index.ts')}';`);
  // Nobody listens there: no proxy of the environment leads to this machine.
  const proxies = { HTTPS_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9' };
  const start = spawnStart(root, { ...withPolicyTable, ...proxies });
  await start.ready;
  const { frontdesk, expectClosed } = await readAddresses(root);
  expect(start.output()).toContain('local.settings.json was copied');
  const token = printToken(start.output());
  await expect.poll(async () => (await paste(start.output(), token)).headers.get('cache-status')).toContain('hit');
  await expect
    .poll(start.output)
    .toMatch(/^ {2}[\d:]{8} {2}200 {2}GET .* ms {2}listHealthEvents {2}cache hit; .* {2}ada {2}…\/rg-shop\//m);
  expect(start.output()).toContain(`  ${frontdesk}/console  try every operation`);
  for (const hidden of ['{', 'Functions:', 'sweepStored', ' ready  ', 'Azurite', '\u001b[', token]) {
    expect(start.output()).not.toContain(hidden);
  }
  start.child.kill('SIGHUP');
  await expectClosed();
});

it('with --https Frontdesk and the issuer serve HTTPS, and their links too; the printed commands work', async () => {
  const root = await createApp(`import '${resolve('functions/index.ts')}';`);
  const start = spawnStart(root, {}, '--https');
  await start.ready;
  const { frontdesk, issuer, expectClosed } = await readAddresses(root);
  expect([frontdesk, issuer]).toEqual(Array(2).fill(expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/)));
  const ca = await readFile(join(root, '.local', 'authority.pem'));
  const discovery = await getJson(`${issuer}/common/v2.0/.well-known/openid-configuration`, { ca });
  expect(discovery).toMatchObject({ token_endpoint: expect.stringMatching(`^${issuer}/`) });
  const token = printToken(start.output());
  const url = /^curl -i --cacert '\S+authority.pem' -H "Authorization: Bearer \$TOKEN" '(\S+)'$/m.exec(start.output());
  const page = await getJson(`${url?.[1]}`, { ca, headers: { authorization: `Bearer ${token}` } });
  expect(page).toMatchObject({ nextLink: expect.stringMatching(`^${frontdesk}/`) });
  await expect(getJson(`${url?.[1]}`, {})).rejects.toThrow('self-signed certificate in certificate chain');
  await expect(fetch(frontdesk.replace('https', 'http'))).rejects.toThrow();
  start.child.kill('SIGTERM');
  await expectClosed();
});

it('restarts Frontdesk after a change, keeps the last bundle if one has a mistake, and ends if Frontdesk ends', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, {});
  await start.ready;
  const { frontdesk, expectClosed } = await readAddresses(root);
  const source = join(root, 'functions', 'index.ts');
  await replaceFile(source, 'const unfinished = (');
  await expect.poll(start.output).toMatch(/^Not bundled: /m);
  expect(start.output()).toContain('functions/index.ts:1:');
  expect((await fetch(`${frontdesk}/settings`)).status).toBe(200);
  await replaceFile(source, settingsApp.replace("serve('settings'", "serve('changed'"));
  await expect.poll(start.output).toMatch(/^Ready again in \d+\.\d s\.$/m);
  expect((await fetch(`${frontdesk}/changed`)).status).toBe(200);

  await fetch(`${frontdesk}/end`).catch(() => {});
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toMatch(/^Frontdesk ended with exit code 3\.$/m);
  await expectClosed();
});

it('starts all but Frontdesk with --no-frontdesk, with storage for Core Tools; SIGKILL of npm ends all', async () => {
  const root = await createApp(settingsApp);
  await copyFile('local.settings.sample.json', join(root, 'local.settings.json'));
  const start = spawnStart(root, {}, '--no-frontdesk', '--no-watch');
  await start.ready;
  const { frontdesk, identity, expectClosed } = await readAddresses(root);
  await expect(fetch(frontdesk)).rejects.toThrow();
  expect(start.output()).toMatch(/^Ready in \d+\.\d s, without Frontdesk\. Press Ctrl\+C to stop\.$/m);
  expect(start.output()).toContain(`func start --port ${new URL(frontdesk).port}`);
  expect(start.output()).toMatch(/^local\.settings\.json does not fit these ports and this profile\. Delete it/m);
  expect(start.output()).toContain(`  "IDENTITY_ENDPOINT": "${identity}/msi/token"`);
  for (const name of ['Blob', 'Queue']) {
    const [, address = ''] = new RegExp(`${name}Endpoint=([^;]+)`).exec(start.output()) ?? [];
    expect((await fetch(address)).headers.get('server')).toContain(name);
  }
  expect(await readFile(join(root, 'local.settings.json'), 'utf8')).toBe(
    await readFile('local.settings.sample.json', 'utf8'),
  );
  start.child.kill('SIGKILL');
  await expectClosed();
});

it('lists every mistake in the settings, leaves nothing running and prints no address', async () => {
  const root = await createApp(settingsApp);
  const sample = JSON.parse(await readFile(join(root, 'local.settings.sample.json'), 'utf8'));
  const Values = { ...sample.Values, CLOUD_PROFILE: 'azure', AUTH_TENANT: 'x', ARM_BASE_URL: 'http://arm.example' };
  await writeFile(join(root, 'local.settings.json'), JSON.stringify({ ...sample, Values }));
  const start = spawnStart(root, { AUTH_TENANTS: 'contoso' });
  expect(await start.exitCode).toBe(1);
  for (const mistake of [
    'Unknown setting AUTH_TENANT',
    'CLOUD_PROFILE must be vendor or microsoft\n       For example: microsoft',
    'ARM_BASE_URL must be an https:// address',
    'AUTH_TENANTS.0 must be tenant ids (GUIDs)',
  ]) {
    expect(start.output()).toContain(mistake);
  }
  expect(start.output()).not.toContain('Ready in');
});

it('prints the reason and ends if Frontdesk does not start', async () => {
  const start = spawnStart(await createApp("throw new Error('AUTH_ISSUER is required');"), {});
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toContain('AUTH_ISSUER is required');
  expect(start.output()).toMatch(/^Frontdesk ended with exit code 1\.$/m);
});

it('npm run demo: every sample and every further step passes', () => {
  const output = execFileSync(process.execPath, ['--import', 'tsx', 'dev/demo.ts'], { encoding: 'utf8' });
  const [, passed, steps] = /(\d+) of (\d+) steps passed\.\s*$/.exec(output) ?? [];
  expect([passed, Number(steps) > 40]).toEqual([steps, true]);
});

/** Returns the JSON at an https URL; `ca` is the only authority that it trusts. */
async function getJson(url: string, options: RequestOptions): Promise<unknown> {
  const request = get(url, options);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return json(response);
}

/** At once: a file that is found empty, then filled, is bundled twice. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
