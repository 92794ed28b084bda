/** Starts and stops the whole local stack: the bundle and the surroundings in parallel, then Frontdesk. */
import { readLocalSettings } from '../host/local-settings.ts';
import { RecordLog, readLogObject } from '../records.ts';
import { openCertificate, startTlsServer } from '../tls.ts';
import type { Profile } from '../upstream/profiles.ts';
import { components, explainPortInUse, findPort } from './components.ts';
import { type ChosenHost, chooseHost, type Environment } from './core-tools.ts';
import { Frontdesk, type FrontdeskOptions } from './frontdesk.ts';
import type { HostKind, StartOptions } from './options.ts';
import { type Report, toHostLine } from './report.ts';
import {
  changeLocalSettings,
  copySampleSettings,
  followOrigins,
  type Settings,
  sampleName,
  settingsName,
  toOrigin,
} from './settings.ts';
import { toStateFolder } from './stack-file.ts';
import { measure, type StartContext, type Surroundings, startSurroundings } from './surroundings.ts';

/** What makes the scripts of the function app in the repository; the package has them. */
export interface AppSource {
  /** Throws an Error that lists every mistake in the settings. */
  check(): Promise<void>;
  /** Makes the scripts. Throws an Error if it cannot. */
  start(): Promise<{ close(): Promise<void> }>;
  /** Frontdesk reads its pages when a browser requests them: they are made while it starts. */
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
  /** Arguments with which Node runs the built-in host. */
  readonly hostCommand: readonly string[];
  createSource?(context: SourceContext): AppSource;
}

export interface Stack extends Surroundings {
  readonly profile: Profile;
  /** Undefined with --no-frontdesk. */
  readonly host: HostKind | undefined;
  /** Names of the pages that Frontdesk serves. */
  readonly pages: readonly string[];
  /** Frontdesk's origin; without TLS, nothing listens there with --no-frontdesk. */
  readonly frontdesk: string;
  /** Origins that may call it: those of local.settings.json and of --origin. */
  readonly cors: string;
  /** The port of Frontdesk's host; with --https, the TLS server forwards to it. */
  readonly hostPort: number;
  /** With --https: the file with the authority that clients must trust. */
  readonly authorityFile: string | undefined;
  /**
   * With --no-frontdesk: the settings that local.settings.json must have for these ports and this profile, and does not
   * have.
   */
  readonly missingSettings: Settings;
  /** Resolves with the reason if Frontdesk ends by itself. */
  readonly died: Promise<string>;
  close(): Promise<void>;
}

/** Throws an Error whose message names what failed; everything that had started is then closed. */
export async function startStack(
  options: StartOptions,
  env: Environment,
  report: Report,
  { createSource, hostCommand }: Pick<Installation, 'createSource' | 'hostCommand'>,
): Promise<Stack> {
  const host = options.withFrontdesk ? await chooseHost(options.host, options.root, env) : undefined;
  const isNew = await copySampleSettings(options.root);
  const { values: local, cors } = await readLocalSettings(options.root);
  const settings = { ...local, ...env };
  const profile = options.profile ?? (settings['CLOUD_PROFILE'] === 'microsoft' ? 'microsoft' : 'vendor');
  const certificate = options.https ? await openCertificate(toStateFolder(options.root)) : undefined;
  const source = createSource?.({ options, env, report, host });
  const started = { records: new RecordLog(), closers: [] };
  const app = { host, hostCommand, source };
  const context: StackContext = { options, report, profile, certificate, settings, ...app, ...started };
  const close = async () => {
    for (const closer of context.closers.splice(0).reverse()) await closer();
  };
  if (isNew) report.line(`  ${settingsName} was copied from ${sampleName}`);
  try {
    return {
      ...(await startComponents(context, { local, isNew, cors: addOrigins(cors, options.origins) }, env)),
      close,
    };
  } catch (error) {
    await close();
    throw explainPortInUse(error as Error, options.ports);
  }
}

interface StackContext extends StartContext, Pick<Installation, 'hostCommand'> {
  readonly source: AppSource | undefined;
}

