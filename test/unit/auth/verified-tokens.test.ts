import { errors, generateKeyPair, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { createAuthenticate } from '../../../lib/auth/authenticate.ts';
import { createCaller } from '../../../lib/auth/caller.ts';
import type { SigningKeys } from '../../../lib/auth/jwks.ts';
import { createVerifiedTokens, toTokenDigest } from '../../../lib/auth/verified-tokens.ts';
import { systemClock } from '../../../lib/time/clock.ts';

const NOW = 1_800_000_000;
const rules = { issuer: 'https://issuer.example/contoso', audience: 'api://frontdesk', tenants: ['contoso'] };
const { publicKey, privateKey } = await generateKeyPair('ES256');

/** A verifier whose time and keys the test moves; `asked` counts the signatures that were checked. */
function open() {
  const state = { nowMs: NOW * 1000, generation: 1 as number | undefined, hasKey: true, asked: 0 };
  const keySet: SigningKeys = {
    prefetch() {},
    async find() {
      state.asked++;
      if (!state.hasKey) throw new errors.JWKSNoMatchingKey();
      return publicKey;
    },
    version: () => state.generation,
  };
  const verify = createAuthenticate(rules, keySet, { ...systemClock, now: () => state.nowMs });
  return { state, verify: async (token: string) => verify(`Bearer ${token}`) };
}

function issue(claims: object = {}): Promise<string> {
  const own = { iss: rules.issuer, aud: rules.audience, tid: 'contoso', sub: 'ann', scp: 'user_impersonation' };
  return new SignJWT({ ...own, exp: NOW + 600, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .sign(privateKey);
}

it('the signature of a token is checked once, and the same caller answered again', async () => {
  const { state, verify } = open();
  const token = await issue();
  const caller = await verify(token);
  expect(await verify(token)).toBe(caller);
  expect(state.asked).toBe(1);
});

it('a token that differs in one character is another token', async () => {
  const { state, verify } = open();
  const token = await issue();
  await verify(token);
  await expect(
    verify(`${token.slice(0, -8)}${token.at(-8) === 'A' ? 'B' : 'A'}${token.slice(-7)}`),
  ).rejects.toMatchObject({
    type: 'invalid_token',
  });
  expect(state.asked).toBe(2);
});

it('a remembered token is taken up to its expiry and the tolerated minute, and not a millisecond more (A08)', async () => {
  const { state, verify } = open();
  const token = await issue();
  await verify(token);
  state.nowMs = (NOW + 660) * 1000 - 1;
  expect(await verify(token)).toMatchObject({ subject: 'ann' });
  expect(state.asked).toBe(1);
  state.nowMs += 1;
  await expect(verify(token)).rejects.toMatchObject({ type: 'invalid_token', cause: 'ERR_JWT_EXPIRED' });
});

it('with other keys a remembered token is verified anew, and refused where its key is gone', async () => {
  const { state, verify } = open();
  const token = await issue();
  await verify(token);
  state.generation = 2;
  expect(await verify(token)).toMatchObject({ subject: 'ann' });
  expect(state.asked).toBe(2);
  Object.assign(state, { generation: 3, hasKey: false });
  await expect(verify(token)).rejects.toMatchObject({ type: 'invalid_token' });
});

it('a token that is verified while its key goes is not remembered', async () => {
  const { state, verify } = open();
  const token = await issue();
  const verifying = verify(token);
  state.generation = 2;
  await verifying;
  await verify(token);
  expect(state.asked).toBe(2);
});

it('without usable keys nobody is remembered (F37)', async () => {
  const { state, verify } = open();
  const token = await issue();
  await verify(token);
  state.generation = undefined;
  for (let count = 2; count <= 4; count++) {
    await verify(token);
    expect(state.asked).toBe(count);
  }
});

it('what was refused is not remembered', async () => {
  const { state, verify } = open();
  const token = await issue({ tid: 'adatum' });
  for (let count = 1; count <= 2; count++) {
    await expect(verify(token)).rejects.toMatchObject({ cause: 'tenant' });
    expect(state.asked).toBe(count);
  }
});

it('so many tokens are remembered and no more: the one that was verified longest ago is forgotten', () => {
  const memory = createVerifiedTokens(2);
  const caller = createCaller({ tenant: 'contoso', subject: 'ann', client: undefined, scopes: undefined, roles: [] });
  const [one, two, three] = ['1', '2', '3'].map(toTokenDigest) as [never, never, never];
  for (const digest of [one, two, one, three]) memory.add(digest, { caller, expiresAt: 10, keysVersion: 1 });
  expect([one, two, three].map((digest) => memory.find(digest, 1, 9))).toEqual([caller, undefined, caller]);
});

it('a token that is of no more use gives its place up', () => {
  const memory = createVerifiedTokens(2);
  const caller = createCaller({ tenant: 'contoso', subject: 'ann', client: undefined, scopes: undefined, roles: [] });
  const [one, two, three] = ['1', '2', '3'].map(toTokenDigest) as [never, never, never];
  memory.add(one, { caller, expiresAt: 20, keysVersion: 1 });
  memory.add(two, { caller, expiresAt: 10, keysVersion: 1 });
  expect(memory.find(two, 1, 10)).toBeUndefined();
  memory.add(three, { caller, expiresAt: 20, keysVersion: 1 });
  expect(memory.find(one, 1, 10)).toBe(caller);
});
