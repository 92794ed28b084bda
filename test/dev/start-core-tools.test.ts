import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { chooseHost } from '../../dev/start/core-tools.ts';
import { createApp, settingsApp, spawnStart } from './fixtures/start-app.ts';

const roots: string[] = [];
afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true }))));

const inPackage = 'node_modules/azure-functions-core-tools/bin/func';
const onPath = 'tools/func';
const wrapper = 'node_modules/.bin/func';

it.concurrent.each<[title: string, files: Record<string, string>, expected: string | undefined]>([
  ['the package’s program', { [inPackage]: 'echo 4.13.2', [onPath]: 'echo 4.0.7030' }, inPackage],
  ['func on the PATH without the package', { [onPath]: 'echo 4.0.7030' }, 'func'],
  ['func on the PATH if the package’s program fails', { [inPackage]: 'exit 1', [onPath]: 'echo 4.0.7030' }, 'func'],
  [
    'func on the PATH if the package’s program is another version',
    { [inPackage]: 'echo 5.0', [onPath]: 'echo 4.1' },
    'func',
  ],
  ['the built-in host if nothing is installed', {}, undefined],
  ['the built-in host for version 3', { [onPath]: 'echo 3.0.1' }, undefined],
  ['the built-in host if func fails', { [onPath]: 'echo 4.0.1; exit 1' }, undefined],
  ['the built-in host rather than a script of node_modules/.bin', { [wrapper]: 'echo 4.13.2' }, undefined],
])('chooses %s', async (_, files, expected) => {
  const { root, env } = await install(files);
  const command = expected === inPackage ? join(root, inPackage) : expected;
  const host = command === undefined ? { kind: 'local' } : { kind: 'func', command };
  expect(await chooseHost(undefined, root, env)).toEqual(host);
});

/** Begun before the tests, of which none waits for its ten seconds. */
const chosenWithoutVersion = install({ [onPath]: 'exec sleep 60' }).then(({ root, env }) =>
  chooseHost(undefined, root, env),
);
chosenWithoutVersion.catch(() => {});

it.concurrent('chooses the built-in host with FRONTDESK_HOST=local, without looking for func', async () => {
  const { root, env } = await install({ [onPath]: 'echo 4.0.7030' });
  expect(await chooseHost('local', root, env)).toEqual({ kind: 'local' });
});

it.concurrent('fails with FRONTDESK_HOST=func if nothing is installed', async () => {
  const { root, env } = await install({});
  await expect(chooseHost('func', root, env)).rejects.toThrow(
    'FRONTDESK_HOST=func, but Azure Functions Core Tools 4 was not found. Run npx func --version to download it, or install func on the PATH.',
  );
});

it('runs Core Tools if installed, with blob and queue storage', async () => {
  const root = await createApp(settingsApp);
  const env = await installCoreTools(root, '4.0.7030');
  const start = spawnStart(root, env, '--exit-after-ready', '--profile', 'microsoft');
  expect(await start.exitCode).toBe(0);
  expect(start.output()).toMatch(/func start --port \d+/);
  expect(start.output()).toMatch(/storage .*BlobEndpoint=http:\/\/127\.0\.0\.1:\d+\/.*QueueEndpoint=/);
  expect(start.output()).toContain('profile microsoft');
  expect(start.output()).toContain('/providers/Microsoft.ResourceHealth/events');
});

it('runs the built-in host if Core Tools have another version', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, await installCoreTools(root, '3.0.1'), '--exit-after-ready');
  expect(await start.exitCode).toBe(0);
  expect(start.output()).toContain('the built-in host');
});

it('fails if Core Tools are requested and not installed', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { ...(await installCoreTools(root, '3.0.1')), FRONTDESK_HOST: 'func' });
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toContain('FRONTDESK_HOST=func, but Azure Functions Core Tools 4 was not found.');
});

it('chooses the built-in host if func prints no version within ten seconds', async () => {
  expect(await chosenWithoutVersion).toEqual({ kind: 'local' });
});

/** Creates a folder with these shell scripts, and an environment whose PATH has the folders of the last two. */
async function install(files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'core-tools-'));
  roots.push(root);
  for (const [name, script] of Object.entries(files)) {
    const file = join(root, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  }
  const folders = [wrapper, onPath].map((name) => dirname(join(root, name)));
  return { root, env: { PATH: [...folders, '/usr/bin', '/bin'].join(delimiter) } };
}

/** Puts a fake `func` of this version on the PATH; it prints what it was started with. */
async function installCoreTools(root: string, version: string): Promise<Record<string, string>> {
  const folder = join(root, 'tools');
  const wrapper = join(root, 'node_modules.copy', '.bin');
  await mkdir(folder);
  await mkdir(wrapper, { recursive: true });
  const script = `#!/bin/sh
if [ "$1" = --version ]; then echo ${version}; exit; fi
echo "func $*"
echo "storage $AzureWebJobsStorage"
printf '\\nFunctions:\\n'
exec sleep 60
`;
  await writeFile(join(folder, 'func'), script);
  await writeFile(join(wrapper, 'func'), '#!/bin/sh\necho 4.0.0; sleep 60\n');
  for (const file of [join(folder, 'func'), join(wrapper, 'func')]) await chmod(file, 0o755);
  return { PATH: [wrapper, folder, process.env['PATH']].join(delimiter) };
}
