/** The packages whose code is in the deployed scripts, as esbuild's metadata names them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Component {
  readonly name: string;
  readonly version: string;
  /** SPDX. */
  readonly license: string;
  /** The licence file's text; undefined where the package has none. */
  readonly licenseText: string | undefined;
  /** Of the package as it was published: base64 of SHA-512. */
  readonly sha512: string | undefined;
}

interface Meta {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** Returns the packages in these deployed files, by name and version. A root without dependencies has none. */
export async function listComponents(root: string, deployed: ReadonlySet<string>): Promise<readonly Component[]> {
  const { outputs }: Meta = JSON.parse(await readFile(join(root, 'dist/meta.json'), 'utf8'));
  const sources = Object.entries(outputs)
    .filter(([file]) => deployed.has(file))
    .flatMap(([, { inputs }]) => Object.keys(inputs).filter((source) => (inputs[source]?.bytesInOutput ?? 0) > 0));
  const folders = new Set(sources.flatMap((source) => toFolder(source) ?? []));
  const { packages: locked } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const components = await Promise.all(
    [...folders].map((folder) =>
      readComponent(root, folder, locked[folder.slice(folder.indexOf('node_modules/'))]?.integrity),
    ),
  );
  const unique = new Map(components.map((component) => [`${component.name}@${component.version}`, component]));
  return [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component);
}

/** Returns the folder of the package that has the source; undefined for our own. */
function toFolder(source: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0];
}

async function readComponent(root: string, folder: string, integrity: string | undefined): Promise<Component> {
  const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const file = (await readdir(join(root, folder))).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry));
  const licenseText = file && (await readFile(join(root, folder, file), 'utf8')).replaceAll('\r\n', '\n').trim();
  return { name, version, license, licenseText, sha512: /^sha512-(\S+)$/.exec(integrity ?? '')?.[1] };
}
