import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { companies, customers, frontdeskAudience, personalTenant, tenants } from '../../dev/seed.ts';
import { startTables } from '../../dev/tables.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { buildCustomerPath, buildItemPath } from '../support/builders.ts';
import { createMovingClock } from '../support/clocks.ts';
import { advanceTime } from '../support/moving-date.ts';
import { startStack, type TestResponse } from '../support/stack.ts';

const stack = await startStack({ clock: createMovingClock() });

const now = () => Math.floor(Date.now() / 1000);
const calls = () => stack.upstream.calls();
const getItem = (authorization?: string) =>
  stack.send('GET', buildItemPath(), { token: null, headers: authorization === undefined ? {} : { authorization } });
const getItemWith = async (claims: Readonly<Record<string, unknown>>) =>
  getItem(`Bearer ${await stack.issueToken(claims)}`);
const challengeOf = ({ headers }: TestResponse) => headers['www-authenticate'];

/** Expects a response that does not say why the token is invalid. */
async function expectInvalidToken(response: TestResponse): Promise<void> {
  expect(response.status).toBe(401);
  expect(challengeOf(response)).toBe('Bearer error="invalid_token"');
  expect(response.json).toEqual({ error: { code: 'invalid_token', message: 'The bearer token is invalid.' } });
  expect(await calls()).toEqual([]);
}

describe('RFC 6750 2.1, the Authorization header', () => {
  it('accepts the scheme in any casing', async () => {
    const token = await stack.issueToken({});
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect((await getItem(`${scheme} ${token}`)).status).toBe(200);
  });

  it.each(['Basic dTpw', 'Bearer', 'Bearer ', 'Bearer x y', 'Bearer x, Bearer y', 'Bearerx'])(
    'contains no valid token: %s',
    async (authorization) => {
      const response = await getItem(authorization);
      expect([response.status, response.json.error.code, challengeOf(response)]).toEqual([
        401,
        'unauthenticated',
        'Bearer',
      ]);
    },
  );

  it('contains a token of at most 24 KiB', async () => {
    await expectInvalidToken(await getItem(`Bearer ${'a'.repeat(24_577)}`));
    const groups = Array.from({ length: 200 }, (_, number) => `${number}`.padStart(36, '0'));
    expect((await getItemWith({ groups })).status).toBe(200);
  });

  it('is the only place of a token', async () => {
    const token = await stack.issueToken({});
    const target = `${buildItemPath()}?access_token=${token}`;
    expect((await getItem(`Bearer ${token}`)).status).toBe(200);
    expect((await stack.send('GET', target, { token: null })).status).toBe(401);
    expect(JSON.stringify(stack.log)).not.toContain(token);
  });

  it.each<Record<string, string>>([
    { 'x-functions-key': 'master' },
    { 'x-ms-token-aad-access-token': 'ey' },
    { 'x-ms-client-principal': 'eyJ1c2VyUm9sZXMiOlsiYWRtaW4iXX0=', 'x-ms-client-principal-id': 'ada' },
    { cookie: 'AppServiceAuthSession=x' },
  ])('is not replaced by a header that the platform may add: %j', async (headers) => {
    expect((await stack.send('GET', buildItemPath(), { headers })).status).toBe(200);
    expect((await stack.send('GET', buildItemPath(), { token: null, headers })).status).toBe(401);
    const token = await stack.issueToken({ roles: ['Customers.Read'] });
    expect((await stack.send('GET', buildItemPath(), { token, headers })).status).toBe(403);
    expect((await stack.send('GET', `${buildItemPath()}?code=master`, { token: null })).status).toBe(401);
  });
});

