/** Bundles the function app; `npm run build` runs it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, context } from 'esbuild';
import { buildPages as buildWithRules } from '../pages/build.mjs';
import { listShownRules } from './rules.mjs';
import { slimPackages } from './slim-packages.mjs';

/**
 * Writes dist/pages.
 * @param {string} root Folder of the function app.
 */
export const buildPages = (root) => buildWithRules(root, () => listShownRules(root));

/**
 * Leaves the import of OpenTelemetry to run time: only an app with a collector loads it.
 * @type {import('esbuild').Plugin}
 */
const separateOpenTelemetry = {
  name: 'separate-opentelemetry',
  setup({ onResolve }) {
    onResolve({ filter: /\/opentelemetry\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './opentelemetry.cjs', external: true } : undefined,
    );
  },
};

/**
 * Returns the version of package.json with the commit: git's, or FRONTDESK_COMMIT's where there is no repository.
 * @param {string} root
 */
function readVersion(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commit = process.env.FRONTDESK_COMMIT?.slice(0, 12) || describeCommit(root);
  return commit ? `${version}+${commit}` : version;
}

/** @param {string} root */
function describeCommit(root) {
  try {
    const commit = git(root, 'rev-parse', '--short=12', 'HEAD');
    // npm 10 and 11 write the lock file differently: an install is no change of the app.
    const changes = git(
      root,
      'status',
      '--porcelain',
      '--untracked-files=no',
      '--',
      '.',
      ':(exclude)package-lock.json',
    );
    return changes ? `${commit}-dirty` : commit;
  } catch {
    return '';
  }
}

/**
 * @param {string} cwd
 * @param {string[]} args
 */
function git(cwd, ...args) {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/**
 * Returns the options of each script: package.json's `main`, and what it loads on demand.
 * @param {string} root
 */
function listOptions(root) {
  return [
    { ...toOptions(root), entryPoints: { main: 'functions/index.ts' } },
    {
      ...toOptions(root),
      entryPoints: { opentelemetry: 'lib/observability/opentelemetry.ts' },
      // A third of the size: esbuild drops unused exports of ES modules only.
      mainFields: ['module', 'main'],
    },
  ];
}

/** @param {string} root */
function toOptions(root) {
  return /** @type {const} */ ({
    absWorkingDir: root,
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Provided by the worker; no package contains it.
    external: ['@azure/functions-core'],
    define: {
      'import.meta.dirname': '__dirname',
      'import.meta.url': '__filename',
      FRONTDESK_VERSION: JSON.stringify(readVersion(root)),
    },
    minify: true,
    plugins: [slimPackages(root), separateOpenTelemetry],
    // For debuggers and stack traces; not deployed.
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'warning',
  });
}

/**
 * Writes dist/main.cjs, dist/opentelemetry.cjs, dist/meta.json and dist/pages. Throws when the source does not build.
 * @param {string} root Folder of the function app.
 */
export async function bundle(root) {
  const [scripts, pages] = await Promise.all([
    Promise.all(listOptions(root).map((options) => build(options))),
    buildPages(root),
  ]);
  const metafile = {
    version: readVersion(root),
    inputs: Object.assign({}, ...scripts.map((script) => script.metafile.inputs)),
    outputs: Object.assign({}, pages.outputs, ...scripts.map((script) => script.metafile.outputs)),
  };
  await writeFile(join(root, 'dist/meta.json'), JSON.stringify(metafile));
}

/**
 * Bundles the scripts, and again after every change. The pages are the caller's. Returns a function that stops it.
 * @param {string} root Folder of the function app.
 * @param {{ onStart(): void, onEnd(errors: number): void }} rebuild Called before and after each later build.
 */
export async function watchBundle(root, rebuild) {
  const bundlings = await Promise.all(
    listOptions(root).map((options) => context({ ...options, plugins: [...options.plugins, reportRebuilds(rebuild)] })),
  );
  await Promise.all(bundlings.map((bundling) => bundling.rebuild()));
  await Promise.all(bundlings.map((bundling) => bundling.watch()));
  return async () => {
    await Promise.all(bundlings.map((bundling) => bundling.dispose()));
  };
}

/**
 * @param {{ onStart(): void, onEnd(errors: number): void }} rebuild
 * @returns {import('esbuild').Plugin}
 */
function reportRebuilds(rebuild) {
  let builds = 0;
  return {
    name: 'report-rebuilds',
    setup({ onStart, onEnd }) {
      onStart(() => {
        builds += 1;
        // rebuild() and watch() each build once before anything changes.
        if (builds > 2) rebuild.onStart();
      });
      onEnd(({ errors }) => {
        if (builds > 2) rebuild.onEnd(errors.length);
      });
    },
  };
}

if (import.meta.filename === realpathSync(process.argv[1] ?? '.')) {
  await bundle(join(import.meta.dirname, '..'));
}
