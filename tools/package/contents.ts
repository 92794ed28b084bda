/** The files to deploy, by their paths in the package: an explicit list, so that nothing else is deployed. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composeBillOfMaterials, composeLicenses } from './bill-of-materials.ts';
import { listComponents } from './components.ts';

export type Contents = ReadonlyMap<string, Uint8Array>;

/** The app's scripts in dist, without source maps and metadata. */
const BUNDLE = ['dist/main.cjs', 'dist/opentelemetry.cjs'];

/** The members of package.json that the host or a reader needs, with the built version; the package runs no scripts. */
const MANIFEST = ['name', 'version', 'private', 'license', 'type', 'main', 'engines'];

/** Reads the files. @throws if the build wrote a script that is not in the list. */
export async function readContents(root: string, withPages: boolean): Promise<Contents> {
  await refuseUnknown(root);
  const pages = withPages ? await listFiles(root, 'dist/pages') : [];
  const paths = ['host.json', ...BUNDLE, ...pages];
  const contents = new Map<string, Uint8Array>([['package.json', await readManifest(root)]]);
  for (const path of paths) contents.set(path, await readFile(join(root, path)));
  const components = await listComponents(root, new Set(paths));
  const manifest = JSON.parse(String(contents.get('package.json')));
  contents.set('sbom.cdx.json', Buffer.from(composeBillOfMaterials(manifest, components)));
  contents.set('THIRD-PARTY-LICENSES.txt', Buffer.from(composeLicenses(components)));
  return new Map([...contents].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A script that the bundle loads but the package lacks would only fail after deployment. */
async function refuseUnknown(root: string): Promise<void> {
  const built = await readdir(join(root, 'dist'));
  const unknown = built
    .map((name) => `dist/${name}`)
    .filter((path) => /\.[cm]?js$/.test(path) && !BUNDLE.includes(path));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')} is not in the list of tools/package/contents.ts.`);
}

async function readManifest(root: string): Promise<Uint8Array> {
  const manifest: Record<string, unknown> = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { version } = JSON.parse(await readFile(join(root, 'dist/meta.json'), 'utf8'));
  const kept = MANIFEST.filter((name) => name in manifest).map((name) => [name, manifest[name]]);
  return Buffer.from(`${JSON.stringify({ ...Object.fromEntries(kept), version }, null, 2)}\n`);
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true });
  // Folders have no extension, and every page's file has one.
  return entries.map((name) => `${folder}/${name.replaceAll('\\', '/')}`).filter((path) => /\.\w+$/.test(path));
}
