import { errors, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { createAuthenticate } from '../../../lib/auth/authenticate.ts';

const NOW = 1_800_000_000;
const rules = { issuer: 'https://issuer.example/contoso', audience: 'api://frontdesk', tenants: ['contoso'] };
const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
const key = { ...(await exportJWK(publicKey)), kid: 'k', kty: 'EC' as const, use: 'sig' as const };

/** Authenticates with a clock and keys that the test changes; `checks` counts the signatures that were checked. */
function createHarness() {
  const state = { nowMs: NOW * 1000, version: 1 as number | undefined, hasKey: true, checks: 0 };
  const keys = {
    async find() {
      state.checks++;
      if (!state.hasKey) throw new errors.JWKSNoMatchingKey();
      return key;
    },
    version: () => state.version,
  };
  const authenticate = createAuthenticate(rules, keys, { wallNow: () => state.nowMs });
  return { state, verify: (token: string) => authenticate(`Bearer ${token}`) };
}

/** Returns a harness that has verified this token. */
async function openVerified() {
  const token = await issue();
  const { state, verify } = createHarness();
  return { state, caller: await verify(token), verify: () => verify(token) };
}

function issue(claims: object = {}): Promise<string> {
  const own = { iss: rules.issuer, aud: rules.audience, tid: 'contoso', sub: 'ann', scp: 'user_impersonation' };
  return new SignJWT({ ...own, exp: NOW + 600, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .sign(privateKey);
}

it('the signature of a token is checked once; later requests get the same caller', async () => {
  const { state, verify, caller } = await openVerified();
  expect(await verify()).toBe(caller);
  expect(state.checks).toBe(1);
});

it('a kept token is accepted until its expiry plus half a minute, and not a millisecond longer (A08)', async () => {
  const { state, verify } = await openVerified();
  state.nowMs = (NOW + 630) * 1000 - 1;
  expect(await verify()).toMatchObject({ subject: 'ann' });
  expect(state.checks).toBe(1);
  state.nowMs += 1;
  await expect(verify()).rejects.toMatchObject({ type: 'invalid_token', cause: 'ERR_JWT_EXPIRED' });
});

it('with other keys a kept token is verified again, and refused if its key was withdrawn', async () => {
  const { state, verify } = await openVerified();
  state.version = 2;
  expect(await verify()).toMatchObject({ subject: 'ann' });
  expect(state.checks).toBe(2);
  Object.assign(state, { version: 3, hasKey: false });
  await expect(verify()).rejects.toMatchObject({ type: 'invalid_token' });
});

it('a token whose key is withdrawn during verification is not kept', async () => {
  const { state, verify } = createHarness();
  const token = await issue();
  const verifying = verify(token);
  state.version = 2;
  await verifying;
  await verify(token);
  expect(state.checks).toBe(2);
});

it('without usable keys no token is kept (F37), and a refused one never', async () => {
  const { state, verify } = createHarness();
  const [token, refused] = [await issue(), await issue({ tid: 'adatum' })];
  for (let count = 1; count <= 2; count++) await expect(verify(refused)).rejects.toMatchObject({ cause: 'tenant' });
  expect(state.checks).toBe(2);
  await verify(token);
  state.version = undefined;
  for (let count = 4; count <= 6; count++) {
    await verify(token);
    expect(state.checks).toBe(count);
  }
});
