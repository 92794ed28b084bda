/** Bundles the function app into the one file that `main` of package.json names; `npm run build` runs it. */
import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, context } from 'esbuild';

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
    // Identifiers stay as they are written: a stack in a log names its function.
    minifyWhitespace: true,
    minifySyntax: true,
    // Beside the bundle for whoever reads a stack; it is not deployed.
    sourcemap: 'external',
    metafile: true,
    logLevel: 'warning',
  });
}

/**
 * Writes dist/main.cjs and dist/meta.json. Throws when the source does not build.
 * @param {string} root Folder of the function app.
 */
export async function bundle(root) {
  const { metafile } = await build(toOptions(root));
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
  const bundling = await context({ ...toOptions(root), plugins: [plugin] });
  await bundling.rebuild();
  await bundling.watch();
  return () => bundling.dispose();
}

if (import.meta.filename === realpathSync(process.argv[1] ?? '.')) await bundle(import.meta.dirname);
