/** The whole of Frontdesk in one process: its real registrations in the stand-in host, real HTTP to every emulated edge. */
import { createServer, type IncomingMessage, request } from 'node:http';
import { afterAll } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { type HostOptions, startHost } from '../../dev/host/server.ts';
import { type RunningIssuer, startIssuer } from '../../dev/issuer.ts';
import { startManagedIdentity } from '../../dev/managed-identity.ts';
import { listen, type RunningServer } from '../../dev/server.ts';
import { startTables } from '../../dev/tables.ts';
import { startUpstream } from '../../dev/upstream/index.ts';
import { type Clock, systemClock } from '../../lib/time/clock.ts';
import { type Control, controlOf } from './control.ts';
import { describeAnswers } from './described.ts';
import { toEdgeSettings } from './edge-settings.ts';

export interface StackOptions {
  readonly profile?: 'vendor' | 'microsoft';
  /** Over the settings that fit the emulated edges; undefined removes one. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** Of Frontdesk; the system's when absent. */
  readonly clock?: Clock;
  readonly cors?: NonNullable<HostOptions['cors']>;
  readonly requestTimeoutMs?: number;
}

/** A call as a frontend makes it; without a `token` the administrator's, null for none. */
export interface Call {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes go as they stand, anything else as JSON. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  readonly json: any;
}

export interface Stack {
  readonly url: string;
  /** Sends the path as it stands: nothing is encoded or normalised on the way. */
  send(method: string, path: string, call?: Call): Promise<Answer>;
  /** Answers a token with these claims over the administrator's; null leaves a claim out. */
  issueToken: RunningIssuer['issueToken'];
  readonly issuer: RunningIssuer & Control;
  readonly identity: Control;
  readonly upstream: RunningServer & Control;
  readonly tables: RunningServer & { readonly connectionString: string };
  /** What the app logged: one object a line. */
  readonly log: Record<string, unknown>[];
  /** Invokes the timer-triggered function. */
  sweep(): Promise<void>;
}

/** Starts the stack for one test file and ends it after the last test; one a process. */
export async function startStack({
  profile = 'vendor',
  settings = {},
  clock = systemClock,
  ...hosting
}: StackOptions = {}): Promise<Stack> {
  const [issuer, identity, upstream, tables, port] = await Promise.all([
    startIssuer({ port: 0 }),
    startManagedIdentity({ port: 0 }),
    startUpstream({ port: 0, profile }),
    startTables({ port: 0 }),
    findFreePort(),
  ]);
  setEnvironment({
    CLOUD_PROFILE: profile,
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    ...toEdgeSettings({ issuer, identity, upstream, tables }),
    // A test is faster than the published limits; what is about a limit sets its own.
    DOCUMENT_MODELS_LIMITS: JSON.stringify({
      bulkhead: { read: { parallel: 5, queue: 20 }, write: { parallel: 5, queue: 20 } },
      rate: {},
    }),
    CALLER_LIMIT: JSON.stringify({ perSecond: 100_000, burst: 100_000 }),
    ACCESS_POLICY: JSON.stringify(accessPolicy),
    ...settings,
  });
  const log: Record<string, unknown>[] = [];
  const host = await startHost({
    rootDir: process.cwd(),
    port,
    load: async () => (await import('../../functions/start-app.ts')).startApp(clock),
    log: (line) => log.push(JSON.parse(line)),
    runTimers: false,
    ...hosting,
  });
  afterAll(async () => {
    for (const server of [host, upstream, identity, issuer, tables]) await server.close();
  });
  const administrator = await issuer.issueToken({});
  const requireDescribed = describeAnswers(profile);

  return {
    url: host.url,
    async send(method, path, call = {}) {
      const answer = await send(port, method, path, call, administrator);
      requireDescribed({ method, path }, answer);
      return answer;
    },
    issueToken: issuer.issueToken,
    issuer: { ...issuer, ...controlOf(issuer.url) },
    identity: controlOf(identity.url),
    upstream: { ...upstream, ...controlOf(upstream.url) },
    tables,
    log,
    async sweep() {
      await send(port, 'POST', '/admin/functions/sweepStoredReplies', { token: null, body: { input: '' } }, '');
    },
  };
}

function setEnvironment(settings: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/**
 * The links that Frontdesk gives out bear its port, so it is chosen before the start: below those that the system gives to outgoing
 * connections, so that nobody takes it before the host listens.
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

/** node:http sends the target as it stands; fetch would normalise it. */
function send(port: number, method: string, path: string, call: Call, administrator: string): Promise<Answer> {
  const { token = administrator, headers = {}, body } = call;
  const content =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(content === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
        ...headers,
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => void toAnswer(incoming).then(resolve, reject));
    outgoing.end(content);
  });
}

async function toAnswer(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const fields = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return { status: incoming.statusCode ?? 0, headers: Object.fromEntries(fields), text, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
