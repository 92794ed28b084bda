/** Builds dev/local, whose scripts contain everything: `npm pack -w dev/local` runs it. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle } from './build.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dev/local/dist');
const SETTINGS = 'local.settings.sample.json';

rmSync(dist, { recursive: true, force: true });
await bundle(root);
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['dev/local/frontdesk-local.ts', 'dev/host.ts', 'dev/start/exit-with-parent.ts'],
  entryNames: '[name]',
  outdir: dist,
  bundle: true,
  splitting: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // CommonJS packages call it.
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  // Only Core Tools need these services.
  external: ['azurite/dist/src/blob/*', 'azurite/dist/src/queue/*'],
  metafile: true,
  logLevel: 'warning',
});
const app = join(dist, 'app');
for (const file of ['dist/main.cjs', 'dist/opentelemetry.cjs', 'dist/pages', 'host.json', SETTINGS]) {
  cpSync(join(root, file), join(app, file), { recursive: true });
}
// Where it is there, the start copies nothing.
cpSync(join(root, SETTINGS), join(app, 'local.settings.json'));
cpSync(join(root, 'dev/access-policy.json'), join(app, 'access-policy.json'));
writeFileSync(join(app, 'package.json'), '{ "main": "dist/main.cjs" }\n');
cpSync(join(root, 'docs/test-your-frontend.md'), join(root, 'dev/local/README.md'));
writeFileSync(join(dist, 'licenses.txt'), listLicenses(Object.keys(metafile.inputs)));

/**
 * Returns the licences of the packages that the scripts contain; of the app, those of its bundle.
 * @param {string[]} inputs
 */
function listLicenses(inputs) {
  const ofApp = Object.keys(JSON.parse(readFileSync(join(root, 'dist/meta.json'), 'utf8')).inputs);
  const folders = [...inputs, ...ofApp].map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]);
  return [...new Set(folders)].filter(Boolean).toSorted().map(describeLicense).join('\n');
}

/** @param {string} folder */
function describeLicense(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(root, folder, file), 'utf8') : ''}\n`;
}
