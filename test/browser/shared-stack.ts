/** Starts the stack as `npm start` does; that of the vendor profile once for each worker of the project, each test resets it. */
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readStackFile, type StackFile } from '../../dev/start/stack-file.ts';
import { runStart } from '../support/run-start.ts';

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
  const start = runStart(root, {}, ['--profile', profile, '--no-watch']);
  await start.ready;
  const stack = await readStackFile(root);
  if (!stack) throw new Error('The stack wrote no stack file.');
  return {
    stack,
    async close() {
      await start.stop();
      await rm(root, { recursive: true });
    },
  };
}