describe('RFC 7519, claims', () => {
  it('tolerates 30 seconds between clocks', async () => {
    expect((await getItemWith({ exp: now() - 20 })).status).toBe(200);
    expect((await getItemWith({ nbf: now() + 20 })).status).toBe(200);
  });

  it.each([-31 * 60_000, 3_600_000])(
    'are judged alike while the Date of the table is wrong by %d ms',
    async (wrongMs) => {
      const tables = await startTables({ port: 0, now: () => Date.now() + wrongMs });
      onTestFinished(tables.close);
      const settings = readSettings({ ...process.env, CACHE_CONNECTION_STRING: tables.connectionString });
      const services = createServices(settings, systemClock, () => {});
      onTestFinished(services.close);
      await services.sweep();
      const authenticate = async (exp: number) => services.authenticate(`Bearer ${await stack.issueToken({ exp })}`);
      expect(await authenticate(now() + 60)).toMatchObject({ tenant: tenants.contoso });
      await expect(authenticate(now() - 31)).rejects.toMatchObject({ type: 'invalid_token' });
    },
  );

  it.each<[string, () => Readonly<Record<string, unknown>>]>([
    ['that expired 70 seconds ago', () => ({ exp: now() - 70 })],
    ['that is valid in 90 seconds', () => ({ nbf: now() + 90 })],
    ['for another audience', () => ({ aud: `${frontdeskAudience}2` })],
    ['of another issuer', () => ({ iss: `https://issuer.example/${tenants.contoso}/v2.0` })],
    ['whose issuer is of another tenant', () => ({ iss: `${stack.issuer.url}/${tenants.fabrikam}/v2.0` })],
    ['of a tenant that is not listed', () => ({ tid: '00000000-0000-4000-8000-000000000009' })],
    ['without exp', () => ({ exp: null })],
    ['without iss', () => ({ iss: null })],
    ['without aud', () => ({ aud: null })],
    ['without tid', () => ({ tid: null })],
    ['without sub', () => ({ sub: null })],
    ['that is an ID token', () => ({ scp: null, roles: null, nonce: 'n' })],
    ['that is an ID token with roles and without a nonce', () => ({ scp: null, at_hash: 'h' })],
    ['of a personal account', () => ({ tid: personalTenant })],
  ])('refuses a token %s', async (_, claims) => {
    await expectInvalidToken(await getItemWith(claims()));
  });

  it('accepts tokens of every listed tenant', async () => {
    const path = buildCustomerPath({ companyId: companies.fabrikam, customerId: customers.fabrikam.relecloud });
    expect((await stack.send('GET', path, { token: await stack.issueToken({ tid: tenants.fabrikam }) })).status).toBe(
      200,
    );
  });

  it('logs why a token was refused and does not tell the caller', async () => {
    const { text } = await getItemWith({ exp: now() - 70 });
    expect(stack.log.at(-1)).toMatchObject({ problem: 'invalid_token', reason: 'ERR_JWT_EXPIRED', status: 401 });
    expect(text).not.toMatch(/expire/i);
  });
});

describe('RFC 8725, signatures', async () => {
  const genuine = await stack.issueToken({});
  const [head = '', payload = '', signature = ''] = genuine.split('.');
  const claims = decodeJwt(genuine);
  const { kid } = decodeProtectedHeader(genuine) as { kid: string };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const stranger = await generateKeyPair('RS256');
  const signAsStranger = (header: Partial<JWTHeaderParameters>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(stranger.privateKey);
  const published = await fetch(`${stack.issuer.url}/common/discovery/v2.0/keys`);
  const { keys } = (await published.json()) as { keys: [JsonWebKey] };
  const pem = createPublicKey({ key: keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' });

  it('accepts a token that the issuer signed', async () => {
    expect((await getItem(`Bearer ${genuine}`)).status).toBe(200);
  });

  it.each<[string, string]>([
    ['without signature and with alg none', `${encode({ alg: 'none' })}.${payload}.`],
    ['without signature and with alg nOnE', `${encode({ alg: 'nOnE', kid })}.${payload}.`],
    ['without signature', `${head}.${payload}.`],
    ['whose claims were changed', `${head}.${encode({ ...claims, roles: ['*'] })}.${signature}`],
    [
      'that is HS256 over the public key',
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(pem)),
    ],
    ['signed with a key of its own under a known kid', await signAsStranger({})],
    ['that brings its own key', await signAsStranger({ jwk: await exportJWK(stranger.publicKey) })],
    ['that says where its key is', await signAsStranger({ jku: `${stack.upstream.url}/arm/keys` })],
    ['without kid', await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(stranger.privateKey)],
    ['that is none', 'not.a.token'],
  ])('refuses a token %s', async (_, token) => {
    await expectInvalidToken(await getItem(`Bearer ${token}`));
  });

  it('refuses a token with an unknown kid, once the keys were fetched after it was first seen', async () => {
    const authorization = `Bearer ${await signAsStranger({ kid: 'unknown' })}`;
    await getItem(authorization);
    advanceTime(31_000);
    await expectInvalidToken(await getItem(authorization));
  });
});
