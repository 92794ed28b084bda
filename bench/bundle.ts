/** Bundles the app and the subjects, so that all of them run as the app is deployed: one CommonJS file each. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle } from '../build.mjs';

const root = join(import.meta.dirname, '..');
const outdir = join(import.meta.dirname, 'dist');

/** Path of the app as it is deployed. */
export const appFile = join(root, 'dist/main.cjs');

/** Path of a bundled subject. */
export function toSubjectFile(name: string): string {
  return join(outdir, `${name}.cjs`);
}

export async function bundleAll(): Promise<void> {
  await bundle(root);
  await build({
    entryPoints: ['frontdesk', 'relay-app', 'hello-app', 'host', 'bare-load', 'floor', 'bytes'].map((name) =>
      join(import.meta.dirname, 'subjects', `${name}.ts`),
    ),
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['@azure/functions-core'],
    define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'external',
    logLevel: 'warning',
  });
}
