import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  companies,
  customers,
  frontdeskAudience,
  roles,
  subscriptions,
  tenants,
  upstreamAudiences,
} from '../../dev/seed.ts';
import { buildCustomerPath, buildEventsPath, buildItemPath, everyRequest } from '../support/builders.ts';
import { startStack, type TestResponse } from '../support/stack.ts';

const stack = await startStack();

const now = () => Math.floor(Date.now() / 1000);
const calls = () => stack.upstream.calls();
const getItem = (authorization?: string) =>
  stack.send('GET', buildItemPath(), { token: null, headers: authorization === undefined ? {} : { authorization } });
const getItemWith = async (claims: Readonly<Record<string, unknown>>) =>
  getItem(`Bearer ${await stack.issueToken(claims)}`);
const challengeOf = ({ headers }: TestResponse) => headers['www-authenticate'];

/** What a caller may learn of a bad token: nothing but that it is bad. */
async function expectInvalidToken(answer: TestResponse): Promise<void> {
  expect(answer.status).toBe(401);
  expect(challengeOf(answer)).toBe('Bearer error="invalid_token"');
  expect(answer.json).toEqual({ error: { code: 'invalid_token', message: 'The bearer token is invalid.' } });
  expect(await calls()).toEqual([]);
}

describe('every operation', () => {
  it.each(everyRequest)(
    '$operation answers a caller who has $role and a grant',
    async ({ role, method, path, body }) => {
      const { status } = await stack.send(method, path, { body, token: await stack.issueToken({ roles: [role] }) });
      expect([200, 201, 204]).toContain(status);
    },
  );

  it.each(everyRequest)(
    '$operation asks for a bearer token: 401 and a challenge without error',
    async ({ method, path, body }) => {
      const answer = await stack.send(method, path, { body, token: null });
      expect([answer.status, challengeOf(answer)]).toEqual([401, 'Bearer']);
      expect((answer.json.error ?? answer.json).code).toBe('unauthenticated');
      expect(await calls()).toEqual([]);
    },
  );

  it.each(everyRequest)(
    '$operation refuses a token of another audience: 401 invalid_token',
    async ({ method, path, body }) => {
      const answer = await stack.send(method, path, {
        body,
        token: await stack.issueToken({ aud: upstreamAudiences.arm }),
      });
      expect([answer.status, challengeOf(answer)]).toEqual([401, 'Bearer error="invalid_token"']);
      expect(await calls()).toEqual([]);
    },
  );

  it.each(everyRequest)('$operation asks for the scope user_impersonation', async ({ role, method, path, body }) => {
    const answer = await stack.send(method, path, {
      body,
      token: await stack.issueToken({ scp: 'openid', roles: [role] }),
    });
    expect(answer.status).toBe(403);
    expect(challengeOf(answer)).toBe('Bearer error="insufficient_scope", scope="user_impersonation"');
    expect(await calls()).toEqual([]);
  });

  it.each(everyRequest)('$operation asks for the role $role', async ({ role, method, path, body }) => {
    const others = roles.filter((name) => name !== role);
    const answer = await stack.send(method, path, { body, token: await stack.issueToken({ roles: others }) });
    expect(answer.status).toBe(403);
    expect(challengeOf(answer)).toBe(`Bearer error="insufficient_scope", scope="${role}"`);
    expect((answer.json.error ?? answer.json).code).toBe('insufficient_scope');
    expect(await calls()).toEqual([]);
  });

  it.each(everyRequest)('$operation is forbidden where no grant names the resource', async ({ method, path, body }) => {
    const answer = await stack.send(method, path, { body, token: await stack.issueToken({ tid: tenants.fabrikam }) });
    expect([answer.status, (answer.json.error ?? answer.json).code]).toEqual([403, 'forbidden']);
    expect(await calls()).toEqual([]);
  });

  it.each(everyRequest.filter(({ body }) => body))(
    '$operation decides about the caller before it looks at the request',
    async ({ method, path }) => {
      const refused = { body: '{', headers: { 'content-type': 'text/plain' } };
      const target = `${path}${path.includes('?') ? '&' : '?'}unknown=1`;
      expect((await stack.send(method, target, { ...refused, token: null })).status).toBe(401);
      expect(
        (await stack.send(method, target, { ...refused, token: await stack.issueToken({ roles: null }) })).status,
      ).toBe(403);
    },
  );
});

describe('RFC 6750 2.1, the Authorization field', () => {
  it('takes the scheme in any casing', async () => {
    const token = await stack.issueToken({});
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect((await getItem(`${scheme} ${token}`)).status).toBe(200);
  });

  it.each(['Basic dTpw', 'Bearer', 'Bearer ', 'Bearer x y', 'Bearer x, Bearer y', 'Bearerx'])(
    'holds no token: %s',
    async (authorization) => {
      const answer = await getItem(authorization);
      expect([answer.status, answer.json.error.code, challengeOf(answer)]).toEqual([401, 'unauthenticated', 'Bearer']);
    },
  );

  it('holds a token of at most 8 KiB', async () => {
    await expectInvalidToken(await getItem(`Bearer ${'a'.repeat(8193)}`));
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
  ])('is not replaced by what the platform may add: %j', async (headers) => {
    expect((await stack.send('GET', buildItemPath(), { headers })).status).toBe(200);
    expect((await stack.send('GET', buildItemPath(), { token: null, headers })).status).toBe(401);
    const token = await stack.issueToken({ roles: ['Customers.Read'] });
    expect((await stack.send('GET', buildItemPath(), { token, headers })).status).toBe(403);
    expect((await stack.send('GET', `${buildItemPath()}?code=master`, { token: null })).status).toBe(401);
  });
});

