/** Builds the console and the docs page into dist/pages, for `npm run build` and `npm start`. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const BUNDLED = ['console/main.tsx', 'console/style.css', 'docs/main.tsx', 'docs/style.css'];
const COPIED = [
  ['pages/console/index.html', 'console/index.html'],
  ['pages/console/icon.svg', 'console/icon.svg'],
  ['pages/docs/index.html', 'docs/index.html'],
  ['pages/console/icon.svg', 'docs/icon.svg'],
];
/** What `npm run generate` writes: one for each profile. */
const DOCUMENTS = [
  ['docs/openapi.json', 'openapi.vendor.json'],
  ['docs/openapi.microsoft.json', 'openapi.microsoft.json'],
];

/**
 * Writes dist/pages; does nothing if the app has no pages. Returns esbuild's metadata of the bundled files.
 * @throws {Error} If a page does not build.
 * @param {string} root Folder of the function app.
 * @param {() => readonly object[]} listRules Returns the rules that the reference finds (docs/logic/rules.ts).
 */
export async function buildPages(root, listRules) {
  if (!existsSync(join(root, 'pages'))) return { outputs: {} };
  const out = join(root, 'dist/pages');
  await Promise.all(['console', 'docs'].map((page) => mkdir(join(out, page), { recursive: true })));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: BUNDLED.map((file) => join('pages', file)),
    outbase: 'pages',
    outdir: 'dist/pages',
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    plugins: [reduceOpenApi],
    define: { RULES: JSON.stringify(listRules()) },
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  await Promise.all([
    ...outputFiles.map(({ path, contents }) => replaceFile(path, contents)),
    ...COPIED.map(async ([from = '', to = '']) => replaceFile(join(out, to), await readFile(join(root, from)))),
    ...DOCUMENTS.map(async ([from = '', to = '']) =>
      replaceFile(join(out, to), JSON.stringify(JSON.parse(await readFile(join(root, from), 'utf8')))),
    ),
  ]);
  return metafile;
}

/** Members of an operation that the console reads at runtime, if at all. */
const UNREAD = ['description', 'parameters', 'requestBody', 'responses', 'x-acts-on'];

/**
 * Reduces the OpenAPI document to what the console reads of it (console/operations.ts).
 * @type {import('esbuild').Plugin}
 */
const reduceOpenApi = {
  name: 'reduce-openapi',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]docs[\\/]openapi\.json$/ }, async ({ path: file }) => {
      const { paths } = JSON.parse(await readFile(file, 'utf8'));
      const reduced = JSON.stringify({ paths }, (name, value) => (UNREAD.includes(name) ? undefined : value));
      return { contents: reduced, loader: 'json' };
    });
  },
};

/**
 * Replaces the file in one step, so that no reader gets half of it.
 * @param {string} file
 * @param {string | Uint8Array} data
 */
async function replaceFile(file, data) {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, data);
  await rename(draft, file);
}
