/** What the settings say to the parts that they configure. */
import { DEFAULT_CALLER_LIMIT } from '../auth/rate-limit.ts';
import type { TableAddress } from '../cache/table-client.ts';
import { INSTANCE } from '../http/version.ts';
import type { TelemetryOptions } from '../observability/telemetry.ts';
import type { PolicySource } from '../policy/policy-source.ts';
import type { Rate } from '../time/token-bucket.ts';
import type { UpstreamLimits } from '../upstream/limits.ts';
import type { TokenCache } from '../upstream/token-cache.ts';
import { mapUpstreams, UPSTREAMS, type UpstreamName, type Upstreams } from '../upstream/upstreams.ts';
import type { Settings } from './schema.ts';

/** The limits in force: the access policy's, otherwise the setting's, otherwise the defaults. They may change while calls wait. */
export interface LimitsInForce {
  upstream(name: UpstreamName): UpstreamLimits;
  caller(): Rate;
}

export function readLimits({ LIMITS }: Pick<Settings, 'LIMITS'>, policy: Pick<PolicySource, 'limits'>): LimitsInForce {
  // Merged once: every call to an upstream reads its limits several times.
  const fixed = mapUpstreams((name): UpstreamLimits => ({ ...UPSTREAMS[name].limits, ...LIMITS[name] }));
  return {
    upstream(name) {
      const own = policy.limits()[name];
      return own ? { ...fixed[name], ...own } : fixed[name];
    },
    caller: () => policy.limits().caller ?? LIMITS.caller ?? DEFAULT_CALLER_LIMIT,
  };
}

/** Returns where the tables are. They use the managed identity, as the upstreams do; `waitMs` is how long a call waits for its token. */
export function toTableAddress(settings: Settings, tokens: TokenCache, waitMs: number): TableAddress {
  const { CACHE_CONNECTION_STRING: connectionString, CACHE_TABLE_URL: url = '', CACHE_TABLE_NAME: name } = settings;
  if (connectionString !== undefined) return { connectionString, name };
  const deadline = { remainingMs: () => waitMs };
  return {
    url,
    name,
    tokens: {
      get: (scope) => tokens.get(scope, deadline),
      replace: (scope, rejected) => tokens.replace(scope, rejected, deadline),
    },
  };
}

/** Records of requests without a known caller. */
const DEFAULT_REFUSAL_RECORDS: Rate = { perSecond: 10, burst: 100 };

/** Without an endpoint there is no collector. */
export function toTelemetryOptions(settings: Settings, upstreams: Upstreams): TelemetryOptions {
  const url = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  const origins = mapUpstreams((name) => upstreams[name].origin);
  return {
    collector: url === undefined ? undefined : { url, instance: INSTANCE, origins },
    sampledShare: settings.OTEL_TRACES_SAMPLER_ARG,
    metricsIntervalMs: settings.OTEL_METRIC_EXPORT_INTERVAL,
    refusals: settings.LIMITS.refusalRecords ?? DEFAULT_REFUSAL_RECORDS,
  };
}
