import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteJWKSet, decodeJwt, type JWK, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type RunningIssuer, startIssuer } from '../../dev/issuer.ts';
import { administrator, pipeline } from '../../dev/personas.ts';
import { frontdeskAudience, personalTenant, roles, tenants } from '../../dev/seed.ts';

const redirectUri = 'http://localhost:5173/signed-in?from=test';
const clientId = 'a-frontend';
const scope = `openid offline_access ${frontdeskAudience}/user_impersonation`;
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

let issuer: RunningIssuer;

beforeAll(async () => {
  issuer = await startIssuer({ port: 0 });
});
afterEach(() => control('reset'));
afterAll(() => issuer.close());

it('describes one tenant in its discovery document; an unknown one is an error', async () => {
  const authority = `${issuer.url}/${tenants.contoso}`;
  expect(await readJson(`/${tenants.contoso}/v2.0/.well-known/openid-configuration`)).toMatchObject({
    issuer: `${authority}/v2.0`,
    authorization_endpoint: `${authority}/oauth2/v2.0/authorize`,
    token_endpoint: `${authority}/oauth2/v2.0/token`,
    jwks_uri: `${authority}/discovery/v2.0/keys`,
    code_challenge_methods_supported: ['S256'],
  });
  for (const path of ['v2.0/.well-known/openid-configuration', 'discovery/v2.0/keys']) {
    const response = await fetch(`${issuer.url}/00000000-0000-4000-8000-000000000000/${path}`);
    expect(await readError(response)).toEqual([400, 'invalid_request', 90002]);
  }
});

it('publishes each key with the issuer whose tokens it signs; personal accounts have one of their own', async () => {
  const [work, personal] = await readKeys('common');
  const issuers = [work, personal].map((key) => (key as { issuer?: string }).issuer);
  expect(issuers).toEqual([`${issuer.url}/{tenantid}/v2.0`, `${issuer.url}/${personalTenant}/v2.0`]);
  expect(await readKeys(tenants.contoso)).toMatchObject([{ issuer: `${issuer.url}/${tenants.contoso}/v2.0` }]);
  const sign = async (...parameters: Parameters<RunningIssuer['issueToken']>) =>
    (await verify(await issuer.issueToken(...parameters))).protectedHeader.kid;
  expect(await sign({ tid: personalTenant })).toBe(personal?.kid);
  expect(await sign({})).toBe(work?.kid);
  expect(await sign({}, 'personal')).toBe(personal?.kid);
});

it('issues an access token for a person that looks like the cloud’s', async () => {
  const now = Math.floor(Date.now() / 1000);
  const { payload, protectedHeader } = await verify(await issuer.issueToken({}));
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) });
  expect(payload).toEqual({
    iss: `${issuer.url}/${tenants.contoso}/v2.0`,
    aud: 'api://frontdesk',
    iat: expect.closeTo(now, -1),
    nbf: payload.iat,
    exp: (payload.iat ?? 0) + 3600,
    tid: tenants.contoso,
    oid: administrator.objectId,
    sub: administrator.objectId,
    azp: expect.any(String),
    azpacr: '0',
    scp: 'user_impersonation',
    roles,
    name: 'Ada Okafor',
    preferred_username: 'ada@contoso.example',
    uti: expect.stringMatching(/^[\w-]{22}$/),
    ver: '2.0',
  });
});

it('issues an access token for an application, without a scope or a name', async () => {
  const response = await redeem({
    grant_type: 'client_credentials',
    client_id: pipeline.clientId,
    client_secret: pipeline.clientSecret,
    scope: `${frontdeskAudience}/.default`,
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body = await readTokens(response);
  expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'ext_expires_in', 'token_type']);
  const { payload } = await verify(body.access_token);
  expect(payload).toMatchObject({ idtyp: 'app', azp: pipeline.clientId, azpacr: '1', roles: pipeline.roles });
  for (const claim of ['scp', 'name', 'preferred_username']) expect(payload).not.toHaveProperty(claim);
});

it('signs a person in with a code and its verifier, and renews the token', async () => {
  const { code, state } = await signIn('carla', { nonce: 'a nonce' });
  expect(state).toBe('a state');
  const body = await readTokens(await redeem({ ...codeRequest, code }));
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'api://frontdesk/user_impersonation' });
  const roles = ['Companies.Read', 'Customers.Read', 'Items.Read'];
  const person = { name: 'Carla Nunes', azp: clientId, scp: 'user_impersonation', roles };
  expect((await verify(body.access_token)).payload).toMatchObject(person);

  const claims = decodeJwt(body.id_token);
  expect(claims).toMatchObject({ aud: clientId, nonce: 'a nonce', name: 'Carla Nunes' });
  for (const claim of ['scp', 'roles', 'azp']) expect(claims).not.toHaveProperty(claim);

  const request = { grant_type: 'refresh_token', client_id: clientId, refresh_token: body.refresh_token };
  const renewed = await readTokens(await redeem(request));
  expect(decodeJwt(renewed.access_token)).toMatchObject(person);
  expect(renewed.refresh_token).not.toBe(body.refresh_token);
  expect(await readError(await redeem({ ...request, refresh_token: 'x' }))).toEqual([400, 'invalid_grant', 70043]);
});

