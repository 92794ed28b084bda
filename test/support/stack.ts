/** The whole of Frontdesk in one process: the app in the built-in host, and real HTTP to every emulator. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeEach, inject } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { toEmulatorSettings } from '../../dev/emulator-settings.ts';
import { type HostOptions, startHost } from '../../dev/host/server.ts';
import { type RunningIssuer, startIssuer } from '../../dev/issuer.ts';
import { type RunningManagedIdentity, startManagedIdentity } from '../../dev/managed-identity.ts';
import { listen, type RunningServer } from '../../dev/server.ts';
import { startTables } from '../../dev/tables.ts';
import { startUpstream } from '../../dev/upstream/index.ts';
import { type Clock, systemClock } from '../../lib/time/clock.ts';
import { type ControlClient, createControlClient, type ReceivedCall } from '../testbed/control-client.ts';
import { awaitRecord, captureAlerts, type ExpectedAlerts, type LogRecord } from './app-log.ts';
import { createDocumentCheck } from './document-check.ts';
import { sendRequest, type TestRequest, type TestResponse } from './send-request.ts';

export { listFailures, type TestRequest, type TestResponse } from './send-request.ts';

export interface StackOptions {
  readonly profile?: 'vendor' | 'microsoft';
  /** Overrides of the settings that point at the emulators; undefined removes one. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** Frontdesk's clock; the system clock by default. */
  readonly clock?: Clock;
  /** Names of the alerts and faults that the tests of the file cause. Others are printed. */
  readonly expectedAlerts?: ExpectedAlerts;
  /** The host's reports that the tests of the file cause. Others are printed. */
  readonly expectedReports?: RegExp;
  readonly cors?: NonNullable<HostOptions['cors']>;
  readonly requestTimeoutMs?: number;
}

export interface Stack {
  readonly url: string;
  /** Sends the path unchanged: nothing is encoded or normalised. */
  send(method: string, path: string, request?: TestRequest): Promise<TestResponse>;
  /** Issues a token with the administrator's claims, overridden by these; null removes a claim. */
  issueToken: RunningIssuer['issueToken'];
  readonly issuer: RunningIssuer & ControlClient;
  readonly identity: ControlClient;
  readonly upstream: RunningServer & ControlClient;
  /** Returns the upstreams' last call. */
  lastCall(): Promise<ReceivedCall | undefined>;
  /** The run's table service, and the name of this stack's table in it. */
  readonly tables: { readonly port: number; readonly connectionString: string; readonly name: string };
  /** Records that the app logged, one object per line. */
  readonly log: LogRecord[];
  /** Alerts, faults and metric lines: records that belong to no request. */
  readonly alerts: LogRecord[];
  /** The host's expected reports, one line each. */
  readonly reports: string[];
  /** Invokes the timer-triggered function. */
  sweep(): Promise<void>;
}

/** Closes the stack of a file that failed before its first test. */
let closeLast: (() => Promise<void>) | undefined;

const many = { perSecond: 100_000, burst: 100_000 };
const places = { parallel: 5, queue: 20 };
/** Tests exceed the published limits; a test about a limit sets its own. */
const LIMITS = {
  caller: many,
  refusalRecords: many,
  documentModels: { bulkhead: { read: places, write: places }, rate: {} },
};

/**
 * Starts the stack for one test file and closes it after the last test. A process has one stack at a time. Resets the
 * upstreams before each test, so that no fault or resource of another test remains.
 */
export async function startStack({
  profile = 'vendor',
  settings = {},
  clock = systemClock,
  expectedAlerts = [],
  expectedReports,
  ...hosting
}: StackOptions = {}): Promise<Stack> {
  await closeLast?.();
  // The run's table service sends the system's time.
  const ownTables =
    clock.wallNow === systemClock.wallNow ? undefined : await startTables({ port: 0, now: clock.wallNow });
  const tables = { ...(ownTables ?? inject('tables')), name: `cache${randomUUID().replaceAll('-', '')}` };
  const [issuer, identity, upstream, port] = await Promise.all([
    startIssuer({ port: 0 }),
    openIdentity(),
    startUpstream({ port: 0, profile, now: clock.monotonicNow }),
    findFreePort(),
    // Loaded once a process: a busy machine needs longer for it than the first request waits.
    import('../../lib/upstream/credential.ts'),
  ]);
  setEnvironment({
    CLOUD_PROFILE: profile,
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    ...toEmulatorSettings({ issuer, identity, upstream, tables }, profile),
    CACHE_TABLE_NAME: tables.name,
    ACCESS_POLICY: JSON.stringify(accessPolicy),
    ...settings,
    LIMITS: JSON.stringify({ ...LIMITS, ...JSON.parse(settings['LIMITS'] ?? '{}') }),
  });
  const alerts = captureAlerts(expectedAlerts);
  const log: LogRecord[] = [];
  const reports: string[] = [];
  const host = await startHost({
    rootDir: process.cwd(),
    port,
    load: async () => (await import('../../functions/start-app.ts')).startApp(clock),
    log: (line) => log.push(JSON.parse(line)),
    report(line) {
      if (expectedReports?.test(line)) reports.push(line);
      else process.stderr.write(`${line}\n`);
    },
    runTimers: false,
    ...hosting,
  });
  closeLast = async () => {
    closeLast = undefined;
    for (const server of [host, upstream, issuer, ownTables]) await server?.close();
  };
  afterAll(closeLast);
  const upstreamControl = createControlClient(upstream.url);
  const identityControl = createControlClient(identity.url);
  await identityControl.reset();
  beforeEach(() => upstreamControl.reset());
  const administrator = await issuer.issueToken({});
  const checkAgainstDocument = createDocumentCheck(profile);

  return {
    url: host.url,
    async send(method, path, request = {}) {
      const response = await sendRequest(port, method, path, {
        ...request,
        token: request.token === undefined ? administrator : request.token,
      });
      checkAgainstDocument({ method, path }, response);
      await awaitRecord(log, response);
      return response;
    },
    issueToken: issuer.issueToken,
    issuer: { ...issuer, ...createControlClient(issuer.url) },
    identity: identityControl,
    upstream: { ...upstream, ...upstreamControl },
    lastCall: async () => (await upstreamControl.calls()).at(-1),
    tables,
    log,
    alerts,
    reports,
    async sweep() {
      await sendRequest(port, 'POST', '/admin/functions/sweepStoredResponses', { token: null, body: { input: '' } });
    },
  };
}

let identity: Promise<RunningManagedIdentity> | undefined;

/** Returns the process's identity endpoint: the managed-identity library keeps the first one that it sees. */
function openIdentity(): Promise<RunningManagedIdentity> {
  identity ??= startManagedIdentity({ port: 0 });
  return identity;
}

/** Sets environment variables until the last test of the file has ended. */
function setEnvironment(settings: Readonly<Record<string, string | undefined>>): void {
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, process.env[name]]));
  assignEnvironment(settings);
  afterAll(() => assignEnvironment(before));
}

function assignEnvironment(settings: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/**
 * Returns a port for Frontdesk, which must be known before the start because links contain it. The range lies below the
 * ephemeral ports, so that no outgoing connection takes the port before the host listens.
 */
async function findFreePort(): Promise<number> {
  const candidate = 20_000 + Math.floor(Math.random() * 12_000);
  try {
    const { port, close } = await listen(createServer(), candidate);
    await close();
    return port;
  } catch {
    return findFreePort();
  }
}
