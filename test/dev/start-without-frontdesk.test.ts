import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
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

it('starts everything except Frontdesk with --no-frontdesk, and another host can run it with the written settings', async () => {
  const root = await createApp(`import '${resolve('functions/index.ts')}';`);
  const start = spawnStart(root, withPolicyTable, '--no-frontdesk', '--profile', 'microsoft');
  await start.ready;
  const { frontdesk = '', upstream } = (await readStackFile(root)) ?? {};
  const { port } = new URL(frontdesk);
  await expect(fetch(frontdesk)).rejects.toThrow();
  expect(start.output()).toMatch(/^Ready in \d+\.\d s, without Frontdesk\. Press Ctrl\+C to stop\.$/m);
  expect(start.output()).toMatch(new RegExp(`^func start --port ${port}$`, 'm'));

  const { Values: values } = JSON.parse(await readFile(join(root, 'local.settings.json'), 'utf8'));
  expect(values).toMatchObject({
    CLOUD_PROFILE: 'microsoft',
    PUBLIC_BASE_URL: frontdesk,
    ARM_BASE_URL: `${upstream}/arm`,
    FUNCTIONS_WORKER_RUNTIME: 'node',
  });
  for (const name of ['Table', 'Blob', 'Queue']) {
    const [, address = ''] = new RegExp(`${name}Endpoint=([^;]+)`).exec(values.AzureWebJobsStorage) ?? [];
    expect((await fetch(address)).headers.get('server')).toContain(name);
  }

  const args = ['--import', import.meta.resolve('tsx'), resolve('dev/host.ts'), '--port', port];
  const host = spawn(process.execPath, args, { cwd: root, env: { PATH: process.env['PATH'] } });
  closeLater(() => {
    host.kill('SIGTERM');
    return once(host, 'close');
  });
  let printed = '';
  host.stdout.on('data', (text) => {
    printed += text;
  });
  await expect.poll(() => printed, { timeout: 20_000 }).toContain('Host started on');
  expect((await paste(start.output(), printToken(start.output()))).status).toBe(200);
});

it('keeps an existing local.settings.json with --no-frontdesk, and prints what does not fit', async () => {
  const root = await createApp(settingsApp);
  const file = join(root, 'local.settings.json');
  await copyFile('local.settings.sample.json', file);
  const start = spawnStart(root, {}, '--no-frontdesk', '--exit-after-ready');
  expect(await start.exitCode).toBe(0);
  expect(start.output()).toMatch(/^local\.settings\.json does not fit these ports and this profile\. Delete it/m);
  expect(start.output()).toContain('  "AzureWebJobsStorage": "DefaultEndpointsProtocol=http;');
  expect(start.output()).toMatch(/^ {2}"IDENTITY_ENDPOINT": "http:\/\/127\.0\.0\.1:\d+\/msi\/token"$/m);
  expect(await readFile(file, 'utf8')).toBe(await readFile('local.settings.sample.json', 'utf8'));
});
