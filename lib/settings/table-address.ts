/** The address of table storage, by the settings. */
import type { TableAddress } from '../cache/table-client.ts';
import type { TokenCache } from '../upstream/token-cache.ts';
import type { Settings } from './schema.ts';

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
