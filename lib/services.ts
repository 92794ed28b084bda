/** Builds the services from the settings: the only place that creates clients and stores. */
import { randomBytes } from 'node:crypto';
import { createAuthenticate } from './auth/authenticate.ts';
import { Authorizer } from './auth/authorize.ts';
import { SigningKeys } from './auth/jwks.ts';
import { createRateLimit } from './auth/rate-limit.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { MemoryStore } from './cache/store.ts';
import { startSweeping, sweepExpired, takeTurn } from './cache/sweep.ts';
import { openTable, type TableAddress, type TableClient } from './cache/table-client.ts';
import { ROW_LIFE_MS, TableStore } from './cache/table-store.ts';
import { createProbes } from './health/health.ts';
import { INSTANCE } from './http/version.ts';
import { DEFAULT_LIMITS, type LimitsInForce, merge, readLimits } from './limits.ts';
import { type Alert, createAlert } from './observability/alerts.ts';
import { createGauges, type GaugeSources } from './observability/gauges.ts';
import type { Log } from './observability/request-record.ts';
import { createTelemetry, type TelemetryOptions } from './observability/telemetry.ts';
import type { PolicyDependencies } from './policy/policy-source.ts';
import { openPolicy } from './policy/table-policy.ts';
import { PROFILES } from './profiles.ts';
import type { SettingName, Settings } from './settings/schema.ts';
import { type Clock, sleep } from './time/clock.ts';
import { type Rate, TokenBuckets } from './time/token-bucket.ts';
import { UpstreamClient } from './upstream/client.ts';
import { SealedLinks } from './upstream/sealed-link.ts';
import { createManagedIdentity, type TokenCache } from './upstream/token-cache.ts';
import { createUpstream, findKey, type Upstreams } from './upstream/upstream.ts';
import { mapUpstreams, UPSTREAMS, type UpstreamEntry } from './upstream/upstreams.ts';

export type Services = ReturnType<typeof createServices>;

/** Returns the services; nothing is called before `prefetch` or the first request. `report` logs what no request's record can say. */
export function createServices(settings: Settings, clock: Clock, report: Log) {
  const alert = createAlert(report, clock);
  const upstreams = toUpstreams(settings);
  const tokens = createManagedIdentity(settings.MANAGED_IDENTITY_CLIENT_ID, clock);
  const { table, store, cache } = createCache(settings, tokens, { clock, alert });
  const address = toTableAddress(settings, tokens, POLICY_TOKEN_WAIT_MS);
  const policy = openPolicy(settings.ACCESS_POLICY, address, { clock, alert, report });
  const limits = readLimits(settings, policy);
  const clients = createClients(upstreams, limits, tokens, clock);
  const keys = new SigningKeys({ issuer: settings.AUTH_ISSUER, jwksUri: settings.AUTH_JWKS_URI, clock });
  const rules = { issuer: settings.AUTH_ISSUER, audience: settings.AUTH_AUDIENCE, tenants: settings.AUTH_TENANTS };
  const openGauges = () => createGauges(toGaugeSources(clients, tokens));
  const telemetry = createTelemetry(toTelemetryOptions(settings, upstreams), openGauges, report, alert);
  const sweep = createSweep(table, { clock, alert, report });
  const endSweeping = startSweeping(clock, sweep);
  return {
    profile: PROFILES[settings.CLOUD_PROFILE],
    /** Origin of the links that Frontdesk returns. */
    publicUrl: settings.PUBLIC_BASE_URL,
    upstreams,
    clock,
    policy,
    authenticate: createAuthenticate(rules, keys, clock),
    rateLimit: createRateLimit(limits.caller, clock),
    authorizer: new Authorizer(() => policy.current()),
    redirectOrigins: settings.LOGIN_REDIRECT_ORIGINS,
    alert,
    telemetry,
    /** Starts to load the signing keys, the policy and the upstreams' tokens, for which the first request would wait otherwise. */
    prefetch: () => {
      keys.prefetch();
      void policy.refresh();
      for (const { key, scope } of Object.values(upstreams)) if (!key) tokens.get(scope, PREFETCH).catch(() => {});
    },
    health: createProbes({ keys, policy, tokens, store, upstreams }, clock, alert),
    clients,
    links: createLinks(settings, clock, alert),
    cache,
    sweep,
    /** Exports what is left, waits for background work, and closes every connection: the host gives five seconds (I11). */
    close: async () => {
      endSweeping();
      const flushed = Promise.all([telemetry.close(), cache.settle()]);
      await Promise.race([flushed, sleep(clock, FLUSH_MS)]);
      await Promise.all([...Object.values(clients), table, policy].map((connection) => connection.close()));
    },
  };
}

