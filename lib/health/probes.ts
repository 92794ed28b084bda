/** What is looked at to tell whether this instance is well, and what is loaded before its first request: the same parts. */
import type { SigningKeys } from '../auth/jwks.ts';
import type { CacheKey } from '../cache/key.ts';
import type { Store } from '../cache/store.ts';
import { Problem } from '../http/problem.ts';
import type { Alert } from '../observability/alerts.ts';
import type { UpstreamName } from '../profiles.ts';
import type { Clock } from '../time/clock.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import type { TokenCache } from '../upstream/token-cache.ts';
import { mapUpstreams, type Upstream, type Upstreams } from '../upstream/upstreams.ts';
import { createHealth, type Health } from './health.ts';
import { createWarmUp, type WarmUp } from './warm-up.ts';

export interface Parts {
  readonly keySet: SigningKeys;
  readonly tokens: TokenCache;
  readonly store: Store;
  readonly upstreams: Upstreams;
  readonly relays: Readonly<Record<UpstreamName, UpstreamClient>>;
}

/** Names no key: whoever asks for it learns that there are keys. */
const NO_KEY = { alg: 'RS256', kid: 'none' };
const NO_ROW = '0'.repeat(64) as CacheKey;
const TOKEN_WAIT_MS = 3_000;

export function createProbes(parts: Parts, clock: Clock, alert: Alert): { health: Health; warmUp: WarmUp } {
  const { keySet, tokens, store, upstreams, relays } = parts;
  const keys = async () => keySet.version() ?? (await keySet.find(NO_KEY).catch(ignoreMissingKey));
  const readTable = () => store.get(NO_ROW);
  // The first call of a new instance opens the connection: it may be late where the second is not.
  const table = () => readTable().catch(readTable);
  const getToken = async ({ scope, key }: Upstream) => key ?? tokens.get(scope, { remainingMs: () => TOKEN_WAIT_MS });
  const checks = [
    { name: 'keys', run: keys, isNeeded: true },
    { name: 'identity', run: () => getToken(upstreams.arm), isNeeded: true },
    // A cache that fails fails no request (DESIGN 4, 10).
    { name: 'table', run: table, isNeeded: false },
  ];
  const identity = () => Promise.all(Object.values(upstreams).map(getToken));
  const connections = mapUpstreams(upstreams, ({ name }) => relays[name].connect);
  return {
    health: createHealth(checks, clock, alert),
    warmUp: createWarmUp({ keys, identity, table, ...connections }, clock),
  };
}

function ignoreMissingKey(error: unknown): void {
  if (error instanceof Problem) throw error;
}
