/** Bundles the function app, and makes its code cache; `npm run build` runs it. */
import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { build, context } from 'esbuild';
import { buildPages } from './pages/build.mjs';

/**
 * Leaves out what the app never reaches (ADR 12): undici's index brings fetch, WebSocket, caches and mocks along, its client HTTP/2
 * and a parser for machines without SIMD; @azure/identity brings every other credential, what signs with certificates and opens
 * browsers, and policies for proxies, of which none leads to the identity endpoint, and for forms, which load Node's own fetch.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
function lean(root) {
  const undici = join(root, 'node_modules/undici/lib');
  const managedIdentity = 'node_modules/@azure/identity/dist/esm/credentials/managedIdentityCredential/index.js';
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
      onResolve({ filter: /^@azure\/identity$/ }, () => ({ path: join(root, managedIdentity) }));
      onLoad({ filter: /ts-http-runtime\/dist\/esm\/policies\/(?:proxy|formData)Policy\.js$/ }, ({ path }) => ({
        contents: toIdlePolicy(basename(path, '.js')),
      }));
      onResolve({ filter: /\/client-h2(?:\.js)?$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
      onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'module.exports = {};' }));
    },
  };
}

/** @param {string} name */
function toIdlePolicy(name) {
  return `
    export const ${name}Name = '${name}';
    export const ${name} = () => ({ name: '${name}', sendRequest: (request, next) => next(request) });
    export const getDefaultProxySettings = () => undefined;
  `;
}

/** @param {string} root */
function toOptions(root) {
  return /** @type {const} */ ({
    absWorkingDir: root,
    // What package.json's `main` names, and the app that it runs.
    entryPoints: { main: join(import.meta.dirname, 'functions/main.ts'), app: 'functions/index.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
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
 * Writes dist/main.cjs, dist/app.cjs, dist/meta.json and dist/pages. Throws when the source does not build.
 * @param {string} root Folder of the function app.
 */
export async function bundle(root) {
  const [{ metafile }] = await Promise.all([build(toOptions(root)), buildPages(root), removeCache(root)]);
  await writeFile(join(root, 'dist/meta.json'), JSON.stringify(metafile));
}

/**
 * Writes dist/app.cache, the code cache of what is bundled. Throws when the app does not start. It is made in a process of its own
 * without any flags: V8 takes a cache under the flags that made it.
 * @param {string} root Folder of the function app.
 */
export async function makeCache(root) {
  const tool = join(import.meta.dirname, 'tools/code-cache.mjs');
  const env = { ...process.env, NODE_OPTIONS: '' };
  await promisify(execFile)(process.execPath, [tool, join(root, 'dist')], { env, timeout: 60_000 });
}

/** @param {string} root */
function removeCache(root) {
  return rm(join(root, 'dist/app.cache'), { force: true });
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
  await Promise.all([bundling.rebuild(), buildPages(root), removeCache(root)]);
  await bundling.watch();
  return () => bundling.dispose();
}

if (import.meta.filename === realpathSync(process.argv[1] ?? '.')) {
  await bundle(import.meta.dirname);
  await makeCache(import.meta.dirname);
}
