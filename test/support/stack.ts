/** The whole of Frontdesk in one process: the app in the built-in host, and real HTTP to every emulator. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeEach, inject, vi } from 'vitest';
import { type HostOptions, startHost } from '../../dev/host/server.ts';
import { type RunningManagedIdentity, startManagedIdentity } from '../../dev/managed-identity.ts';
import { listen } from '../../dev/server.ts';
import { startTables } from '../../dev/tables.ts';
import { type Clock, systemClock } from '../../lib/time/clock.ts';
import type { ReceivedCall } from '../testbed/control-client.ts';
import { type Servers, startServers } from '../testbed/emulators.ts';
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
  /** Closed with the stack. Its own by default, with what the run shares. */
  readonly emulators?: Servers;
  readonly cors?: NonNullable<HostOptions['cors']>;
}

export interface Stack extends Pick<Servers, 'issuer' | 'identity' | 'upstream'> {
  readonly url: string;
  /** Sends the path unchanged: nothing is encoded or normalised. */
  send(method: string, path: string, request?: TestRequest): Promise<TestResponse>;
  /** Issues a token with the administrator's claims, overridden by these; null removes a claim. */
  readonly issueToken: Servers['issuer']['issueToken'];
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
}

/** Closes the stack of a file that failed before its first test. */
let closeLast: (() => Promise<void>) | undefined;

const many = { perSecond: 100_000, burst: 100_000 };
const places = { parallel: 5, queue: 20 };
/** Tests exceed the published limits; a test about a limit sets its own. */
const LIMITS = {
  caller: many,
  refusalRecords: many,
  documentModels: { bulkhead: { read: places, write: places }, rate: { write: many } },
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
  emulators: given,
  ...hosting
}: StackOptions = {}): Promise<Stack> {
  await closeLast?.();
  const [emulators, port] = await Promise.all([
    given ?? startOwnServers(profile, clock),
    findFreePort(),
    // Loaded once a process: a busy machine needs longer for it than the first request waits.
    import('../../lib/upstream/credential.ts'),
  ]);
  const { issuer, identity, upstream } = emulators;
  const tables = { ...emulators.tables, name: `cache${randomUUID().replaceAll('-', '')}` };
  setEnvironment({
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    ...emulators.settings,
    CACHE_TABLE_NAME: tables.name,
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
    ...hosting,
  });
  closeLast = async () => {
    closeLast = undefined;
    await host.close();
    await emulators.close();
  };
  afterAll(closeLast);
  await identity.reset();
  beforeEach(() => upstream.reset());
  const administrator = await issuer.issueToken({});
  if (!settings['AUTH_ISSUER']) await awaitKeys(port, await issuer.issueToken({ oid: 'visitor', sub: 'visitor' }), log);
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
    issuer,
    identity,
    upstream,
    lastCall: async () => (await upstream.calls()).at(-1),
    tables,
    log,
    alerts,
    reports,
  };
}

/** Of the process: the managed-identity library keeps the first one that it sees. */
let identity: Promise<RunningManagedIdentity> | undefined;

async function startOwnServers(profile: 'vendor' | 'microsoft', clock: Clock): Promise<Servers> {
  identity ??= startManagedIdentity({ port: 0 });
  // The run's table service sends the system's time.
  const isSystemTime = clock.wallNow === systemClock.wallNow;
  const tables = isSystemTime ? inject('tables') : await startTables({ port: 0, now: clock.wallNow });
  return startServers({ profile, now: clock.monotonicNow, identity: await identity, tables });
}

/** Waits until tokens are verified: a busy machine may need longer for the issuer's keys than a request waits. */
async function awaitKeys(port: number, token: string, log: LogRecord[]): Promise<void> {
  const hasKeys = async () => {
    const response = await sendRequest(port, 'POST', '/$batch', { token, body: { requests: [] } });
    await awaitRecord(log, response);
    return response.headers['x-frontdesk-problem'] !== 'auth_unavailable';
  };
  await vi.waitUntil(hasKeys, { timeout: 20_000, interval: 200 });
  log.length = 0;
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
