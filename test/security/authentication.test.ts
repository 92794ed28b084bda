/** Who is not let in: the credential is judged before anything else of a request. Each claim: test/unit/auth/authenticate.test.ts. */
import { createPublicKey, type JsonWebKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { tenants, upstreamAudiences } from '../../dev/seed.ts';
import { expectGranted, expectRefused } from '../support/abuse.ts';
import { createSkippingClock } from '../support/clocks.ts';
import { type Change, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { putJob, readItem } from '../support/valid-requests.ts';
import { startDecoy } from './decoy.ts';

const clock = createSkippingClock();
const stack = await startStack({ clock });
const decoy = await startDecoy();
const attacker = await generateKeyPair('RS256', { extractable: true });
const attackerJwk = await exportJWK(attacker.publicKey);

const UNAUTHENTICATED = { status: 401, code: 'unauthenticated' } as const;

const valid = await stack.issueToken({ roles: [readItem.role] });
const [, payload = ''] = valid.split('.');
const claims = decodeJwt(valid);
const kid = String(decodeProtectedHeader(valid).kid);
const armToken = await stack.issueToken({ aud: upstreamAudiences.arm });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const forge = (own: object) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...own }).sign(attacker.privateKey);
const ofTokens = (tokens: readonly string[]): Change[] => tokens.map((token) => ({ token }));
const ofHeaders = (headers: readonly Readonly<Record<string, string>>[]): Change[] =>
  headers.map((each) => ({ token: null, headers: each }));

/** Returns the issuer's published key. */
async function fetchIssuerKey(): Promise<{ jwk: JsonWebKey & { n: string }; key: KeyObject }> {
  const response = await fetch(`${stack.issuer.url}/common/discovery/v2.0/keys`);
  const [jwk] = ((await response.json()) as { keys: [JsonWebKey & { n: string }] }).keys;
  return { jwk, key: createPublicKey({ key: jwk, format: 'jwk' }) };
}

const madeUpIds = ['attacker', `${decoy.url}/keys`, '../../../etc/passwd', "' or 1=1 --"];

it('without a token there is a bare challenge, and the body is not read (A01)', async () => {
  const responses = await expectRefused(stack, putJob, {
    attacks: [
      { token: null },
      { token: null, query: '?unknown=1' },
      { token: null, body: '{' },
      { token: null, headers: { 'content-type': 'text/plain' } },
    ],
    ...UNAUTHENTICATED,
  });
  for (const { headers } of responses) expect(headers['www-authenticate']).toBe('Bearer');
});

it('a token in the query, in a header of the platform, a cookie or a function key is no credential (A13, A17, A18)', async () => {
  const key = 'a-function-key-of-this-app-0123456789';
  const names = ['x-ms-token-aad-access-token', 'x-ms-token-aad-id-token', 'x-zumo-auth', 'x-authorization'];
  await expectRefused(stack, readItem, {
    twin: { headers: { 'x-ms-token-aad-access-token': armToken, 'x-functions-key': key } },
    attacks: [
      { token: null, query: `?access_token=${valid}` },
      { token: null, query: `?code=${key}` },
      ...ofHeaders([{ 'x-functions-key': key }, { cookie: `AppServiceAuthSession=${valid}` }]),
      ...ofHeaders([...names, 'proxy-authorization'].flatMap((name) => [{ [name]: valid }, { [name]: armToken }])),
    ],
    hidden: [key],
    ...UNAUTHENTICATED,
  });
  await stack.upstream.reset();
  await sendChanged(stack, readItem, { headers: { 'x-functions-key': key } });
  expect(JSON.stringify(await stack.upstream.calls())).not.toContain(key);
});

