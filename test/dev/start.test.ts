import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../dev/server.ts';
import { readStackFile } from '../../dev/start/stack-file.ts';

const freePorts = {
  FRONTDESK_PORT: '0',
  ISSUER_PORT: '0',
  IDENTITY_PORT: '0',
  UPSTREAM_PORT: '0',
  TABLES_PORT: '0',
  BLOBS_PORT: '0',
  QUEUES_PORT: '0',
};

/** Tells the settings that it runs with, logs each request, and ends when asked to. */
const settingsApp = `
import { app } from '@azure/functions';
const serve = (name, handler) => app.http(name, { route: name, methods: ['GET'], authLevel: 'anonymous', handler });
serve('settings', (_, context) => {
  context.log('settings were read');
  return { jsonBody: { ...process.env, PID: String(process.pid) } };
});
serve('end', () => process.exit(3));
`;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it('starts every part, says where each is, and gives Frontdesk their addresses', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' });
  await start.ready;
  const stack = await readStackFile(root);
  if (!stack) throw new Error('There is no stack file.');

  expect(start.output()).toContain('local.settings.json was copied');
  for (const part of ['bundle', 'issuer', 'identity', 'upstream', 'tables', 'Frontdesk']) {
    expect(start.output()).toMatch(new RegExp(`^ {2}ready {2}${part} +\\d+ ms$`, 'm'));
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
  const startedAt = performance.now();
  expect(await start.exitCode).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  for (const address of [frontdesk, issuer, identity, upstream, tables]) await expect(fetch(address)).rejects.toThrow();
  expect(() => process.kill(Number(settings['PID']), 0)).toThrow('ESRCH');
  expect(await readStackFile(root)).toBeUndefined();
});

it('ends Frontdesk even when it is killed itself, and its file does not count then', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' });
  await start.ready;
  const { frontdesk = '' } = (await readStackFile(root)) ?? {};
  start.child.kill('SIGKILL');
  await start.exitCode;
  await expect.poll(() => fetch(frontdesk).catch(() => 'refused')).toBe('refused');
  expect(await readStackFile(root)).toBeUndefined();
});

it('ends with the reason when Frontdesk ends', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' });
  await start.ready;
  const { frontdesk, issuer = '' } = (await readStackFile(root)) ?? {};
  await fetch(`${frontdesk}/end`).catch(() => {});
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toMatch(/^Frontdesk ended with exit code 3\.$/m);
  await expect(fetch(issuer)).rejects.toThrow();
});

it('ends with the reason when Frontdesk does not start', async () => {
  const start = spawnStart(await createApp("throw new Error('AUTH_ISSUER is required');"), { FRONTDESK_HOST: 'local' });
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toContain('AUTH_ISSUER is required');
  expect(start.output()).toMatch(/^Frontdesk ended with exit code 1\.$/m);
});

it('ends with the place of the mistake when Frontdesk cannot be bundled', async () => {
  const start = spawnStart(await createApp('const unfinished = ('), { FRONTDESK_HOST: 'local' });
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toContain('functions/index.ts:1:');
});

it.each([
  ['tables', 'TABLES_PORT'],
  ['Frontdesk', 'FRONTDESK_PORT'],
])('names the port that is taken, who wanted it and how to change it: %s', async (part, variable) => {
  const holder = await listen(createServer(), 0);
  closers.push(holder.close);
  const port = String(holder.port);
  const start = spawnStart(await createApp(settingsApp), { FRONTDESK_HOST: 'local', [variable]: port });
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toContain(`Port ${port}, wanted by ${part}, is taken.`);
  expect(start.output()).toContain(`set ${variable} to another port`);
});

it('runs under Core Tools where they are installed, with blob and queue storage', async () => {
  const root = await createApp(settingsApp);
  const env = await installCoreTools(root, '4.0.7030');
  const start = spawnStart(root, env, '--exit-after-ready', '--profile', 'microsoft');
  expect(await start.exitCode).toBe(0);
  expect(start.output()).toMatch(/func start --port \d+/);
  expect(start.output()).toMatch(/storage .*BlobEndpoint=http:\/\/127\.0\.0\.1:\d+\/.*QueueEndpoint=/);
  expect(start.output()).toContain('profile microsoft');
  expect(start.output()).toContain('/providers/Microsoft.ResourceHealth/events');
});

it('runs without Core Tools of another version', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, await installCoreTools(root, '3.0.1'), '--exit-after-ready');
  expect(await start.exitCode).toBe(0);
  expect(start.output()).toContain('the stand-in for the Functions host');
});

it('says so when Core Tools are demanded and not installed', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { ...(await installCoreTools(root, '3.0.1')), FRONTDESK_HOST: 'func' });
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toContain('FRONTDESK_HOST is func, but no Azure Functions Core Tools 4');
});

it('prints a token and a curl line that work when pasted, the second time from the cache', async () => {
  const root = await createApp(`import '${resolve('functions/index.ts')}';`);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' });
  await start.ready;
  const token = /^TOKEN='(\S+)'$/m.exec(start.output())?.[1];
  const url = /^curl -i -H "Authorization: Bearer \$TOKEN" '(\S+)'$/m.exec(start.output())?.[1] ?? '';
  const paste = () => fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const first = await paste();
  expect([first.status, first.headers.get('cache-status')]).toEqual([200, expect.stringContaining('fwd=')]);
  await expect.poll(async () => (await paste()).headers.get('cache-status')).toContain('hit');
});

/** A function app of its own, so that no file of this checkout changes. */
async function createApp(source: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'frontdesk-'));
  closers.push(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'functions'));
  await mkdir(join(root, 'dev'));
  await writeFile(join(root, 'functions', 'index.ts'), source);
  for (const file of ['host.json', 'package.json', 'local.settings.sample.json', 'dev/access-policy.json']) {
    await copyFile(file, join(root, file));
  }
  await symlink(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  return root;
}

interface Start {
  readonly child: ChildProcess;
  /** Fails when it ends before. */
  readonly ready: Promise<void>;
  readonly exitCode: Promise<number | null>;
  output(): string;
}

function spawnStart(root: string, env: Record<string, string>, ...args: string[]): Start {
  const child = spawn(process.execPath, ['--import', 'tsx', 'dev/start.ts', '--root', root, ...args], {
    env: { ...process.env, ...freePorts, ...env },
  });
  let output = '';
  const ready = new Promise<void>((resolveReady, reject) => {
    const collect = (text: Buffer) => {
      output += text;
      if (/^curl /m.test(output)) resolveReady();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('close', () => reject(new Error(`It ended before it was ready:\n${output}`)));
  });
  ready.catch(() => {});
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  closers.push(() => {
    child.kill('SIGTERM');
    return exitCode;
  });
  return { child, ready, exitCode, output: () => output };
}

/** Puts a `func` on the PATH that answers as Core Tools of this version do, and prints what it was started with. */
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
