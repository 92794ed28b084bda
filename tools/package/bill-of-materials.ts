/** What the package says of the code of others in it: a bill of materials in CycloneDX, and the licences. */
import type { Component } from './components.ts';

/** Returns CycloneDX 1.6. It has no time and no serial number, so that the same build gives the same bytes. */
export function composeBillOfMaterials(
  app: { readonly name: string; readonly version: string },
  components: readonly Component[],
): string {
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': app.name, name: app.name, version: app.version } },
    components: components.map(({ name, version, license, sha512 }) => ({
      type: 'library',
      'bom-ref': toPurl(name, version),
      name,
      version,
      ...(sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
      licenses: [{ license: { id: license } }],
      purl: toPurl(name, version),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A package URL (purl) of the type npm. */
function toPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Returns each licence once, below the packages that are under it. */
export function composeLicenses(components: readonly Component[]): string {
  const texts = new Map<string, string[]>();
  for (const { name, version, license, licenseText } of components) {
    const text = licenseText ?? `${license} (the package has no licence file)`;
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...texts].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return `Packages whose code is in this app, and their licences.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
