/** Starts every emulator, and the settings that point Frontdesk at them: at a chaos proxy in front of each, or at themselves. */
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { toEmulatorSettings } from '../../dev/emulator-settings.ts';
import { type RunningIssuer, startIssuer } from '../../dev/issuer.ts';
import { type RunningManagedIdentity, startManagedIdentity } from '../../dev/managed-identity.ts';
import type { RunningServer } from '../../dev/server.ts';
import { type RunningTables, startTables } from '../../dev/tables.ts';
import { apiNames, findApi } from '../../dev/upstream/apis.ts';
import { startUpstream } from '../../dev/upstream/index.ts';
import { UPSTREAMS } from '../../lib/upstream/upstreams.ts';
import { type ChaosProxy, startChaosProxy } from './chaos-proxy.ts';
import { type ControlClient, createControlClient } from './control-client.ts';

const PROXY_NAMES = [...apiNames, 'identity', 'keys', 'table'] as const;

type ProxyName = (typeof PROXY_NAMES)[number];
type Proxies = Readonly<Record<ProxyName, ChaosProxy>>;

export interface Servers {
  readonly issuer: RunningIssuer & ControlClient;
  readonly identity: RunningManagedIdentity & ControlClient;
  readonly upstream: RunningServer & ControlClient;
  readonly tables: Pick<RunningTables, 'port' | 'connectionString'>;
  /** App settings that point Frontdesk at the servers. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface Emulators extends Servers {
  readonly tables: RunningTables;
  readonly proxies: Proxies;
}

interface ServerOptions {
  readonly profile?: 'vendor' | 'microsoft';
  /** The upstream's clock. */
  readonly now?: () => number;
  /** Whose owner closes them. */
  readonly identity?: RunningManagedIdentity;
  readonly tables: Servers['tables'] & { close?(): Promise<void> };
}

/** Starts those that are not given on free ports. */
export async function startServers({
  profile = 'vendor',
  now,
  identity: given,
  tables,
}: ServerOptions): Promise<Servers> {
  const [issuer, identity, upstream] = await Promise.all([
    startIssuer({ port: 0 }),
    given ?? startManagedIdentity({ port: 0 }),
    startUpstream({ port: 0, profile, ...(now && { now }) }),
  ]);
  return {
    issuer: { ...issuer, ...createControlClient(issuer.url) },
    identity: { ...identity, ...createControlClient(identity.url) },
    upstream: { ...upstream, ...createControlClient(upstream.url) },
    tables,
    settings: {
      CLOUD_PROFILE: profile,
      ...toEmulatorSettings({ issuer, identity, upstream, tables }, profile),
      ACCESS_POLICY: JSON.stringify(accessPolicy),
    },
    async close() {
      for (const server of [upstream, issuer, given ? undefined : identity, tables]) await server?.close?.();
    },
  };
}

/** Tests of the caller limit set their own. */
const NO_CALLER_LIMIT = { caller: { perSecond: 1_000_000, burst: 1_000_000 } };

/** Starts the emulators behind proxies; `now` is the table service's time. */
export async function startEmulators(now?: () => number): Promise<Emulators> {
  const tables = await startTables({ port: 0, ...(now && { now }) });
  const servers = await startServers({ tables });
  const { issuer, identity, upstream } = servers;
  const proxies = await startProxies({ identity: identity.port, keys: issuer.port, table: tables.port }, upstream.port);
  return {
    ...servers,
    tables,
    proxies,
    settings: {
      ...servers.settings,
      IDENTITY_ENDPOINT: withPort(identity.endpoint, identity.port, proxies.identity),
      CACHE_CONNECTION_STRING: withPort(tables.connectionString, tables.port, proxies.table),
      ...toProxySettings(proxies),
      LIMITS: JSON.stringify(NO_CALLER_LIMIT),
    },
    async close() {
      for (const proxy of Object.values(proxies)) await proxy.close();
      await servers.close();
    },
  };
}

async function startProxies(ports: Partial<Record<ProxyName, number>>, upstreamPort: number): Promise<Proxies> {
  const started = await Promise.all(
    PROXY_NAMES.map(async (name) => {
      const proxy = await startChaosProxy();
      proxy.forwardTo(ports[name] ?? upstreamPort);
      return [name, proxy] as const;
    }),
  );
  return Object.fromEntries(started) as Proxies;
}

function withPort(address: string, port: number, proxy: ChaosProxy): string {
  return address.replace(`:${port}`, `:${proxy.port}`);
}

/** Upstreams are addressed by name, so that tests can make the resolver fail. */
function toProxySettings(proxies: Proxies): Readonly<Record<string, string>> {
  const addresses = apiNames.map((name) => {
    const { address, base } = findApi(name);
    return [address, `http://localhost:${proxies[name].port}${base}`];
  });
  return {
    AUTH_JWKS_URI: `http://127.0.0.1:${proxies.keys.port}/common/discovery/v2.0/keys`,
    ...Object.fromEntries(addresses),
  };
}

/** Returns settings that allow each of these upstreams `parallel` calls at a time, and no rate limit, also of a caller. */
export function toLimitSettings(
  parallel: number,
  upstreams: readonly string[] = Object.keys(UPSTREAMS),
): Readonly<Record<string, string>> {
  const bulkhead = { parallel, queue: 10_000 };
  const rate = { perSecond: 1_000_000, burst: 1_000_000 };
  const limits = { bulkhead: { read: bulkhead, write: bulkhead }, rate: { read: rate, write: rate } };
  const all = Object.fromEntries(upstreams.map((name) => [name, limits]));
  return { LIMITS: JSON.stringify({ ...NO_CALLER_LIMIT, ...all }) };
}
