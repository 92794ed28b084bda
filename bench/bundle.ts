/** Bundles the apps and the subjects in the same way: one CommonJS file each. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const outdir = join(import.meta.dirname, 'dist');

/** The deployed app's file. */
export const appFile = toAppFile(root);

/** Returns the deployed app's file of a checkout. */
export function toAppFile(checkout: string): string {
  return join(resolve(checkout), 'dist/main.cjs');
}

/** Returns the file of a bundled subject; of another checkout's, which relays by that checkout's source. */
export function toSubjectFile(name: string, checkout?: string): string {
  return join(outdir, checkout === undefined ? '' : 'baseline', `${name}.cjs`);
}

/** Bundles this checkout, and another one with the subjects that are made of its source. */
export async function bundleAll(baseline?: string): Promise<void> {
  await bundleCheckout(root);
  await bundleSubjects(root, ['frontdesk', 'relay-app', 'hello-app', 'least-app', 'host', 'bare-load'], outdir);
  if (baseline === undefined) return;
  await bundleCheckout(resolve(baseline));
  await bundleSubjects(resolve(baseline), ['frontdesk', 'relay-app'], join(outdir, 'baseline'));
}

async function bundleCheckout(checkout: string): Promise<void> {
  const file = ['tools/build.mjs', 'build.mjs'].map((name) => join(checkout, name)).find(existsSync);
  if (file === undefined) throw new Error(`${checkout} is no checkout of Frontdesk: it has no build.mjs.`);
  const { bundle } = (await import(pathToFileURL(file).href)) as { bundle(root: string): Promise<void> };
  await bundle(checkout);
}

async function bundleSubjects(checkout: string, names: readonly string[], to: string): Promise<void> {
  await build({
    entryPoints: names.map((name) => join(checkout, 'bench/subjects', `${name}.ts`)),
    outdir: to,
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
