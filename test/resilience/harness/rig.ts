/** Frontdesk in this process behind its emulated edges, with a date that can be moved. */
import dns from 'node:dns';
import { afterAll, vi } from 'vitest';
import { startHost } from '../../../dev/host/server.ts';
import { createFastClock } from '../../support/clocks.ts';
import type { ReceivedCall } from '../../support/control.ts';
import { type Edges, startEdges, toLimits } from './edges.ts';
import { moveDate } from './moving-date.ts';
import { operations, type SampleOperation } from './operations.ts';
import { type Sent, send, type TimedAnswer } from './send.ts';

export interface RigOptions {
  /** So many times as fast do Frontdesk's times pass; 1 when absent. */
  readonly speed?: number;
  /** Over the settings that fit the edges. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Rig extends Edges {
  readonly speed: number;
  /** Frontdesk's own. */
  readonly port: number;
  /** Valid for as long as any test moves the date. */
  readonly token: string;
  /** What Frontdesk logged: a record a request, and what it tells an operator. */
  readonly log: Record<string, unknown>[];
  /** Whether names are resolved. */
  readonly resolver: { isDown: boolean };
  /** Moves Frontdesk's clock on by so many seconds of its own. */
  passTime(seconds: number): void;
  send(sent: Omit<Sent, 'token'> & { readonly token?: string }): Promise<TimedAnswer>;
  /** Calls an operation with a mark that is found again in what its upstream receives. */
  call(operation: SampleOperation, mark: number): Promise<TimedAnswer>;
  /** The field by which an upstream's call bears the mark. */
  toMarkId(mark: number): string;
  /** What the upstreams received of the calls with this mark. */
  callsOf(mark: number): Promise<readonly ReceivedCall[]>;
  /** Ends Frontdesk as SIGTERM does, and starts it anew: nothing is left of what it kept for itself. */
  restart(): Promise<void>;
  /** What `calm` is to do beside, for faults that the rig does not know of. */
  readonly cures: (() => unknown)[];
  /** Takes every fault away. */
  relieve(): Promise<void>;
  /** Takes every fault away, and lets enough time pass for gates, breakers and budgets to forget. */
  calm(): Promise<void>;
  /** Answers a mark that no call has borne yet. */
  nextMark(): number;
}

const TEN_YEARS = 10 * 365 * 86_400;
/** Longer than any gate or breaker stays closed. */
const FORGETFUL_SECONDS = 600;

/**
 * Starts the rig for one test file; one a process. It has one place an upstream, so that a place that is not given back is missed at
 * once, and nothing has been called yet.
 */
export async function startRig({ speed = 1, settings = {} }: RigOptions = {}): Promise<Rig> {
  const resolver = resolveLocally();
  const edges = await startEdges();
  Object.assign(process.env, edges.settings, toLimits(1), settings);
  const log: Record<string, unknown>[] = [];
  vi.spyOn(console, 'warn').mockImplementation((line) => log.push(JSON.parse(line)));
  const start = () =>
    startHost({
      rootDir: process.cwd(),
      port: 0,
      load: async () => (await import('../../../functions/start-app.ts')).startApp(createFastClock(speed)),
      log: (line) => log.push(JSON.parse(line)),
      runTimers: false,
    });
  let host = await start();
  afterAll(async () => {
    await host.close();
    await edges.close();
  });
  const token = await edges.issuer.issueToken({ exp: Math.floor(Date.now() / 1000) + TEN_YEARS });
  await edges.identity.control('token-life', { expiresIn: TEN_YEARS });
  const passTime = (seconds: number) => moveDate((seconds * 1000) / speed);
  const cures: (() => unknown)[] = [];
  let mark = 0;

  return {
    ...edges,
    speed,
    get port() {
      return host.port;
    },
    token,
    log,
    resolver,
    passTime,
    send: (sent) => send(host.port, { token, ...sent }),
    call: (operation, of) =>
      send(host.port, { token, ...operation.toRequest(of), headers: { 'x-ms-client-request-id': toMarkId(of) } }),
    toMarkId,
    async callsOf(of) {
      const calls = await edges.upstream.calls();
      return calls.filter(({ headers }) => headers['x-ms-client-request-id'] === toMarkId(of));
    },
    async restart() {
      await host.close();
      vi.resetModules();
      host = await start();
    },
    cures,
    relieve,
    async calm() {
      await relieve();
      passTime(FORGETFUL_SECONDS);
    },
    nextMark: () => ++mark,
  };

  async function relieve(): Promise<void> {
    for (const cure of cures) await cure();
    resolver.isDown = false;
    for (const wire of Object.values(edges.wires)) if (wire.isStruck) await wire.strike(undefined);
    await edges.upstream.reset();
  }
}

/** Has the keys and every token fetched, so that no cell is the first to need them. */
export async function warmUp(rig: Rig): Promise<void> {
  const calls = operations.map(async (operation) => {
    const isWell = async () => (await rig.call(operation, rig.nextMark())).status === operation.status;
    // A deletion finds its draft gone when it was tried before.
    if (operation.group !== 'deletion') await vi.waitUntil(isWell, { timeout: 20_000 });
  });
  await Promise.all(calls);
}

function toMarkId(mark: number): string {
  return `mark-${mark}.`;
}

/** Stands in for the system's resolver where the upstreams' name is asked for, so that it can fail. */
function resolveLocally(): { isDown: boolean } {
  const resolver = { isDown: false };
  const { lookup } = dns;
  type Callback = (error: Error | null, address?: string | dns.LookupAddress[], family?: number) => void;
  const answer = (hostname: string, { all }: dns.LookupOptions, callback: Callback) => {
    const error = new Error(`getaddrinfo ENOTFOUND ${hostname}`);
    if (resolver.isDown) callback(Object.assign(error, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname }));
    else if (all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    else callback(null, '127.0.0.1', 4);
  };
  Object.assign(dns, {
    lookup: (hostname: string, ...rest: [dns.LookupOptions, Callback]) =>
      hostname === 'localhost'
        ? process.nextTick(answer, hostname, ...rest)
        : Reflect.apply(lookup, dns, [hostname, ...rest]),
  });
  return resolver;
}
