/** Bundles Frontdesk as it is deployed, and the process around it, so that an instance starts as fast as a deployed one. */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundle } from '../../tools/build.mjs';

export interface BuiltInstance {
  /** The process's entry file; its argument is the app's file. */
  readonly main: string;
  readonly app: string;
  remove(): Promise<void>;
}

/** Builds into a temporary folder: `dist` in the repository is the developer's. */
export async function buildInstance(): Promise<BuiltInstance> {
  const repository = join(import.meta.dirname, '../..');
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-'));
  await Promise.all(
    ['functions', 'lib', 'node_modules', 'package.json'].map((name) =>
      symlink(join(repository, name), join(folder, name)),
    ),
  );
  await mkdir(join(folder, 'dist'));
  const main = join(folder, 'dist', 'instance.mjs');
  const entry = fileURLToPath(import.meta.resolve('./instance-main.ts'));
  const options = { bundle: true, platform: 'node', target: 'node20', logLevel: 'warning' } as const;
  await Promise.all([bundle(folder), build({ ...options, entryPoints: [entry], outfile: main, format: 'esm' })]);
  return {
    main,
    app: join(folder, 'dist', 'main.cjs'),
    remove: () => rm(folder, { recursive: true }),
  };
}
