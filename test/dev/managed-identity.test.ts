import { ManagedIdentityCredential } from '@azure/identity';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { verifyIdentityToken } from '../../dev/identity-token.ts';
import { type RunningManagedIdentity, startManagedIdentity } from '../../dev/managed-identity.ts';
import { managedIdentity, managedIdentityResourceId } from '../../dev/seed.ts';

const { clientId, objectId } = managedIdentity;
const secondClientId = '1de00000-0000-4000-8000-0000000000ff';
const resource = 'https://management.vendor.example';

let identity: RunningManagedIdentity;

beforeAll(async () => {
  identity = await startManagedIdentity({ port: 0, clientIds: [clientId, secondClientId] });
  // The client library reads both once, before its first credential.
  process.env['IDENTITY_ENDPOINT'] = identity.endpoint;
  process.env['IDENTITY_HEADER'] = identity.header;
});
afterEach(() => control('reset'));
afterAll(() => identity.close());

it.each([
  ['', () => new ManagedIdentityCredential(), clientId],
  ['client id', () => new ManagedIdentityCredential({ clientId: secondClientId }), secondClientId],
  ['object id', () => new ManagedIdentityCredential({ objectId }), clientId],
  ['resource id', () => new ManagedIdentityCredential({ resourceId: managedIdentityResourceId }), clientId],
])('gives the real credential a token for its scope, by the identity’s %s', async (name, create, expected) => {
  const audience = `https://${name.replace(' ', '-')}.vendor.example`;
  const { token, expiresOnTimestamp } = await create().getToken(`${audience}/.default`);
  expect(await verifyIdentityToken(token, audience)).toBe(expected);
  expect(expiresOnTimestamp - Date.now()).toBeGreaterThan(86_300_000);
});

it.each([
  [{ header: 'wrong' }, 401],
  [{ 'api-version': '2017-09-01' }, 400],
  [{ client_id: 'x' }, 400],
])('refuses a request with %o', async (change, statusCode) => {
  const response = await fetchToken(change);
  expect(response.status).toBe(statusCode);
  const texts = { message: expect.any(String), correlationId: expect.any(String) };
  expect(await response.json()).toEqual({ statusCode, ...texts });
});

it.each([
  ['expired', { expires: -3_600, claims: -3_600, isBroken: false }],
  ['line-break', { expires: 86_400, claims: 86_400, isBroken: true }],
  ['no-lifetime', { expires: undefined, claims: undefined, isBroken: false }],
  ['years', { expires: 3_650 * 86_400, claims: 86_400, isBroken: false }],
])('issues tokens that are bad on demand: %s', async (flaw, { expires, claims, isBroken }) => {
  expect((await control('token-flaw', { flaw })).status).toBe(204);
  const response = (await (await fetchToken({})).json()) as Record<string, string>;
  const { access_token: token = '', expires_on: expiresOn } = response;
  const toLife = (end: unknown) => end && expect.closeTo(Number(end) - Date.now() / 1000, -1);
  expect(token.includes('\n')).toBe(isBroken);
  expect([expires, claims]).toEqual([toLife(expiresOn), toLife(decodeJwt(token.replace('\n', '')).exp)]);
  expect((await control('token-flaw', { flaw: 'unknown' })).status).toBe(400);
});

/** Sends a complete request with these parts replaced; undefined removes one. */
function fetchToken(change: Record<string, string | undefined>): Promise<Response> {
  const { header, ...query } = { header: identity.header, 'api-version': '2019-08-01', resource, ...change };
  const url = new URL(identity.endpoint);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return fetch(url, { headers: header === undefined ? {} : { 'x-identity-header': header } });
}

function control(path: string, body?: unknown): Promise<Response> {
  return fetch(`${identity.url}/_control/${path}`, { method: 'POST', body: JSON.stringify(body) ?? null });
}
