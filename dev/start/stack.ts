/** Brings the whole local stack up and down: bundle and servers at once, then Frontdesk. */
import { join } from 'node:path';
import { bundle, watchBundle } from '../../build.mjs';
import { type RunningIssuer, startIssuer } from '../issuer.ts';
import { type RunningManagedIdentity, startManagedIdentity } from '../managed-identity.ts';
import { createRecordLog, type RecordLog } from '../records.ts';
import type { RunningServer } from '../server.ts';
import { type RunningTables, startTables } from '../tables.ts';
import { startUpstream } from '../upstream/index.ts';
import { chooseHost, type Environment } from './core-tools.ts';
import { type Launch, startFrontdesk, superviseFrontdesk } from './frontdesk.ts';
import type { HostKind, Profile, StartOptions } from './options.ts';
import { type PartName, parts } from './parts.ts';
import { findPort, nameTakenPort } from './ports.ts';
import type { Report } from './report.ts';
import { copySampleSettings, followPorts, readLocalSettings, type Settings } from './settings.ts';

export interface Stack extends Servers {
  readonly profile: Profile;
  readonly host: HostKind;
  /** Names of the pages that Frontdesk serves. */
  readonly pages: readonly string[];
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
  /** What Frontdesk tells of its requests. */
  readonly records: RecordLog;
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
  const records = createRecordLog();
  const chosenHost = await chooseHost(options.host, env);
  const plan: Plan = { options, report, records, profile, settings, host: chosenHost, closers: [] };
  const close = async () => {
    for (const closer of plan.closers.splice(0).reverse()) await closer();
  };
  try {
    const port = await findPort(ports.frontdesk);
    let restart = () => {};
    const [servers] = await settleBoth([
      startServers(plan),
      measure(plan, 'bundle', () => startBundle(plan, () => restart())),
    ]);
    const hostSettings = toHostSettings(local, port, servers, plan);
    const launch: Launch = () =>
      startFrontdesk({
        kind: plan.host,
        root,
        port,
        env: { ...hostSettings, ...env, CLOUD_PROFILE: profile },
        inspectPort: options.inspectPort,
        report: listenIn(report, records),
      });
    const frontdesk = await measure(plan, 'frontdesk', () => superviseFrontdesk(launch, report));
    // The real host watches the bundle by itself.
    if (plan.host === 'local') restart = frontdesk.restart;
    const pages = (settings['PAGES'] ?? '').split(',').filter((name) => name !== '');
    const url = `http://127.0.0.1:${port}`;
    return { ...servers, profile, pages, host: plan.host, frontdesk: url, died: frontdesk.died, close };
  } catch (error) {
    await close();
    throw nameTakenPort(error as Error, ports);
  }
}

/** One after the other: together they would be no sooner ready, and no time would be a part's own. */
async function startServers(plan: Plan): Promise<Servers> {
  const { options, host, profile, settings } = plan;
  const { root, ports } = options;
  const issuer = await measure(plan, 'issuer', () =>
    startIssuer({ port: ports.issuer, keyFile: join(root, '.local', 'issuer-key.json') }),
  );
  const identity = await measure(plan, 'identity', () =>
    startManagedIdentity({ port: ports.identity, ...optional('header', settings['IDENTITY_HEADER']) }),
  );
  const upstream = await measure(plan, 'upstream', () =>
    startUpstream({
      port: ports.upstream,
      profile,
      records: plan.records,
      ...optional('documentsKey', settings['DOCUMENT_MODELS_KEY']),
    }),
  );
  const storage = host === 'func' && { withBlobAndQueue: { blobPort: ports.blobs, queuePort: ports.queues } };
  const tables = await measure(plan, 'tables', () => startTables({ port: ports.tables, ...storage }));
  return { issuer, identity, upstream, tables };
}

/** Keeps the records among the lines that the host prints. */
function listenIn(report: Report, records: RecordLog): Report {
  const line = (text = '') => {
    records.addLine(text);
    report.line(text);
  };
  return { ...report, line };
}

async function startBundle({ options }: Plan, onRebuild: () => void): Promise<{ close(): Promise<void> }> {
  try {
    if (options.watch) return { close: await watchBundle(options.root, onRebuild) };
    await bundle(options.root);
    return { close: () => Promise.resolve() };
  } catch (cause) {
    throw new Error('Frontdesk was not bundled: its errors are above.', { cause });
  }
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

/** Answers both once both are done, so that nothing starts behind a failure; throws the first failure. */
async function settleBoth<A, B>(starting: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(starting);
  return Promise.all(starting);
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

/** Answers an option to be spread: absent where the setting is absent or empty. */
function optional<K extends string>(name: K, value: string | undefined): { [P in K]?: string } {
  return (value ? { [name]: value } : {}) as { [P in K]?: string };
}
