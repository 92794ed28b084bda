import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
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

/** An app that returns its settings, logs each request, and ends its process by a request. */
const settingsApp = `
import { app } from '@azure/functions';
const serve = (name, handler) => app.http(name, { route: name, methods: ['GET'], authLevel: 'anonymous', handler });
serve('settings', (_, context) => {
  context.log('settings were read');
  return { jsonBody: { ...process.env, PID: String(process.pid) } };
});
serve('end', () => process.exit(3));
`;

const tasks = JSON.parse(readFileSync('.vscode/tasks.json', 'utf8'));
const { problemMatcher } = tasks.tasks[0] as { readonly problemMatcher: ProblemMatcher };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it('starts every component, prints where each is, and passes the addresses to Frontdesk', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' });
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
  const startedAt = performance.now();
  expect(await start.exitCode).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
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

it('prints the reason and ends if Frontdesk does not start', async () => {
  const start = spawnStart(await createApp("throw new Error('AUTH_ISSUER is required');"), { FRONTDESK_HOST: 'local' });
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toContain('AUTH_ISSUER is required');
  expect(start.output()).toMatch(/^Frontdesk ended with exit code 1\.$/m);
});

it('prints the place of the error if Frontdesk cannot be bundled, as the task of VS Code expects it', async () => {
  const start = spawnStart(await createApp('const unfinished = ('), { FRONTDESK_HOST: 'local' });
  expect(await start.exitCode).toBe(1);
  expect(findProblem(start.output())).toEqual({ file: 'functions/index.ts', line: '1', message: expect.any(String) });
});

it('bundles again and restarts Frontdesk after a change, between the lines that the task of VS Code expects', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' });
  await start.ready;
  const { frontdesk } = (await readStackFile(root)) ?? {};
  const source = join(root, 'functions', 'index.ts');
  await writeFile(source, 'const unfinished = (');
  await expect.poll(start.output).toMatch(/^Not bundled: /m);
  expect(findProblem(start.output())).toMatchObject({ file: 'functions/index.ts' });
  expect((await fetch(`${frontdesk}/settings`)).status).toBe(200);
  await writeFile(source, settingsApp.replace("serve('settings'", "serve('changed'"));
  await expect.poll(start.output, { timeout: 8_000 }).toMatch(/^Ready again in \d\.\d s\.$/m);
  expect((await fetch(`${frontdesk}/changed`)).status).toBe(200);

  const { beginsPattern, endsPattern } = problemMatcher.background;
  const marks = start
    .output()
    .split('\n')
    .filter((line) => RegExp(`${beginsPattern}|${endsPattern}`).test(line));
  const kinds = marks.map((line) => (RegExp(beginsPattern).test(line) ? 'begins' : 'ends'));
  expect(kinds).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
});

it.each([
  ['tables', 'TABLES_PORT'],
  ['Frontdesk', 'FRONTDESK_PORT'],
])('names the port that is in use, its component and how to change it: %s', async (component, variable) => {
  const holder = await listen(createServer(), 0);
  closers.push(holder.close);
  const port = String(holder.port);
  const start = spawnStart(await createApp(settingsApp), { FRONTDESK_HOST: 'local', [variable]: port });
  expect(await start.exitCode).toBe(1);
  expect(start.output()).toContain(`Port ${port} (${component}) is in use.`);
  expect(start.output()).toContain(`set ${variable} to another port`);
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

it('starts everything except Frontdesk with --no-frontdesk, and another host can run it with the written settings', async () => {
  const root = await createApp(`import '${resolve('functions/index.ts')}';`);
  const start = spawnStart(root, {}, '--no-frontdesk', '--profile', 'microsoft');
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
  closers.push(() => {
    host.kill('SIGTERM');
    return once(host, 'close');
  });
  let printed = '';
  host.stdout.on('data', (text) => {
    printed += text;
  });
  await expect.poll(() => printed, { timeout: 8_000 }).toContain('Host started on');
  expect((await paste(start.output())).status).toBe(200);
});

it('keeps an existing local.settings.json with --no-frontdesk, and prints what does not fit', async () => {
  const root = await createApp(settingsApp);
  const file = join(root, 'local.settings.json');
  await copyFile('local.settings.sample.json', file);
  const start = spawnStart(root, {}, '--no-frontdesk', '--exit-after-ready');
  expect(await start.exitCode).toBe(0);
  expect(start.output()).toMatch(
    /^local\.settings\.json does not fit these ports and this profile: .*AzureWebJobsStorage/m,
  );
  expect(start.output()).toMatch(/^ {2}"IDENTITY_ENDPOINT": "http:\/\/127\.0\.0\.1:\d+\/msi\/token"$/m);
  expect(await readFile(file, 'utf8')).toBe(await readFile('local.settings.sample.json', 'utf8'));
});

it('prints a token and a curl command that work when pasted; the second response comes from the cache', async () => {
  const root = await createApp(`import '${resolve('functions/index.ts')}';`);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' });
  await start.ready;
  const first = await paste(start.output());
  expect([first.status, first.headers.get('cache-status')]).toEqual([200, expect.stringContaining('fwd=')]);
  await expect.poll(async () => (await paste(start.output())).headers.get('cache-status')).toContain('hit');
});

/** Sends the printed curl command. */
function paste(output: string): Promise<Response> {
  const token = /^TOKEN='(\S+)'$/m.exec(output)?.[1];
  const url = /^curl -i -H "Authorization: Bearer \$TOKEN" '(\S+)'$/m.exec(output)?.[1] ?? '';
  return fetch(url, { headers: { authorization: `Bearer ${token}` } });
}

interface ProblemMatcher {
  readonly pattern: readonly {
    readonly regexp: string;
    readonly file?: number;
    readonly line?: number;
    readonly message?: number;
  }[];
  readonly background: { readonly beginsPattern: string; readonly endsPattern: string };
}

/** Returns the first problem as VS Code finds it: each pattern must match the line after the previous one's. */
function findProblem(output: string): Record<string, string | undefined> | undefined {
  const { pattern } = problemMatcher;
  const lines = output.split('\n');
  for (const start of lines.keys()) {
    const matches = pattern.map(({ regexp }, index) => RegExp(regexp).exec(lines[start + index] ?? ''));
    if (matches.some((match) => match === null)) continue;
    const capture = (name: 'file' | 'line' | 'message') =>
      pattern.flatMap((step, index) => (step[name] === undefined ? [] : [matches[index]?.[step[name]]]))[0];
    return { file: capture('file'), line: capture('line'), message: capture('message') };
  }
  return undefined;
}

/** Creates a function app in a temporary folder, so that no file of this checkout changes. */
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
  /** Rejects if the process ends before it is ready. */
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
