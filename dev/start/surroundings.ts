/** Starts everything that Frontdesk calls: issuer, identity endpoint, emulated APIs and Azurite. */
import { join } from 'node:path';
import { type RunningIssuer, startIssuer } from '../issuer.ts';
import { type RunningManagedIdentity, startManagedIdentity } from '../managed-identity.ts';
import type { RecordLog } from '../records.ts';
import type { RunningServer } from '../server.ts';
import { type RunningTables, startTables } from '../tables.ts';
import type { LocalCertificate } from '../tls.ts';
import { startUpstream } from '../upstream/index.ts';
import type { Profile } from '../upstream/profiles.ts';
import { type ComponentName, components } from './components.ts';
import type { ChosenHost, Environment } from './core-tools.ts';
import type { StartOptions } from './options.ts';
import type { Report } from './report.ts';
import { pushSamplePolicy } from './run-tools.ts';
import { toStateFolder } from './stack-file.ts';

/** Everything that starting a component depends on. */
export interface StartContext {
  readonly options: StartOptions;
  readonly report: Report;
  /** The records that Frontdesk writes about its requests. */
  readonly records: RecordLog;
  /** Undefined with --no-frontdesk. */
  readonly host: ChosenHost | undefined;
  readonly profile: Profile;
  /** With --https. */
  readonly certificate: LocalCertificate | undefined;
  /** The values of local.settings.json, overridden by the environment. */
  readonly settings: Environment;
  /** Closes the components, in the order in which they started. */
  readonly closers: (() => Promise<void>)[];
}

export interface Surroundings {
  readonly issuer: RunningIssuer;
  readonly identity: RunningManagedIdentity;
  readonly upstream: RunningServer;
  readonly tables: RunningTables;
}

/**
 * Starts them one after the other: in parallel they would not be ready sooner, and the times would not be each
 * component's own. `forget` drops the responses that Frontdesk stores.
 */
export async function startSurroundings(context: StartContext, forget: () => Promise<void>): Promise<Surroundings> {
  const { options, host, profile, settings, certificate } = context;
  const { root, ports, origins } = options;
  const tls = certificate && { cert: certificate.certificate, key: certificate.key };
  const keyFile = join(toStateFolder(root), 'issuer-key.json');
  const issuer = await measure(context, 'issuer', () => startIssuer({ port: ports.issuer, keyFile, origins, tls }));
  const identity = await measure(context, 'identity', () =>
    startManagedIdentity({ port: ports.identity, header: settings['IDENTITY_HEADER'] || undefined }),
  );
  const upstream = await measure(context, 'upstream', () =>
    startUpstream({
      port: ports.upstream,
      profile,
      records: context.records,
      origins,
      forget,
      consentUrl: '/_control/consent-page',
      documentsKey: settings['DOCUMENT_MODELS_KEY'] || undefined,
    }),
  );
  // Only the built-in host works without blobs and queues.
  const storage = host?.kind !== 'local' && { withBlobAndQueue: { blobPort: ports.blobs, queuePort: ports.queues } };
  const tables = await measure(context, 'tables', () => startTables({ port: ports.tables, ...storage }));
  await pushSamplePolicy(settings, tables.connectionString);
  return { issuer, identity, upstream, tables };
}

/** Starts a component, reports how long it took if --verbose asks for it, and closes it with the stack. */
export async function measure<T extends { close(): Promise<void> }>(
  { options, report, closers }: StartContext,
  name: ComponentName | 'bundle',
  start: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const component = await start();
  closers.push(() => component.close());
  if (options.verbose) report.ready(name === 'bundle' ? name : components[name].title, performance.now() - startedAt);
  return component;
}
