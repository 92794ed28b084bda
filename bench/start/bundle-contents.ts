/** Reads from the build's metadata which packages the bundle contains. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { appFile } from '../bundle.ts';

interface BundleMeta {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

interface BundleContents {
  readonly files: number;
  readonly bytes: number;
  /** Bytes per package, the largest first. The app's own folders count as packages. */
  readonly packages: readonly (readonly [name: string, bytes: number])[];
}

export async function listBundle(): Promise<BundleContents> {
  const folder = join(appFile, '..');
  const files = (await readdir(folder)).filter((name) => /\.[cm]?js$/.test(name));
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  const meta: BundleMeta = JSON.parse(await readFile(join(folder, 'meta.json'), 'utf8'));
  const packages = new Map<string, number>();
  const inputs = Object.values(meta.outputs).flatMap((output) => Object.entries(output.inputs));
  for (const [input, { bytesInOutput }] of inputs) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? input.replace(/\/.*/, '/');
    packages.set(name, (packages.get(name) ?? 0) + bytesInOutput);
  }
  return {
    files: files.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    packages: [...packages].sort(([, a], [, b]) => b - a),
  };
}
