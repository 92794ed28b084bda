import { expect, it } from 'vitest';
import type { Settings } from '../../../lib/settings/schema.ts';
import { toTableAddress } from '../../../lib/settings/table-address.ts';
import type { TokenCache } from '../../../lib/upstream/token-cache.ts';

it('a connection string needs no token', () => {
  const settings = { CACHE_CONNECTION_STRING: 'AccountName=a', CACHE_TABLE_NAME: 'one' } as Settings;
  expect(toTableAddress(settings, {} as TokenCache, 1)).toEqual({ connectionString: 'AccountName=a', name: 'one' });
});

it('a URL has the managed identity’s tokens, for which a call waits as long as it is told', async () => {
  const waits: number[] = [];
  const get = async (_scope: string, { remainingMs }: { remainingMs(): number }) => {
    waits.push(remainingMs());
    return { token: 't' };
  };
  const settings = { CACHE_TABLE_URL: 'https://a.example', CACHE_TABLE_NAME: 'one' } as Settings;
  const address = toTableAddress(
    settings,
    { get, replace: (scope: string, _: string, deadline: never) => get(scope, deadline) } as unknown as TokenCache,
    250,
  );
  if (!('url' in address)) throw new Error('It has a URL.');
  expect([address.url, await address.tokens.get('s'), await address.tokens.replace('s', 'u')]).toEqual([
    'https://a.example',
    { token: 't' },
    { token: 't' },
  ]);
  expect(waits).toEqual([250, 250]);
});
