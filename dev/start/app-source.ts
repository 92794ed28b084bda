/** Where the scripts of the function app come from: the repository bundles them, the package has them. */
import type { ChosenHost, Environment } from './core-tools.ts';
import type { Frontdesk } from './frontdesk.ts';
import type { StartOptions } from './options.ts';
import type { Report } from './report.ts';

export interface AppSource {
  /** Arguments with which Node runs the built-in host. */
  readonly hostCommand: readonly string[];
  /** Throws an Error that lists every mistake in the settings. */
  check(): Promise<void>;
  /** Makes the scripts. Throws an Error if it cannot. */
  start(): Promise<{ close(): Promise<void> }>;
  /** Frontdesk reads its pages when they are asked for: they are made while it starts. */
  buildPages(): Promise<void>;
  restartsWhenChanged(frontdesk: Frontdesk): void;
}

export interface SourceContext {
  readonly options: StartOptions;
  readonly env: Environment;
  readonly report: Report;
  /** Undefined with --no-frontdesk. */
  readonly host: ChosenHost | undefined;
}

/** What differs between the repository and the package. */
export interface Installation {
  /** Folder of the function app. */
  readonly root: string;
  /** How a person calls the commands. */
  readonly commands: { readonly start: string; readonly token: string };
  createSource(context: SourceContext): AppSource;
}
