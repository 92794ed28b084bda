/** The repository as the source: bundles the function app, and with `watch` again after each change. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages, bundle, watchBundle } from '../../tools/build.mjs';
import type { Frontdesk } from './frontdesk.ts';
import type { Report } from './report.ts';
import { checkSettings } from './run-tools.ts';
import type { AppSource, Installation, SourceContext } from './stack.ts';

const preloaded = [import.meta.resolve('tsx'), import.meta.resolve('./exit-with-parent.ts')];

/** How a stack starts from the repository. */
export const repository: Omit<Installation, 'commands'> = {
  root: resolve(import.meta.dirname, '../..'),
  hostCommand: [
    ...preloaded.flatMap((module) => ['--import', module]),
    fileURLToPath(import.meta.resolve('../host.ts')),
  ],
  createSource: createRepositorySource,
};

/** Returns what reports each rebuild and restarts Frontdesk; Core Tools watch the bundle themselves. */
function createRebuilds(report: Report, getFrontdesk: () => Frontdesk | undefined) {
  const restart = async (frontdesk: Frontdesk) => {
    const startedAt = performance.now();
    try {
      await frontdesk.restart();
      report.line(`Ready again in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    } catch (error) {
      report.failure(`Not restarted: ${(error as Error).message}`);
    }
  };
  return {
    onStart: () => report.line('Bundling again …'),
    onEnd(errors: number): void {
      const frontdesk = getFrontdesk();
      if (errors > 0) report.failure('Not bundled: see the errors above. Frontdesk still runs the previous bundle.');
      else if (frontdesk) void restart(frontdesk);
      else report.line('Bundled. func start restarts Frontdesk by itself.');
    },
  };
}

function createRepositorySource({ options, env, report, host }: SourceContext): AppSource {
  const { root, watch } = options;
  let restarted: Frontdesk | undefined;
  const rebuilds = createRebuilds(report, () => restarted);
  return {
    check: () => checkSettings(options, env),
    async start() {
      try {
        if (watch) return { close: await watchBundle(root, rebuilds) };
        await bundle(root);
        return { close: () => Promise.resolve() };
      } catch (cause) {
        // esbuild has printed why.
        throw new Error('Frontdesk was not bundled: see the errors above.', { cause });
      }
    },
    async buildPages() {
      if (watch) await buildPages(root);
    },
    restartsWhenChanged(frontdesk) {
      if (host?.kind === 'local') restarted = frontdesk;
    },
  };
}
