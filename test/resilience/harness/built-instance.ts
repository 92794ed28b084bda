/** Frontdesk bundled as it is deployed, and the process around it bundled too, so that an instance starts as fast as one does. */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundle } from '../../../build.mjs';

export interface BuiltInstance {
  /** What runs: a module that takes the path of the app. */
  readonly main: string;
  readonly app: string;
  /** Builds the app with a clock of speed 10; returns the path of it. */
  buildFastApp(): Promise<string>;
  remove(): Promise<void>;
}

/** Builds into a folder of its own: the repository's `dist` is nobody's but the developer's. */
export async function buildInstance(): Promise<BuiltInstance> {
  const repository = join(import.meta.dirname, '../../..');
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-'));
  await Promise.all(
    ['functions', 'lib', 'node_modules'].map((name) => symlink(join(repository, name), join(folder, name))),
  );
  await mkdir(join(folder, 'dist'));
  const main = join(folder, 'dist', 'instance.mjs');
  await Promise.all([
    bundle(folder),
    build({
      entryPoints: [fileURLToPath(import.meta.resolve('./instance-main.ts'))],
      outfile: main,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      logLevel: 'warning',
    }),
  ]);
  return {
    main,
    app: join(folder, 'dist', 'main.cjs'),
    async buildFastApp() {
      const app = join(folder, 'dist', 'fast.cjs');
      await build({
        entryPoints: [fileURLToPath(import.meta.resolve('./fast-app.ts'))],
        outfile: app,
        bundle: true,
        platform: 'node',
        target: 'node20',
        format: 'cjs',
        external: ['@azure/functions-core'],
        define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
        logLevel: 'warning',
      });
      return app;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