function createClients(upstreams: Upstreams, limits: LimitsInForce, tokens: TokenCache, clock: Clock) {
  return mapUpstreams((name) => new UpstreamClient(upstreams[name], () => limits.upstream(name), tokens, clock));
}

function toGaugeSources(clients: Services['clients'], tokens: TokenCache): GaugeSources {
  const collectStats = () => Object.values(clients).flatMap((client) => client.collectStats());
  return { collectStats, readTokenAges: () => tokens.readAges() };
}

/** Returns what removes expired rows from the table if it is this instance's turn, and logs how many; never rejects. */
function createSweep(table: TableClient, { clock, alert, report }: PolicyDependencies) {
  return async (): Promise<void> => {
    try {
      if (!(await takeTurn(table, clock))) return;
      report({ operation: 'sweepStoredResponses', ...(await sweepExpired(table, clock)) });
    } catch (error) {
      alert('sweep_failed', 'table', error);
    }
  };
}

function createCache(settings: Settings, tokens: TokenCache, { clock, alert }: Omit<PolicyDependencies, 'report'>) {
  const table = openTable(toTableAddress(settings, tokens, TABLE_TOKEN_WAIT_MS), clock);
  const store = new TableStore(table, clock, (name, cause) => alert(name, 'table', cause));
  const maxRows = settings.LIMITS.cachedResponses ?? DEFAULT_LIMITS.cachedResponses;
  const cache = new ResponseCache({
    store,
    memory: new MemoryStore(MEMORY_STORE_BYTES),
    rows: new TokenBuckets(() => ({ burst: maxRows, perSecond: maxRows / (ROW_LIFE_MS / 1000) })),
    clock,
    alert: (name, cause) => alert(name, 'cache', cause),
  });
  return { table, store, cache };
}

function createLinks({ LINK_KEY: key }: Settings, clock: Clock, alert: Alert): SealedLinks {
  if (key !== undefined) return new SealedLinks(Buffer.from(key, 'base64'), clock);
  const cause =
    'LINK_KEY is not set: links to next pages and of pending writes work on this instance only, until it ends.';
  alert('links_local', 'LINK_KEY', cause);
  return new SealedLinks(randomBytes(32), clock);
}

function toUpstreams(settings: Settings): Upstreams {
  return mapUpstreams((name) => {
    const { address, scope }: UpstreamEntry = UPSTREAMS[name];
    const read = ({ setting }: { readonly setting: string }) => String(settings[setting as SettingName]);
    const upstream = createUpstream(name, read(address), scope ? read(scope) : '', findKey(name, settings));
    return { ...upstream, proxyUrl: settings.UPSTREAM_PROXY_URL };
  });
}

const FLUSH_MS = 4_000;
/** The deadline of a prefetch, for which no request waits. */
const PREFETCH = { remainingMs: () => POLICY_TOKEN_WAIT_MS };

const MEMORY_STORE_BYTES = 64 * 1024 * 1024;
const TABLE_TOKEN_WAIT_MS = 250;
/** Without the policy nobody is served. */
const POLICY_TOKEN_WAIT_MS = 3_000;

/** Returns where the tables are. They use the managed identity, as the upstreams do; `waitMs` is how long a call waits for its token. */
function toTableAddress(settings: Settings, tokens: TokenCache, waitMs: number): TableAddress {
  const { CACHE_CONNECTION_STRING: connectionString, CACHE_TABLE_URL: url = '', CACHE_TABLE_NAME: name } = settings;
  if (connectionString !== undefined) return { connectionString, name };
  const deadline = { remainingMs: () => waitMs };
  const getToken = (scope: string, rejected?: string) =>
    rejected === undefined ? tokens.get(scope, deadline) : tokens.replace(scope, rejected, deadline);
  return { url, name, getToken };
}

/** Returns the options of telemetry; without an endpoint there is no collector. */
export function toTelemetryOptions(settings: Settings, upstreams: Upstreams): TelemetryOptions {
  const url = settings.OTEL_SDK_DISABLED === 'true' ? undefined : settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  const origins = mapUpstreams((name) => upstreams[name].origin);
  const intervalMs = settings.OTEL_METRIC_EXPORT_INTERVAL;
  return {
    collector: url === undefined ? undefined : { url, instance: INSTANCE, origins, intervalMs },
    sampledShare: settings.OTEL_TRACES_SAMPLER_ARG,
    records: {
      refusals: merge<Rate>(DEFAULT_LIMITS.refusalRecords, settings.LIMITS.refusalRecords),
      hits: merge<Rate>(DEFAULT_LIMITS.hitRecords, settings.LIMITS.hitRecords),
    },
  };
}
