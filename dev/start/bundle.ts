/** Bundles the function app, and with `watch` again after each change. */
import { buildPages, bundle, watchBundle } from '../../tools/build.mjs';
import type { ChosenHost } from './core-tools.ts';
import type { Frontdesk } from './frontdesk.ts';
import type { StartOptions } from './options.ts';
import type { Report } from './report.ts';

/** Reports each rebuild and restarts Frontdesk. */
export class Rebuilds {
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

/** The function app's scripts and pages. */
export class Bundle {
  readonly #options: StartOptions;
  readonly #rebuilds: Rebuilds;

  constructor(options: StartOptions, rebuilds: Rebuilds) {
    this.#options = options;
    this.#rebuilds = rebuilds;
  }

  /** Throws an Error if the source does not build; esbuild has printed why. */
  async start(): Promise<{ close(): Promise<void> }> {
    const { root, watch } = this.#options;
    try {
      if (watch) return { close: await watchBundle(root, this.#rebuilds) };
      await bundle(root);
      return { close: () => Promise.resolve() };
    } catch (cause) {
      throw new Error('Frontdesk was not bundled: see the errors above.', { cause });
    }
  }

  /** Frontdesk reads its pages when they are asked for: they are built while it starts. */
  async buildPages(): Promise<void> {
    if (this.#options.watch) await buildPages(this.#options.root);
  }
}
