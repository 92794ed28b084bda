/** Builds the console and the docs page into dist/pages, for `npm run build` and `npm start`. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** Per page: the files to bundle and the files to copy. */
const PAGES = {
  docs: { bundled: ['main.tsx', 'style.css'], copied: ['index.html', '../console/icon.svg'] },
  console: { bundled: ['main.tsx', 'style.css'], copied: ['index.html', 'icon.svg'] },
};

/** Per profile: the OpenAPI document that `npm run generate` writes. */
const DOCUMENTS = { vendor: 'docs/openapi.json', microsoft: 'docs/openapi.microsoft.json' };

/**
 * Writes dist/pages; does nothing if the app has no pages. Returns esbuild's metadata of the bundled files.
 * @throws {Error} If a page does not build.
 * @param {string} root Folder of the function app.
 */
export async function buildPages(root) {
  if (!existsSync(join(root, 'pages'))) return { outputs: {} };
  const pages = Object.entries(PAGES);
  const out = join(root, 'dist/pages');
  const copies = [
    ...pages.flatMap(([page, { copied }]) =>
      copied.map((file) => [join(root, 'pages', page, file), join(out, page, basename(file))]),
    ),
  ];
  await Promise.all(pages.map(([page]) => mkdir(join(out, page), { recursive: true })));
  const [metafile] = await Promise.all([
    bundleFiles(
      root,
      pages.flatMap(([page, { bundled }]) => bundled.map((file) => join('pages', page, file))),
    ),
    ...copies.map(async ([from = '', to = '']) => replaceFile(to, await readFile(from))),
    ...Object.entries(DOCUMENTS).map(([profile, file]) =>
      minifyJson(join(root, file), join(out, `openapi.${profile}.json`)),
    ),
  ]);
  return metafile;
}

/**
 * @param {string} root
 * @param {string[]} entryPoints
 */
async function bundleFiles(root, entryPoints) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints,
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
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
  await Promise.all(outputFiles.map(({ path, contents }) => replaceFile(path, contents)));
  return metafile;
}

/**
 * Reduces the OpenAPI document to what the console reads of it (console/operations.ts).
 * @type {import('esbuild').Plugin}
 */
const reduceOpenApi = {
  name: 'reduce-openapi',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]docs[\\/]openapi\.json$/ }, async ({ path: file }) => {
      const { paths } = JSON.parse(await readFile(file, 'utf8'));
      const reduced = mapValues(paths, (methods) =>
        mapValues(methods, ({ operationId, summary, tags, 'x-app-role': role }) => ({
          operationId,
          summary,
          tags,
          'x-app-role': role,
        })),
      );
      return { contents: JSON.stringify({ paths: reduced }), loader: 'json' };
    });
  },
};

/**
 * @param {Readonly<Record<string, any>>} values
 * @param {(value: any) => unknown} map
 */
function mapValues(values, map) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/**
 * Writes a JSON file without white space.
 * @param {string} from
 * @param {string} to
 */
async function minifyJson(from, to) {
  await replaceFile(to, JSON.stringify(JSON.parse(await readFile(from, 'utf8'))));
}

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
