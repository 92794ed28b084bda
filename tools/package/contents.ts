/** What is deployed, by its path in the package: an explicit list, so that nothing else ever is. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Contents = ReadonlyMap<string, Uint8Array>;

/** The app's scripts in dist; source maps and metadata are not deployed. */
const BUNDLE = ['dist/main.cjs'];

/** Of package.json only what the host and a reader need: no script runs there and nothing is installed. */
const MANIFEST = ['name', 'version', 'private', 'license', 'type', 'main', 'engines'];

/** Reads what is deployed; the pages for people only when asked for. Throws when the build wrote what the list does not know. */
export async function readContents(root: string, withPages: boolean): Promise<Contents> {
  await refuseUnknown(root);
  const pages = withPages ? await listFiles(root, 'dist/pages') : [];
  const paths = ['host.json', ...BUNDLE, ...pages];
  const contents = new Map<string, Uint8Array>([['package.json', await readManifest(root)]]);
  for (const path of paths) contents.set(path, await readFile(join(root, path)));
  return new Map([...contents].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A script that the bundle loads and the package lacks would fail only once it is deployed. */
async function refuseUnknown(root: string): Promise<void> {
  const built = await readdir(join(root, 'dist'));
  const unknown = built
    .map((name) => `dist/${name}`)
    .filter((path) => /\.[cm]?js$/.test(path) && !BUNDLE.includes(path));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')} is not in the list of tools/package/contents.ts.`);
}

async function readManifest(root: string): Promise<Uint8Array> {
  const manifest: Record<string, unknown> = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const kept = MANIFEST.filter((name) => name in manifest).map((name) => [name, manifest[name]]);
  return Buffer.from(`${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true });
  // A folder's own entry has no extension; every page's file has one.
  return entries.map((name) => `${folder}/${name.replaceAll('\\', '/')}`).filter((path) => /\.\w+$/.test(path));
}
