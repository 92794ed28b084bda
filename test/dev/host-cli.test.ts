import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeRoot, send } from './fixtures/host-client.ts';

const repository = join(import.meta.dirname, '..', '..');
const library = JSON.stringify(createRequire(import.meta.url).resolve('@azure/functions'));

async function makeApp(source: string, settings: object = {}): Promise<string> {
  return await makeRoot({
    'package.json': '{"main":"main.cjs"}',
    'main.cjs': `const { app } = require(${library});\n${source}`,
    'local.settings.json': JSON.stringify(settings),
  });
}

function runCli(root: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'dev/host.ts', '--root', root, '--port', '0'], {
    cwd: repository,
    env: { PATH: process.env['PATH'], ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const cli = { process: child, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    cli.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    cli.stderr += chunk;
  });
  return cli;
}

async function waitForPort(cli: ReturnType<typeof runCli>): Promise<number> {
  return await vi.waitFor(
    () => {
      const [, port] = /^Host started on http:\/\/127\.0\.0\.1:(\d+)$/m.exec(cli.stdout) ?? [];
      expect(port, cli.stderr).toBeDefined();
      return Number(port);
    },
    { timeout: 20_000 },
  );
}

describe('the command', () => {
  it('lists the functions, serves them with the local settings, and ends with 0 after the requests in progress', async () => {
    const root = await makeApp(
      `app.http('env', { route: 'env/{name}', methods: ['GET'], handler: (request, context) => {
         context.log(JSON.stringify({ name: request.params.name }));
         return { body: String(process.env[request.params.name]) };
       } });
       let running;
       app.http('slow', { methods: ['GET'], handler: () => {
         running = new Promise((resolve) => setTimeout(resolve, 300, { body: 'done' }));
         return running;
       } });
       app.hook.appTerminate(() => running);`,
      {
        Values: { FROM_FILE: 'file', FROM_BOTH: 'file', NUMBER: 7, FLAG: true },
        ConnectionStrings: { orders: { ConnectionString: 'Server=a', ProviderName: 'p' }, items: 'Server=b' },
        Host: { CORS: 'https://shop.example', CORSCredentials: true, LocalHttpAddress: '0.0.0.0' },
        Extra: {},
      },
    );
    const cli = runCli(root, { FROM_BOTH: 'environment' });
    const port = await waitForPort(cli);
    expect(cli.stdout).toContain(`\tenv: [GET] http://localhost:${port}/env/{name}\n`);

    const read = async (name: string) => (await send(port, `/env/${name}`)).body;
    expect(await read('FROM_FILE')).toBe('file');
    expect(await read('FROM_BOTH')).toBe('environment');
    expect([await read('NUMBER'), await read('FLAG')]).toEqual(['7', 'True']);
    const strings = [await read('ConnectionStrings:orders'), await read('ConnectionStrings:items')];
    expect(strings).toEqual(['Server=a', 'Server=b']);
    expect(cli.stderr).toContain('the built-in host ignores Extra, Host.LocalHttpAddress.');
    expect(await read('FUNCTIONS_WORKER_RUNTIME')).toBe('node');
    expect(await read('AZURE_FUNCTIONS_ENVIRONMENT')).toBe('Development');
    expect(await read('WEBSITE_HOSTNAME')).toMatch(/^localhost:/);
    expect(cli.stdout.split('\n')).toContain('{"name":"FROM_FILE"}');
    const { headers } = await send(port, '/', { headers: { origin: 'https://shop.example' } });
    expect(headers['access-control-allow-origin']).toBe('https://shop.example');
    expect(headers['access-control-allow-credentials']).toBe('true');

    const slow = send(port, '/slow');
    await send(port, '/env/FROM_FILE');
    cli.process.kill('SIGTERM');
    expect((await slow).body).toBe('done');
    expect(await once(cli.process, 'exit')).toEqual([0, null]);
  });

  it('ends with 1 on an exception outside a handler', async () => {
    const root = await makeApp(
      `app.http('late', { handler: () => { setTimeout(() => { throw new Error('outside'); }, 1); return {}; } });`,
    );
    const cli = runCli(root);
    await send(await waitForPort(cli), '/late');
    expect(await once(cli.process, 'exit')).toEqual([1, null]);
    expect(cli.stderr).toContain('Error: outside');
  });

  it.each([
    ['an app that does not start', 'throw new Error("AUTH_ISSUER is missing");', 'AUTH_ISSUER is missing', {}],
    ['any origin with credentials', '', "CORS is '\\*' and CORSCredentials true", { CORS: '*', CORSCredentials: true }],
  ])('refuses %s in one line, and ends with 1', async (_, source, reason, Host) => {
    const cli = runCli(await makeApp(source, { Host }));
    expect(await once(cli.process, 'exit')).toEqual([1, null]);
    expect(cli.stderr).toMatch(new RegExp(`^A host error has occurred during startup: .*${reason}.*\n$`));
  });
});
