/** Bundles the function app into the one file that `main` of package.json names; `npm run build` runs it. */
import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, context } from 'esbuild';
import { buildPages } from './pages/build.mjs';

/**
 * Leaves out what the app never reaches (ADR 12): undici's index brings fetch, WebSocket, caches and mocks along, its client HTTP/2
 * and a parser for machines without SIMD; @azure/identity brings what signs with certificates and opens browsers.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
function lean(root) {
  const undici = join(root, 'node_modules/undici/lib');
  const index = [
    "exports.Pool = require('./dispatcher/pool.js');",
    "exports.buildConnector = require('./core/connect.js');",
    "exports.errors = require('./core/errors.js');",
  ].join('\n');
  return {
    name: 'lean',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^undici$/ }, () => ({ path: 'index', namespace: 'undici' }));
      onLoad({ filter: /^index$/, namespace: 'undici' }, () => ({ contents: index, resolveDir: undici }));
      onResolve({ filter: /\/llhttp-wasm(?:\.js)?$/ }, () => ({ path: join(undici, 'llhttp/llhttp_simd-wasm.js') }));
      onResolve({ filter: /^(?:jsonwebtoken|open)$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
      onResolve({ filter: /\/client-h2(?:\.js)?$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
      onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'module.exports = {};' }));
    },
  };
}

/** @param {string} root */
function toOptions(root) {
  return /** @type {const} */ ({
    absWorkingDir: root,
    entryPoints: ['functions/index.ts'],
    outfile: 'dist/main.cjs',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // The worker gives it to the app: it is in no package.
    external: ['@azure/functions-core'],
    define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
    minify: true,
    plugins: [lean(root)],
    // Beside the bundle for debuggers and whoever reads a stack; it is not deployed.
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'warning',
  });
}

/**
 * Writes dist/main.cjs, dist/meta.json and dist/pages. Throws when the source does not build.
 * @param {string} root Folder of the function app.
 */
export async function bundle(root) {
  const [{ metafile }] = await Promise.all([build(toOptions(root)), buildPages(root)]);
  await writeFile(join(root, 'dist/meta.json'), JSON.stringify(metafile));
}

/**
 * Bundles once, then again after every change; each later success is told. Answers a function that ends it.
 * @param {string} root Folder of the function app.
 * @param {() => void} onRebuild
 */
export async function watchBundle(root, onRebuild) {
  let builds = 0;
  const plugin = {
    name: 'tell',
    setup: (build) =>
      build.onEnd(({ errors }) => {
        builds += 1;
        // rebuild() and watch() each build once before anything changes.
        if (builds > 2 && errors.length === 0) onRebuild();
      }),
  };
  const bundling = await context({ ...toOptions(root), plugins: [lean(root), plugin] });
  await Promise.all([bundling.rebuild(), buildPages(root)]);
  await bundling.watch();
  return () => bundling.dispose();
}

if (import.meta.filename === realpathSync(process.argv[1] ?? '.')) await bundle(import.meta.dirname);
