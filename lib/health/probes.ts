/** What readiness checks and the warm-up loads: signing keys, the managed identity's tokens, the table, connections. */
import type { SigningKeys } from '../auth/jwks.ts';
import type { CacheKey } from '../cache/key.ts';
import type { Store } from '../cache/store.ts';
import type { Alert } from '../observability/alerts.ts';
import type { PolicySource } from '../policy/policy-source.ts';
import type { UpstreamName } from '../profiles.ts';
import type { Clock } from '../time/clock.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import type { TokenCache } from '../upstream/token-cache.ts';
import { mapUpstreams, type Upstream, type Upstreams } from '../upstream/upstreams.ts';
import { createHealth, type Health } from './health.ts';
import { createWarmUp, type WarmUp } from './warm-up.ts';

export interface ProbedParts {
  readonly keys: SigningKeys;
  readonly policy: PolicySource;
  readonly tokens: TokenCache;
  readonly store: Store;
  readonly upstreams: Upstreams;
  readonly clients: Readonly<Record<UpstreamName, UpstreamClient>>;
}

const NO_ROW = '0'.repeat(64) as CacheKey;
const TOKEN_WAIT_MS = 3_000;

/** Returns readiness and warm-up over the same probes. */
export function createProbes(parts: ProbedParts, clock: Clock, alert: Alert): { health: Health; warmUp: WarmUp } {
  const { keys, policy, tokens, store, upstreams, clients } = parts;
  const readRow = () => store.get(NO_ROW);
  // Repeated once: the first call of a new instance also opens the connection.
  const readTable = () => readRow().catch(readRow);
  const getToken = async ({ scope, key }: Upstream) => key ?? tokens.get(scope, { remainingMs: () => TOKEN_WAIT_MS });
  const readPolicy = async () => {
    await policy.refresh();
    policy.current();
  };
  const checks = [
    { name: 'keys', run: () => keys.load(), isRequired: true },
    { name: 'policy', run: readPolicy, isRequired: true },
    { name: 'identity', run: () => getToken(upstreams.arm), isRequired: true },
    // Requests are served without the cache (invariant I10).
    { name: 'table', run: readTable, isRequired: false },
  ];
  const identity = () => Promise.all(Object.values(upstreams).map(getToken));
  const connections = mapUpstreams(
    upstreams,
    ({ name }) =>
      () =>
        clients[name].connect(),
  );
  return {
    health: createHealth(checks, clock, alert),
    warmUp: createWarmUp(
      { keys: () => keys.load(), policy: readPolicy, identity, table: readTable, ...connections },
      clock,
    ),
  };
}
