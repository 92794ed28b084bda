/** Builds the pages that people see into dist/pages; `npm run build` and `npm start` run it beside the bundle. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import findRenderer from 'swagger-ui-dist/absolute-path.js';

/** By the page: what is bundled, and what is copied as it stands. */
const PAGES = {
  docs: { bundled: ['main.ts', 'style.css'], copied: ['index.html'] },
  console: { bundled: ['main.tsx', 'style.css'], copied: ['index.html', 'icon.svg'] },
};

/** The renderer comes bundled: to bundle it again would take longer than all the rest. */
const RENDERER = [
  ...['swagger-ui-bundle.js', 'swagger-ui.css', 'oauth2-redirect.html', 'oauth2-redirect.js'],
  ...['favicon-32x32.png', 'LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'],
];

/** By the profile: the document that `npm run openapi` writes. */
const DOCUMENTS = { vendor: 'docs/openapi.json', microsoft: 'docs/openapi.microsoft.json' };

/**
 * Writes dist/pages. Throws when a page does not build; an app without pages is left as it is.
 * @param {string} root Folder of the function app.
 */
export async function buildPages(root) {
  if (!existsSync(join(root, 'pages'))) return;
  const pages = Object.entries(PAGES);
  const out = join(root, 'dist/pages');
  const copies = [
    ...pages.flatMap(([page, { copied }]) =>
      copied.map((file) => [join(root, 'pages', page, file), join(out, page, file)]),
    ),
    ...RENDERER.map((file) => [join(findRenderer(), file), join(out, 'docs', file)]),
  ];
  await Promise.all(pages.map(([page]) => mkdir(join(out, page), { recursive: true })));
  await Promise.all([
    bundleFiles(
      root,
      pages.flatMap(([page, { bundled }]) => bundled.map((file) => join('pages', page, file))),
    ),
    ...copies.map(async ([from = '', to = '']) => put(to, await readFile(from))),
    ...Object.entries(DOCUMENTS).map(([profile, file]) =>
      putDocument(join(root, file), join(out, `openapi.${profile}.json`)),
    ),
  ]);
}

/**
 * @param {string} root
 * @param {string[]} entryPoints
 */
async function bundleFiles(root, entryPoints) {
  const { outputFiles } = await build({
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
    write: false,
    logLevel: 'warning',
  });
  await Promise.all(outputFiles.map(({ path, contents }) => put(path, contents)));
}

/**
 * Without white space.
 * @param {string} from
 * @param {string} to
 */
async function putDocument(from, to) {
  await put(to, JSON.stringify(JSON.parse(await readFile(from, 'utf8'))));
}

/**
 * At once: whoever reads the file meanwhile has the old one or the new one.
 * @param {string} file
 * @param {string | Uint8Array} content
 */
async function put(file, content) {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content);
  await rename(draft, file);
}
