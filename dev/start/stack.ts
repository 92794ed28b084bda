/** Brings the whole local stack up and down: bundle and servers at once, then Frontdesk. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { bundle, watchBundle } from '../../build.mjs';
import { type RunningIssuer, startIssuer } from '../issuer.ts';
import { type RunningManagedIdentity, startManagedIdentity } from '../managed-identity.ts';
import { listen, type RunningServer } from '../server.ts';
import { type RunningTables, startTables } from '../tables.ts';
import { startUpstream } from '../upstream/index.ts';
import { type Environment, hasCoreTools } from './core-tools.ts';
import { type Launch, startFrontdesk, superviseFrontdesk } from './frontdesk.ts';
import type { HostKind, Profile, StartOptions } from './options.ts';
import { type PartName, type Ports, partNames, parts } from './parts.ts';
import type { Report } from './report.ts';
import { copySampleSettings, followPorts, readLocalSettings, type Settings } from './settings.ts';

export interface Stack extends Servers {
  readonly profile: Profile;
  readonly host: HostKind;
  /** Frontdesk's origin. */
  readonly frontdesk: string;
  /** Resolves with the reason when Frontdesk ends by itself. */
  readonly died: Promise<string>;
  close(): Promise<void>;
}

interface Servers {
  readonly issuer: RunningIssuer;
  readonly identity: RunningManagedIdentity;
  readonly upstream: RunningServer;
  readonly tables: RunningTables;
}

/** Everything that the start of a part depends on. */
interface Plan {
  readonly options: StartOptions;
  readonly report: Report;
  readonly host: HostKind;
  readonly profile: Profile;
  /** Those of local.settings.json with the environment's over them. */
  readonly settings: Environment;
  /** What to close again, in the order of starting. */
  readonly closers: (() => Promise<void>)[];
}

/** Throws an Error whose message names what failed; whatever had started is closed then. */
export async function startStack(options: StartOptions, env: Environment, report: Report): Promise<Stack> {
  const { root, ports } = options;
  if (await copySampleSettings(root)) report.line('  local.settings.json was copied from local.settings.sample.json');
  const local = await readLocalSettings(root);
  const settings = { ...local, ...env };
  const profile = options.profile ?? (settings['CLOUD_PROFILE'] === 'microsoft' ? 'microsoft' : 'vendor');
  const plan: Plan = { options, report, profile, settings, host: await chooseHost(options, env), closers: [] };
  const close = async () => {
    for (const closer of plan.closers.splice(0).reverse()) await closer();
  };
  try {
    const port = await findPort(ports.frontdesk);
    let restart = () => {};
    const servers = await startServers(plan, () => restart());
    const hostSettings = toHostSettings(local, port, servers, plan);
    const launch: Launch = () =>
      startFrontdesk({ kind: plan.host, root, port, env: { ...hostSettings, ...env, CLOUD_PROFILE: profile }, report });
    const frontdesk = await measure(plan, 'frontdesk', () => superviseFrontdesk(launch, report));
    // The real host watches the bundle by itself.
    if (plan.host === 'local') restart = frontdesk.restart;
    return { ...servers, profile, host: plan.host, frontdesk: `http://127.0.0.1:${port}`, died: frontdesk.died, close };
  } catch (error) {
    await close();
    throw nameTakenPort(error as NodeJS.ErrnoException & { port?: number }, ports);
  }
}

async function chooseHost({ host }: StartOptions, env: Environment): Promise<HostKind> {
  if (host === 'local') return host;
  if (await hasCoreTools(env)) return 'func';
  if (host === 'func') throw new Error('FRONTDESK_HOST is func, but no Azure Functions Core Tools 4 are on the PATH.');
  return 'local';
}

async function startServers(plan: Plan, onRebuild: () => void): Promise<Servers> {
  const { options, host, profile, settings } = plan;
  const { root, ports } = options;
  const [, issuer, identity, upstream, tables] = await settleAll([
    measure(plan, 'bundle', () => startBundle(plan, onRebuild)),
    measure(plan, 'issuer', () =>
      startIssuer({ port: ports.issuer, keyFile: join(root, '.local', 'issuer-key.json') }),
    ),
    measure(plan, 'identity', () =>
      startManagedIdentity({ port: ports.identity, ...pick('header', settings['IDENTITY_HEADER']) }),
    ),
    measure(plan, 'upstream', () =>
      startUpstream({ port: ports.upstream, profile, ...pick('documentsKey', settings['DOCUMENT_MODELS_KEY']) }),
    ),
    measure(plan, 'tables', () =>
      startTables({
        port: ports.tables,
        ...(host === 'func' && { withBlobAndQueue: { blobPort: ports.blobs, queuePort: ports.queues } }),
      }),
    ),
  ]);
  return { issuer, identity, upstream, tables };
}

async function startBundle({ options }: Plan, onRebuild: () => void): Promise<{ close(): Promise<void> }> {
  if (options.watch) return { close: await watchBundle(options.root, onRebuild) };
  await bundle(options.root);
  return { close: () => Promise.resolve() };
}

/** Reports how long a part took to start, and has it closed with the stack. */
async function measure<T extends { close(): Promise<void> }>(
  { report, closers }: Plan,
  name: PartName | 'bundle',
  start: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const part = await start();
  closers.push(part.close);
  report.ready(name === 'bundle' ? name : parts[name].title, performance.now() - startedAt);
  return part;
}

/** Waits for all, so that nothing starts behind a failure; then throws the first failure. */
async function settleAll<T extends readonly unknown[]>(
  starting: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  await Promise.allSettled(starting);
  return (await Promise.all(starting)) as unknown as T;
}

/** Answers this port when it is free, or a free one for 0. */
async function findPort(wanted: number): Promise<number> {
  const { port, close } = await listen(createServer(), wanted);
  await close();
  return port;
}

/** Answers the settings that differ from local.settings.json because of where the stack listens. */
function toHostSettings(local: Settings, port: number, servers: Servers, { host }: Plan): Settings {
  const { issuer, identity, upstream, tables } = servers;
  const moved = followPorts(local, {
    frontdesk: port,
    issuer: issuer.port,
    identity: identity.port,
    upstream: upstream.port,
    tables: tables.port,
  });
  const isEmulated = local['AzureWebJobsStorage'] === 'UseDevelopmentStorage=true';
  return host === 'func' && isEmulated ? { ...moved, AzureWebJobsStorage: tables.connectionString } : moved;
}

function nameTakenPort(error: NodeJS.ErrnoException & { port?: number }, ports: Ports): Error {
  const name = error.code === 'EADDRINUSE' && partNames.find((part) => ports[part] === error.port);
  if (!name) return error;
  const { title, variable } = parts[name];
  return new Error(
    `Port ${error.port} is taken, and ${title} wants it. End what holds it, or set ${variable} to another port, or to 0 for a free one.`,
    { cause: error },
  );
}

function pick<K extends string>(name: K, value: string | undefined): { [P in K]?: string } {
  return (value ? { [name]: value } : {}) as { [P in K]?: string };
}
