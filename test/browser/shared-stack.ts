/** Starts the stack as `npm start` does; that of the vendor profile once for each worker of the project, each test resets it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readStackFile, type StackFile } from '../../dev/start/stack-file.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly stacks: readonly StackFile[];
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = project.config.maxWorkers;
  const started = await Promise.all(Array.from({ length: Number(workers) }, () => spawnStack('vendor')));
  project.provide(
    'stacks',
    started.map(({ stack }) => stack),
  );
  return async () => void (await Promise.all(started.map(({ close }) => close())));
}

/** The parts of the repository that the stack reads. */
const SHARED = ['functions', 'lib', 'pages', 'docs', 'dev', 'client', 'node_modules', 'host.json', 'package.json'];

/** Starts `npm start` in a temporary folder on free ports. */
export async function spawnStack(profile: string): Promise<{ stack: StackFile; close(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'frontdesk-'));
  for (const name of SHARED) await symlink(resolve(name), join(root, name), 'junction');
  await copyFile('local.settings.sample.json', join(root, 'local.settings.sample.json'));
  const ports = ['FRONTDESK', 'ISSUER', 'IDENTITY', 'UPSTREAM', 'TABLES'].map((part) => [`${part}_PORT`, '0']);
  const options = ['--root', root, '--profile', profile, '--no-watch'];
  const child = spawn(process.execPath, ['--import', 'tsx', 'dev/start.ts', ...options], {
    env: { ...process.env, ...Object.fromEntries(ports), FRONTDESK_HOST: 'local' },
  });
  const closed = once(child, 'close');
  await waitUntilReady(child);
  const stack = await readStackFile(root);
  if (!stack) throw new Error('The stack wrote no stack file.');
  return {
    stack,
    async close() {
      child.kill('SIGTERM');
      await closed;
      await rm(root, { recursive: true });
    },
  };
}

/** Waits for the `curl` command, which is printed last. @throws {Error} With the output, if the stack ends before. */
function waitUntilReady(child: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((ready, reject) => {
    const collect = (text: Buffer) => {
      output += text;
      if (/^curl /m.test(output)) ready();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('close', () => reject(new Error(`The stack ended before it was ready:\n${output}`)));
  });
}
