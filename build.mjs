/** Bundles the function app; `npm run build` runs it. */
import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, context } from 'esbuild';
import { buildPages } from './pages/build.mjs';

/**
 * Replaces undici's index, which also loads fetch, WebSocket, caches and mocks: 390 KB and a third of the app's load time.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
function slimUndici(root) {
  const contents = [
    "exports.Pool = require('./dispatcher/pool.js');",
    "exports.buildConnector = require('./core/connect.js');",
    "exports.errors = require('./core/errors.js');",
  ].join('\n');
  return {
    name: 'slim-undici',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^undici$/ }, () => ({ path: 'index', namespace: 'undici' }));
      onLoad({ filter: /./, namespace: 'undici' }, () => ({
        contents,
        resolveDir: join(root, 'node_modules/undici/lib'),
      }));
    },
  };
}

/** @param {string} root */
function toOptions(root) {
  return /** @type {const} */ ({
    absWorkingDir: root,
    // package.json's `main`.
    entryPoints: { main: 'functions/index.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Provided by the worker; no package contains it.
    external: ['@azure/functions-core'],
    define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
    minify: true,
    plugins: [slimUndici(root)],
    // For debuggers and stack traces; not deployed.
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
 * Bundles once and again after every change. Returns a function that stops it.
 * @param {string} root Folder of the function app.
 * @param {{ onStart(): void, onEnd(errors: number): void }} rebuild Called before and after each later build.
 */
export async function watchBundle(root, rebuild) {
  let builds = 0;
  const plugin = {
    name: 'report-rebuilds',
    setup(build) {
      build.onStart(() => {
        builds += 1;
        // rebuild() and watch() each build once before anything changes.
        if (builds > 2) rebuild.onStart();
      });
      build.onEnd(({ errors }) => {
        if (builds > 2) rebuild.onEnd(errors.length);
      });
    },
  };
  const bundling = await context({ ...toOptions(root), plugins: [slimUndici(root), plugin] });
  await Promise.all([bundling.rebuild(), buildPages(root)]);
  await bundling.watch();
  return () => bundling.dispose();
}

if (import.meta.filename === realpathSync(process.argv[1] ?? '.')) {
  await bundle(import.meta.dirname);
}
