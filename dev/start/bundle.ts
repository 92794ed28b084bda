/** The repository as the source: bundles the function app, and with `watch` again after each change. */
import { fileURLToPath } from 'node:url';
import { buildPages, bundle, watchBundle } from '../../tools/build.mjs';
import type { ChosenHost } from './core-tools.ts';
import type { Frontdesk } from './frontdesk.ts';
import type { Report } from './report.ts';
import { checkSettings } from './run-tools.ts';
import type { AppSource, SourceContext } from './stack.ts';

/** Reports each rebuild and restarts Frontdesk. */
class Rebuilds {
  readonly #report: Report;
  readonly #host: ChosenHost | undefined;
  #frontdesk: Frontdesk | undefined;

  constructor(report: Report, host: ChosenHost | undefined) {
    this.#report = report;
    this.#host = host;
  }

  /** Core Tools watch the bundle themselves; the built-in host is restarted. */
  restartsWhenChanged(frontdesk: Frontdesk): void {
    if (this.#host?.kind === 'local') this.#frontdesk = frontdesk;
  }

  onStart(): void {
    this.#report.line('Bundling again …');
  }

  onEnd(errors: number): void {
    if (errors > 0) {
      this.#report.failure(`Not bundled: see the errors above. Frontdesk still runs the previous bundle.`);
    } else if (this.#frontdesk) {
      void this.#restart(this.#frontdesk);
    } else {
      this.#report.line('Bundled. func start restarts Frontdesk by itself.');
    }
  }

  async #restart(frontdesk: Frontdesk): Promise<void> {
    const startedAt = performance.now();
    try {
      await frontdesk.restart();
      this.#report.line(`Ready again in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    } catch (error) {
      this.#report.failure(`Not restarted: ${(error as Error).message}`);
    }
  }
}

export function createRepositorySource({ options, env, report, host }: SourceContext): AppSource {
  const { root, watch } = options;
  const rebuilds = new Rebuilds(report, host);
  const preloaded = [import.meta.resolve('tsx'), import.meta.resolve('./exit-with-parent.ts')];
  return {
    hostCommand: [
      ...preloaded.flatMap((module) => ['--import', module]),
      fileURLToPath(import.meta.resolve('../host.ts')),
    ],
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
    restartsWhenChanged: (frontdesk) => rebuilds.restartsWhenChanged(frontdesk),
  };
}
