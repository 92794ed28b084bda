import { ManagedIdentityCredential } from '@azure/identity';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { verifyIdentityToken } from '../../../dev/identity-token.ts';
import { startManagedIdentity } from '../../../dev/managed-identity.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { createManagedIdentity } from '../../../lib/upstream/token-cache.ts';
import { createControlClient } from '../../testbed/control-client.ts';

const SCOPE = 'https://arm.example/.default';
const clientIds = ['1de00000-0000-4000-8000-000000000001', '1de00000-0000-4000-8000-000000000002'] as const;
let identity: Awaited<ReturnType<typeof startManagedIdentity>>;
const deadline = { remainingMs: () => 8_000 };

beforeAll(async () => {
  identity = await startManagedIdentity({ port: 0, clientIds });
  // The library reads both once, before its first credential.
  vi.stubEnv('IDENTITY_ENDPOINT', identity.endpoint);
  vi.stubEnv('IDENTITY_HEADER', identity.header);
});
beforeEach(async () => {
  await createControlClient(identity.url).reset();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await identity.close();
});

it('fetches tokens of the app’s managed identity, or of the one with the client id', async () => {
  for (const clientId of [undefined, clientIds[1]]) {
    const cache = createManagedIdentity(clientId, systemClock);
    const { token } = await cache.get(SCOPE, deadline);
    expect(await verifyIdentityToken(token, 'https://arm.example')).toBe(clientId ?? clientIds[0]);
  }
});

/** Returns a cache with a token that an upstream refuses. */
async function start() {
  const cache = createManagedIdentity(undefined, systemClock);
  const { token: refused } = await cache.get(SCOPE, deadline);
  return { cache, refused, replace: async () => (await cache.replace(SCOPE, refused, deadline))?.token };
}

it('a refused token is replaced by a new one: the endpoint is called again, once', async () => {
  const { cache, refused, replace } = await start();
  const [other, same] = await Promise.all([replace(), replace()]);
  expect(other).toMatch(/^eyJ/);
  expect(other).not.toBe(refused);
  expect([same, (await cache.get(SCOPE, deadline)).token]).toEqual([other, other]);
  expect(await createControlClient(identity.url).calls()).toHaveLength(2);
});

it('a refused token is not replaced by itself: the platform returns it for hours', async () => {
  await createControlClient(identity.url).control('modes', { keepsTokens: true });
  const { replace } = await start();
  expect([await replace(), await replace()]).toEqual([undefined, undefined]);
  expect(await createControlClient(identity.url).calls()).toHaveLength(2);
});

it('a library whose credential was asked for the same scope before does not hand its old token to us', async () => {
  const { token: old } = await new ManagedIdentityCredential().getToken(SCOPE);
  expect((await createManagedIdentity(undefined, systemClock).get(SCOPE, deadline)).token).not.toBe(old);
});
