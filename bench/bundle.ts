/** Bundles the app and the subjects in the same way: one CommonJS file each. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle } from '../tools/build.mjs';

const root = join(import.meta.dirname, '..');
const outdir = join(import.meta.dirname, 'dist');

/** The deployed app's file. */
export const appFile = join(root, 'dist/main.cjs');

/** Returns the file of a bundled subject. */
export function toSubjectFile(name: string): string {
  return join(outdir, `${name}.cjs`);
}

export async function bundleAll(): Promise<void> {
  await bundle(root);
  await build({
    entryPoints: ['frontdesk', 'relay-app', 'hello-app', 'host', 'bare-load', 'bare-relay', 'bare-bytes'].map((name) =>
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