it.each(['https://contoso.example/signed-in', 'http://contoso.example/', 'javascript:alert(1)', '/signed-in'])(
  'redirects to loopback only, not to %s',
  async (uri) => {
    const response = await fetch(toAuthorizeUrl({ redirect_uri: uri, persona: 'ada' }), { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).toContain('redirect_uri must be');
  },
);

it.each([
  ['no code challenge', { code_challenge: '' }, 'invalid_request'],
  ['a persona of another tenant', { persona: 'fay' }, 'access_denied'],
  ['a silent sign-in of nobody', { persona: '', prompt: 'none' }, 'login_required'],
])('redirects to the frontend with an error for %s', async (_, change, error) => {
  const url = new URL(toAuthorizeUrl({ persona: 'ada', ...change }, tenants.contoso));
  if (url.searchParams.get('persona') === '') url.searchParams.delete('persona');
  const location = await follow(url.href);
  expect(location.origin).toBe('http://localhost:5173');
  expect(Object.fromEntries(location.searchParams)).toEqual({
    from: 'test',
    error,
    error_description: expect.stringMatching(/^AADSTS\d+: /),
    state: 'a state',
  });
});

it('stores its keys in a file, so that tokens stay valid after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'issuer-'));
  const keyFile = join(folder, 'deep', 'key.json');
  const first = await startIssuer({ port: 0, keyFile });
  await first.rotateKey();
  const token = await first.issueToken({});
  await first.close();
  const second = await startIssuer({ port: 0, keyFile });
  const keys = createRemoteJWKSet(new URL(`${second.url}/common/discovery/v2.0/keys`));
  await expect(jwtVerify(token, keys)).resolves.toBeDefined();
  await second.close();

  await writeFile(keyFile, '{}');
  await expect(startIssuer({ port: 0, keyFile })).rejects.toThrow(`${keyFile} contains no signing key`);
  await rm(folder, { recursive: true });
});

const codeRequest = {
  grant_type: 'authorization_code',
  client_id: clientId,
  redirect_uri: redirectUri,
  code_verifier: verifier,
};

async function readJson(path: string): Promise<unknown> {
  return (await fetch(issuer.url + path)).json();
}

async function readKeys(authority: string): Promise<JWK[]> {
  return ((await readJson(`/${authority}/discovery/v2.0/keys`)) as { keys: JWK[] }).keys;
}

function control(path: string, body?: unknown): Promise<Response> {
  return fetch(`${issuer.url}/_control/${path}`, { method: 'POST', ...(body ? { body: JSON.stringify(body) } : {}) });
}

function verify(token: string) {
  const keys = createRemoteJWKSet(new URL(`${issuer.url}/common/discovery/v2.0/keys`));
  return jwtVerify(token, keys);
}

function toAuthorizeUrl(change: Record<string, string>, authority = 'common'): string {
  const query = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  };
  return `${issuer.url}/${authority}/oauth2/v2.0/authorize?${new URLSearchParams(query)}`;
}

async function follow(url: string): Promise<URL> {
  const response = await fetch(url, { redirect: 'manual' });
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

/** Chooses a person on the page, as a click would. */
async function signIn(persona: string, change: Record<string, string> = {}): Promise<{ code: string; state: string }> {
  const url = toAuthorizeUrl(change);
  const page = await (await fetch(url)).text();
  const href = [...page.matchAll(/<a href="([^"]+)">/g)]
    .map(([, link]) => link ?? '')
    .find((link) => link.includes(`persona=${persona}`));
  const { searchParams } = await follow(new URL((href ?? '').replaceAll('&amp;', '&'), url).href);
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}

function redeem(form: Record<string, string>): Promise<Response> {
  const url = `${issuer.url}/${tenants.contoso}/oauth2/v2.0/token`;
  return fetch(url, { method: 'POST', body: new URLSearchParams(form) });
}

interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

async function readTokens(response: Response): Promise<Tokens> {
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
}

async function readError(response: Response): Promise<unknown[]> {
  const { error, error_codes: numbers } = (await response.json()) as { error: string; error_codes: number[] };
  return [response.status, error, ...numbers];
}
