/** What neither MSAL nor oidc-client-ts (test/browser/dashboard.test.ts) nor the app's own tests show of the issuer. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PipelineRequest, SendRequest } from '@azure/core-rest-pipeline';
import { ClientAssertionCredential, DeviceCodeCredential, OnBehalfOfCredential } from '@azure/identity';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startIssuer } from '../../dev/issuer.ts';
import { pipeline } from '../../dev/personas.ts';
import { frontdeskAudience, tenants } from '../../dev/seed.ts';
import { createCertificate } from '../../dev/tls.ts';
import { makeFolder } from '../support/folder.ts';

const issuer = await startIssuer({ port: 0 });
afterAll(() => issuer.close());

const verify = (token: string, { url } = issuer) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${url}/common/discovery/v2.0/keys`)));

it('an unknown tenant is an error', async () => {
  for (const path of ['v2.0/.well-known/openid-configuration', 'discovery/v2.0/keys']) {
    const response = await fetch(`${issuer.url}/00000000-0000-4000-8000-000000000000/${path}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request', error_codes: [90002] });
  }
});

it('issues an access token for an application, without a scope or a name', async () => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: pipeline.clientId,
    client_secret: pipeline.clientSecret,
    scope: `${frontdeskAudience}/.default`,
  });
  const response = await fetch(`${issuer.url}/${tenants.contoso}/oauth2/v2.0/token`, { method: 'POST', body });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { access_token: token, ...others } = (await response.json()) as { access_token: string };
  expect(Object.keys(others).sort()).toEqual(['expires_in', 'ext_expires_in', 'token_type']);
  const { payload } = await verify(token);
  expect(payload).toMatchObject({ idtyp: 'app', azp: pipeline.clientId, azpacr: '1', roles: pipeline.roles });
  for (const claim of ['scp', 'name', 'preferred_username']) expect(payload).not.toHaveProperty(claim);
});

const { authority, certificate: cert, key } = createCertificate();
const withTls = await startIssuer({ port: 0, tls: { cert, key } });
afterAll(() => withTls.close());

/** MSAL, in Azure's library, takes an issuer with https only. */
const ofLibrary = {
  ...{ authorityHost: withTls.url, disableInstanceDiscovery: true },
  additionalPolicies: [
    {
      position: 'perRetry' as const,
      policy: {
        name: 'trust',
        sendRequest: (request: PipelineRequest, next: SendRequest) =>
          next(Object.assign(request, { tlsSettings: { ca: authority } })),
      },
    },
  ],
};
const { clientId, clientSecret } = pipeline;
const onBehalfOf = { ...ofLibrary, clientId, clientSecret, tenantId: tenants.contoso, userAssertionToken: 'a.b.c' };

it.each([
  ['on-behalf-of', new OnBehalfOfCredential(onBehalfOf), /AADSTS70003: .* neither on-behalf-of nor device codes/],
  [
    'a client assertion',
    new ClientAssertionCredential(tenants.contoso, clientId, async () => 'a.b.c', ofLibrary),
    /AADSTS700027: .* takes a client secret, not a client assertion/,
  ],
  [
    'a device code',
    new DeviceCodeCredential({ ...ofLibrary, tenantId: tenants.contoso, clientId, userPromptCallback() {} }),
    // MSAL ignores that there was no device code, and shows the error of its poll.
    /unsupported_grant_type/,
  ],
])('MSAL reads why there is no token by %s', async (_, credential, reason) => {
  await expect(credential.getToken(`${frontdeskAudience}/.default`)).rejects.toThrow(reason);
});

/** Requests a code for Ada, who needs no page; an empty value is left out. */
function authorize(change: Record<string, string>): Promise<Response> {
  const query = {
    client_id: 'a-frontend',
    response_type: 'code',
    redirect_uri: 'http://localhost:5173/signed-in?from=test',
    scope: `openid offline_access ${frontdeskAudience}/user_impersonation`,
    state: 'a state',
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
    persona: 'ada',
    ...change,
  };
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return fetch(`${issuer.url}/${tenants.contoso}/oauth2/v2.0/authorize?${given}`, { redirect: 'manual' });
}

it.each(['https://contoso.example/signed-in', 'http://contoso.example/', 'javascript:alert(1)', '/signed-in'])(
  'redirects to loopback only, not to %s',
  async (uri) => {
    const response = await authorize({ redirect_uri: uri });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(await response.text()).toContain('redirect_uri must be');
  },
);

it.each([
  ['no code challenge', { code_challenge: '' }, 'invalid_request'],
  ['a persona of another tenant', { persona: 'fay' }, 'access_denied'],
  ['a silent sign-in of nobody', { persona: '', prompt: 'none' }, 'login_required'],
])('redirects to the frontend with an error for %s', async (_, change, error) => {
  const location = new URL((await authorize(change)).headers.get('location') ?? '');
  expect(location.origin).toBe('http://localhost:5173');
  const description = { error_description: expect.stringMatching(/^AADSTS\d+: /) };
  expect(Object.fromEntries(location.searchParams)).toEqual({ from: 'test', state: 'a state', error, ...description });
});

it('stores its keys in a file, so that tokens stay valid after a restart', async () => {
  const folder = makeFolder('issuer-', onTestFinished);
  const keyFile = join(folder, 'deep', 'key.json');
  const first = await startIssuer({ port: 0, keyFile });
  await first.rotateKey();
  const token = await first.issueToken({});
  await first.close();
  const second = await startIssuer({ port: 0, keyFile });
  await expect(verify(token, second)).resolves.toBeDefined();
  await second.close();
  await writeFile(keyFile, '{}');
  await expect(startIssuer({ port: 0, keyFile })).rejects.toThrow(`${keyFile} contains no signing key`);
});