describe('RFC 7519, claims', () => {
  it('tolerates 60 seconds between clocks', async () => {
    expect((await getItemWith({ exp: now() - 50 })).status).toBe(200);
    expect((await getItemWith({ nbf: now() + 50 })).status).toBe(200);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['that expired 70 seconds ago', { exp: now() - 70 }],
    ['that is valid in 90 seconds', { nbf: now() + 90 }],
    ['for another audience', { aud: `${frontdeskAudience}2` }],
    ['of another issuer', { iss: `https://issuer.example/${tenants.contoso}/v2.0` }],
    ['whose issuer is of another tenant', { iss: `${stack.issuer.url}/${tenants.fabrikam}/v2.0` }],
    ['of a tenant that is not listed', { tid: '00000000-0000-4000-8000-000000000009' }],
    ['without exp', { exp: null }],
    ['without iss', { iss: null }],
    ['without aud', { aud: null }],
    ['without tid', { tid: null }],
    ['without sub', { sub: null }],
    ['that is an ID token', { scp: null, roles: null, nonce: 'n' }],
  ])('refuses a token %s', async (_, claims) => {
    await expectInvalidToken(await getItemWith(claims));
  });

  it('takes tokens of every listed tenant', async () => {
    const path = buildCustomerPath({ companyId: companies.fabrikam, customerId: customers.fabrikam.relecloud });
    expect((await stack.send('GET', path, { token: await stack.issueToken({ tid: tenants.fabrikam }) })).status).toBe(
      200,
    );
  });

  it('tells the log why a token was refused, and the caller not', async () => {
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

  it('takes a token that the issuer signed', async () => {
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
    ['with an unknown kid', await signAsStranger({ kid: 'unknown' })],
    ['without kid', await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(stranger.privateKey)],
    ['that is none', 'not.a.token'],
  ])('refuses a token %s', async (_, token) => {
    await expectInvalidToken(await getItem(`Bearer ${token}`));
  });
});

describe('scope and role', () => {
  it('an application needs the role and no scope', async () => {
    expect((await getItemWith({ idtyp: 'app', roles: ['Items.Read'] })).status).toBe(200);
    expect((await getItemWith({ idtyp: 'app', roles: ['Customers.Read'] })).status).toBe(403);
  });

  it('a scope is no role, and an application has no scope', async () => {
    expect((await getItemWith({ scp: 'user_impersonation Items.Read', roles: null })).status).toBe(403);
    expect((await getItemWith({ idtyp: 'app', scp: 'user_impersonation', roles: null })).status).toBe(403);
  });

  it('the scope may stand among others', async () => {
    expect((await getItemWith({ scp: 'openid user_impersonation profile' })).status).toBe(200);
    expect((await getItemWith({ scp: 'user_impersonation.read' })).status).toBe(403);
  });
});

describe('access policy', () => {
  const reporting = { tid: tenants.fabrikam, azp: 'a9900000-0000-4000-8000-000000000002' };
  const listEvents = async (resourceUri: string, claims: Readonly<Record<string, unknown>>) =>
    (await stack.send('GET', buildEventsPath(resourceUri), { token: await stack.issueToken(claims) })).status;
  const machineIn = (group: string, subscription: string = subscriptions.contoso) =>
    `/subscriptions/${subscription}/resourceGroups/${group}/providers/Vendor.Compute/virtualMachines/vm-web`;

  it('grants a tenant its own subscription and no other', async () => {
    expect(await listEvents(machineIn('rg-shop'), {})).toBe(200);
    expect(await listEvents(machineIn('rg-shop', subscriptions.fabrikam), {})).toBe(403);
    expect(await listEvents(machineIn('rg-shop', subscriptions.fabrikam), { tid: tenants.fabrikam })).toBe(200);
  });

  it('grants a tenant its own company and no other', async () => {
    const path = buildCustomerPath({ companyId: companies.fabrikam, customerId: customers.fabrikam.relecloud });
    expect((await stack.send('GET', path)).status).toBe(403);
    expect((await stack.send('GET', path, { token: await stack.issueToken({ tid: tenants.fabrikam }) })).status).toBe(
      200,
    );
  });

  it('grants an application what no other of its tenant has', async () => {
    expect(await listEvents(machineIn('rg-shop'), reporting)).toBe(200);
    expect(await listEvents(machineIn('rg-shop'), { tid: tenants.fabrikam })).toBe(403);
    expect(await listEvents(machineIn('rg-shop'), { ...reporting, azp: null, appid: reporting.azp })).toBe(200);
  });

  it('matches resources by whole segments and in any casing', async () => {
    expect(await listEvents(machineIn('RG-SHOP'), reporting)).toBe(200);
    expect(await listEvents(machineIn('rg-shop2'), reporting)).toBe(403);
    expect(await listEvents(machineIn('RG-OTHER'), reporting)).toBe(403);
    expect(await listEvents(machineIn('rg-shop', subscriptions.contoso.toUpperCase()), {})).toBe(200);
  });

  it('is asked before the cache is read', async () => {
    expect(await listEvents(machineIn('rg-shop'), {})).toBe(200);
    expect(await listEvents(machineIn('rg-shop'), { tid: tenants.fabrikam })).toBe(403);
  });

  it('goes by the token, not by what the request says of its tenant', async () => {
    const headers = {
      'x-tenant-id': tenants.contoso,
      'x-ms-tenant': tenants.contoso,
      'x-forwarded-host': 'contoso.example',
    };
    const token = await stack.issueToken({ tid: tenants.fabrikam });
    expect((await stack.send('GET', buildItemPath(), { token, headers })).status).toBe(403);
  });
});