async function startComponents(
  context: StackContext,
  { local, isNew, cors }: { readonly local: Settings; readonly isNew: boolean; readonly cors: string },
  env: Environment,
): Promise<Omit<Stack, 'close'>> {
  const { options, host, profile, settings, certificate, source } = context;
  const hostPort = await findPort(certificate ? 0 : options.ports.frontdesk);
  let started: Frontdesk | undefined;
  let tables = 0;
  // In another table nothing is stored yet.
  const forget = async () => started?.restart({ CACHE_TABLE_NAME: `forgotten${++tables}` });
  // All at once: the settings are rarely wrong. What had started is then closed.
  const [, surroundings] = await settle([
    source?.check(),
    startSurroundings(context, forget),
    source && measure(context, 'bundle', () => source.start()),
  ]);
  const { url: frontdesk = toOrigin(hostPort) } = await startFront(context, hostPort);
  const changes = listChanges(context, local, { frontdesk, surroundings });
  const pages = (settings['PAGES'] ?? '').split(',').filter((name) => name !== '');
  const { authorityFile } = certificate ?? {};
  const running = { ...surroundings, profile, pages, cors, host: host?.kind, frontdesk, hostPort, authorityFile };
  if (!host) {
    await source?.buildPages();
    if (isNew && Object.keys(changes).length > 0) await changeLocalSettings(options.root, changes);
    return { ...running, missingSettings: isNew ? {} : changes, died: new Promise(() => {}) };
  }
  const hostEnv = {
    ...changes,
    ...env,
    CLOUD_PROFILE: profile,
    // A login link leads back to the frontend.
    LOGIN_REDIRECT_ORIGINS: addOrigins({ ...settings, ...changes, ...env }['LOGIN_REDIRECT_ORIGINS'], cors.split(',')),
    ...(authorityFile && { NODE_EXTRA_CA_CERTS: authorityFile }),
  };
  started = await startFrontdesk(context, { host, port: hostPort, cors, env: hostEnv });
  return { ...running, missingSettings: {}, died: started.died };
}

async function startFrontdesk(
  context: StackContext,
  launched: Pick<FrontdeskOptions, 'host' | 'port' | 'cors' | 'env'>,
): Promise<Frontdesk> {
  const { root, inspectPort } = context.options;
  const { source, hostCommand } = context;
  const report = recordLines(context);
  const [frontdesk] = await settle([
    measure(context, 'frontdesk', () => Frontdesk.start({ ...launched, hostCommand, root, inspectPort, report })),
    source?.buildPages(),
  ]);
  source?.restartsWhenChanged(frontdesk);
  return frontdesk;
}

/** With --https, starts the TLS server in front of Frontdesk's host. */
async function startFront(context: StartContext, target: number): Promise<{ readonly url?: string }> {
  const { certificate, options, closers } = context;
  if (!certificate) return {};
  const front = await startTlsServer({ port: options.ports.frontdesk, target, ...certificate });
  closers.push(front.close);
  return front;
}

/** Adds origins to a list with commas; `*` already has them all, and names none. */
function addOrigins(list = '', origins: readonly string[]): string {
  if (list === '*') return list;
  return [...new Set([...list.split(','), ...origins])].filter((origin) => origin !== '' && origin !== '*').join(',');
}

/** Returns the settings whose values differ from local.settings.json because of the ports and the profile. */
function listChanges(
  { host, profile }: StartContext,
  local: Settings,
  { frontdesk, surroundings }: { readonly frontdesk: string; readonly surroundings: Surroundings },
): Settings {
  const { issuer, identity, upstream, tables } = surroundings;
  const storagePorts = tables.ports;
  const storage = Object.entries(storagePorts).map(([name, port]) => [name, toOrigin(port)]);
  const moved = followOrigins(local, {
    frontdesk,
    issuer: issuer.url,
    identity: identity.url,
    upstream: upstream.url,
    ...Object.fromEntries(storage),
  });
  const isEmulated = local['AzureWebJobsStorage'] === 'UseDevelopmentStorage=true';
  const hasMoved = Object.entries(storagePorts).some(
    ([name, actual]) => actual !== components[name as keyof typeof storagePorts].port,
  );
  return {
    ...moved,
    // The built-in host needs no storage.
    ...(host?.kind !== 'local' && isEmulated && hasMoved && { AzureWebJobsStorage: tables.connectionString }),
    ...((local['CLOUD_PROFILE'] ?? 'vendor') !== profile && { CLOUD_PROFILE: profile }),
  };
}

/** Keeps the records among the lines that the host prints, and prints the lines as the options say. */
function recordLines({ options, report, records }: StartContext): Report {
  const line = (text = '') => {
    records.addLine(text);
    // Core Tools prefix each line with the time.
    if (options.json && readLogObject(text)) return report.json(text.slice(text.indexOf('{')));
    const hostLine = toHostLine(text);
    if (hostLine) report.hostLine(hostLine);
    else if (options.verbose) report.line(text);
  };
  return { ...report, line };
}

/** Waits for all even if one fails, so that nothing starts after the failure is handled; then throws the first failure. */
async function settle<const T extends readonly unknown[]>(starting: T) {
  await Promise.allSettled(starting);
  return Promise.all(starting);
}
