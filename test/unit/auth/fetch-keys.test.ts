import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../../../dev/server.ts';
import { fetchKeys } from '../../../lib/auth/fetch-keys.ts';
import { systemClock } from '../../../lib/time/clock.ts';

const { publicKey } = await generateKeyPair('RS256');
const jwk = await exportJWK(publicKey);
let body: unknown;
const server = await listen(
  createServer((_, response) => response.end(JSON.stringify(body))),
  0,
);
afterAll(() => server.close());

const fetchAll = () =>
  fetchKeys({ issuer: 'https://issuer.example', jwksUri: `${server.url}/keys`, clock: systemClock });

it('returns the signing keys by their ids, and ignores what is no signing key (RFC 7517 5)', async () => {
  body = { keys: [{ ...jwk, kid: 'red' }, { ...jwk }, { kty: 'oct', kid: 'shared', k: 'AA' }, 'text'] };
  expect([...(await fetchAll()).keys()]).toEqual(['red']);
});

it.each([[{ keys: [] }], [{ keys: [{ kty: 'oct', kid: 'shared', k: 'AA' }] }], [[]]])(
  'a set without a signing key is refused: %j',
  async (set) => {
    body = set;
    await expect(fetchAll()).rejects.toThrow();
  },
);