it("identities in the platform's headers are ignored (A16)", async () => {
  const tenantClaim = { typ: 'http://schemas.microsoft.com/identity/claims/tenantid', val: tenants.contoso };
  const principal = { auth_typ: 'aad', claims: [{ typ: 'roles', val: readItem.role }, tenantClaim], role_typ: 'roles' };
  const forged = {
    'x-ms-client-principal': Buffer.from(JSON.stringify(principal)).toString('base64'),
    'x-ms-client-principal-id': 'admin',
    'x-ms-client-principal-name': 'admin@contoso.example',
    'x-ms-client-principal-idp': 'aad',
  };
  await expectRefused(stack, readItem, {
    twin: { headers: forged },
    attacks: ofHeaders([forged, { ...forged, 'x-ms-client-principal': '{' }]),
    ...UNAUTHENTICATED,
  });
  await expectRefused(stack, readItem, {
    attacks: [{ headers: forged, claims: { roles: ['None'] } }],
    status: 403,
    code: 'insufficient_scope',
  });
});

const { jwk, key: issuerKey } = await fetchIssuerKey();
const pem = issuerKey.export({ type: 'spki', format: 'pem' }).toString();
const secrets = [pem, pem.trim(), issuerKey.export({ type: 'spki', format: 'der' }), JSON.stringify(jwk), jwk.n];
const ownKeys = [
  { jwk: attackerJwk },
  { jku: `${decoy.url}/keys` },
  { x5u: `${decoy.url}/chain` },
  { x5c: ['MIIB'] },
  {},
];
it.each([
  [
    'signed with the public key as a shared secret (A04)',
    await Promise.all(
      [
        ...secrets.map((secret) => ['HS256', secret] as const),
        ...[['HS384', pem] as const, ['HS512', pem] as const, ['HS256', Buffer.from(jwk.n, 'base64url')] as const],
      ].map(([alg, secret]) =>
        new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', kid }).sign(Buffer.from(secret)),
      ),
    ),
  ],
  ['that brings its own key (A05)', await Promise.all(ownKeys.flatMap((own) => [{ ...own, kid }, own]).map(forge))],
])('%s a token is refused, and the caller is not told why', async (_, tokens) => {
  const attacks = ofTokens(tokens);
  for (const { headers, json } of await expectRefused(stack, readItem, {
    attacks,
    status: 401,
    code: 'invalid_token',
  })) {
    expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(json).toEqual({ error: { code: 'invalid_token', message: 'The bearer token is invalid.' } });
  }
  expect(decoy.calls).toEqual([]);
  expect(stack.log.at(-1)).toMatchObject({ problem: 'invalid_token', reason: expect.stringMatching(/./) });
});

it('a made-up key id is 503 until keys are fetched again, and nothing that it names is fetched (A05)', async () => {
  // If the last fetch is long enough ago, this causes the next.
  await sendChanged(stack, readItem, { token: await forge({ kid: 'first' }) });
  const headers = madeUpIds.flatMap((id) => ownKeys.map((own) => ({ kid: id, ...own })));
  const attacks = ofTokens(await Promise.all(headers.map(forge)));
  for (const refused of await expectRefused(stack, readItem, { attacks, status: 503, code: 'auth_unavailable' }))
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30);
  expect(decoy.calls).toEqual([]);
  expect(stack.log.at(-1)).toMatchObject({ problem: 'auth_unavailable', reason: 'unknown_key' });
});

async function countKeySets(): Promise<number> {
  const calls = (await stack.issuer.calls()) as unknown as { target: string }[];
  return calls.filter(({ target }) => target === 'jwks').length;
}

it('tokens with unknown key ids are refused at once, for two key sets at most; a valid caller is served meanwhile (A14)', async () => {
  await expectGranted(stack, readItem);
  const signature = randomBytes(256).toString('base64url');
  const forge = () => `${encode({ alg: 'RS256', typ: 'JWT', kid: randomUUID() })}.${payload}.${signature}`;
  const before = await countKeySets();
  const flood = Array.from({ length: 200 }, () => sendChanged(stack, readItem, { token: forge() }));
  const good = Array.from({ length: 10 }, () => sendChanged(stack, readItem, { token: valid }));
  expect(new Set((await Promise.all(good)).map(({ status }) => status))).toEqual(new Set([200]));
  for (const { status } of await Promise.all(flood)) expect([401, 503]).toContain(status);
  await expectGranted(stack, readItem);
  expect((await countKeySets()) - before).toBeLessThanOrEqual(2);
});
