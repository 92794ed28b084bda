import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../../../dev/server.ts';
import { createAuthenticate, parseBearer, type TokenRules } from '../../../lib/auth/authenticate.ts';
import { readCaller } from '../../../lib/auth/caller.ts';
import { SigningKeys } from '../../../lib/auth/jwks.ts';
import { createManualClock } from '../../support/clocks.ts';

const NOW = 1_800_000_000;
const HOUR = 3_600;

const clock = createManualClock(NOW * 1000 + 999);

const rules: TokenRules = {
  issuer: 'https://issuer.example/{tenantid}/v2.0',
  audience: 'api://frontdesk',
  tenants: ['contoso', 'fabrikam'],
};

const signers = {
  rsa: await newKey('rsa', 'RS256'),
  p256: await newKey('p256', 'ES256'),
  p384: await newKey('p384', 'ES384'),
  p521: await newKey('p521', 'ES512'),
  attacker: await newKey('rsa', 'RS256'),
};

async function newKey(kid: string, alg: string): Promise<{ readonly public: JWK; readonly private: JWK }> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { public: { ...(await exportJWK(publicKey)), kid }, private: { ...(await exportJWK(privateKey)), kid } };
}

const ISSUER = 'https://issuer.example';
/** Keys that name their issuer, as in a document of several tenants. */
const scoped = {
  template: { issuer: `${ISSUER}/{tenantid}/v2.0`, ...(await newKey('template', 'RS256')) },
  otherCase: { issuer: `${ISSUER}/{tenantId}/v2.0`, ...(await newKey('otherCase', 'RS256')) },
  contoso: { issuer: `${ISSUER}/contoso/v2.0`, ...(await newKey('contoso', 'RS256')) },
  personal: { issuer: `${ISSUER}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`, ...(await newKey('personal', 'RS256')) },
  foreign: { issuer: 'https://elsewhere.example/{tenantid}/v2.0', ...(await newKey('foreign', 'RS256')) },
};

const { attacker: _, ...published } = signers;
const server = await listen(
  createServer((_, response) => {
    const broken = { kty: 'RSA', kid: 'broken', e: 'AQAB' };
    const named = Object.values(scoped).map(({ issuer, public: key }) => ({ ...key, issuer }));
    response.end(JSON.stringify({ keys: [...Object.values(published).map((key) => key.public), ...named, broken] }));
  }),
  0,
);
afterAll(() => server.close());

const JWKS = `${server.url}/keys`;

function createVerify(own: Partial<TokenRules> = {}) {
  const all = { ...rules, ...own };
  const authenticate = createAuthenticate(all, new SigningKeys({ issuer: all.issuer, jwksUri: JWKS, clock }), clock);
  return (token: string) => authenticate(`Bearer ${token}`);
}

const verifyToken = createVerify();

type Claims = Readonly<Record<string, unknown>>;

const delegated: Claims = {
  iss: 'https://issuer.example/contoso/v2.0',
  aud: 'api://frontdesk',
  tid: 'contoso',
  sub: 'pairwise',
  oid: 'ann',
  azp: 'portal',
  scp: 'openid user_impersonation',
  roles: ['Items.Read'],
  iat: NOW - 60,
  nbf: NOW - 60,
  exp: NOW + 3600,
};

const { scp: _scp, ...withoutScopes } = delegated;
const application: Claims = { ...withoutScopes, idtyp: 'app', sub: 'pipeline', oid: 'pipeline', azp: 'pipeline-app' };

/** Returns a token; undefined leaves a claim out. */
async function issue(
  claims: Claims = {},
  { alg = 'RS256', signer = signers.rsa, ...header }: Partial<JWTHeaderParameters> & { signer?: { private: JWK } } = {},
): Promise<string> {
  const key = await importJWK(signer.private, alg);
  return new SignJWT({ ...delegated, ...claims })
    .setProtectedHeader({ alg, kid: signer.private.kid as string, ...header })
    .sign(key);
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Reasons for which nobody can say whose token it is. */
const UNSIGNED = /^(?:ERR_JOSE|ERR_JW[SK]|ERR_JWT_INVALID|unverifiable|key_issuer)/;

/** Expects the token to be refused with a reason that is only logged, as is whose token it is if its signature is valid. */
async function expectRefusal(token: string, reason: string): Promise<void> {
  await expect(verifyToken(token)).rejects.toMatchObject({
    type: 'invalid_token',
    status: 401,
    cause: reason,
    identity: UNSIGNED.test(reason) ? undefined : expect.any(Object),
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** Expects the token to be accepted if there is no reason. */
async function expectVerdict(token: string, reason?: string): Promise<void> {
  if (reason === undefined) expect(await verifyToken(token)).toMatchObject({ subject: 'ann' });
  else await expectRefusal(token, reason);
}

it('returns the caller: tenant, subject, client, scopes and roles; whatever the client, he is one (A83)', async () => {
  expect(await verifyToken(await issue())).toEqual({
    tenant: 'contoso',
    subject: 'ann',
    client: 'portal',
    scopes: ['openid', 'user_impersonation'],
    roles: ['Items.Read'],
    key: 'contoso ann',
  });
});

it('an application has no scopes, whatever its claims say (A12)', () => {
  const caller = { tenant: 'contoso', subject: 'pipeline', client: 'pipeline-app', scopes: undefined };
  expect(readCaller(application)).toEqual({ ...caller, roles: ['Items.Read'], key: 'contoso pipeline' });
  for (const change of [{ scp: 'user_impersonation' }, { idtyp: undefined }, { roles: undefined }])
    expect(readCaller({ ...application, ...change })).toMatchObject(caller);
});

it.each([
  ['oid before sub', {}, { subject: 'ann' }],
  ['sub without oid', { oid: undefined }, { subject: 'pairwise' }],
  ['azp before appid', { appid: 'older' }, { client: 'portal' }],
  ['appid without azp (version 1.0)', { azp: undefined, appid: 'older' }, { client: 'older' }],
  ['no client without both', { azp: undefined }, { client: undefined }],
  ['the tenant in lower case', { tid: 'CONTOSO' }, { tenant: 'contoso' }],
  ['no roles without the claim', { roles: undefined }, { roles: [] }],
  ['a single scope', { scp: 'user_impersonation' }, { scopes: ['user_impersonation'] }],
  ['an empty scope', { scp: '' }, { scopes: [''] }],
])('reads %s', (_, claims, expected) => {
  expect(readCaller({ ...delegated, ...claims })).toMatchObject(expected);
});

const FRONTEND = { azp: 'portal', aud: ['api://frontdesk', 'portal'] };
const SCOPE = { scp: 'user_impersonation' };

// A10: access tokens are delegated (a scope) or an application's (roles); RFC 8725 3.12, OpenID Connect Core 1.0 2.
it.each([
  ['neither_delegated_nor_application', 'with neither scopes nor roles', { roles: undefined }],
  ['neither_delegated_nor_application', 'with an empty list of roles', { roles: [] }],
  ['neither_delegated_nor_application', 'with roles of a user', { idtyp: 'user' }],
  ['neither_delegated_nor_application', 'with roles and no application', { azp: undefined }],
  ['id_token', 'with roles and a nonce', { nonce: 'n-0S6_WzA2Mj' }],
  ['id_token', 'with roles and the hash of an access token', { at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' }],
  ['id_token', 'with roles and the frontend as an audience', FRONTEND],
  ['id_token', 'of version 1.0 for the frontend', { ...FRONTEND, azp: undefined, appid: 'portal' }],
  ['id_token', 'with roles and another frontend as an audience', { aud: ['api://frontdesk', 'console'] }],
  ['id_token', 'with a scope and a nonce', { ...SCOPE, nonce: 'n' }],
  ['id_token', 'with a scope and the frontend as an audience', { ...SCOPE, ...FRONTEND }],
  ['id_token', 'of the kind of an application with the hash of a code', { idtyp: 'app', c_hash: 'h' }],
  // RFC 8417 2.2, RFC 7800 3.
  ['token_type', 'that is a security event', { ...SCOPE, events: { 'http://schemas.openid.net/event/logout': {} } }],
  ['token_type', 'that is an empty event', { ...SCOPE, events: {} }],
  ['token_type', 'that is bound to a key', { ...SCOPE, cnf: { jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I' } }],
])('%s: a token %s is no access token (A10)', async (reason, _, claims) => {
  await expectRefusal(await issue({ scp: undefined, ...claims }), reason);
});

const ACCEPTED_TYPES = [undefined, 'JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt'];

it.each([
  ...ACCEPTED_TYPES,
  ...['logout+jwt', 'secevent+jwt', 'dpop+jwt', 'JOSE', '', 'JWT ', 'x/at+jwt', 5 as never, ['JWT'] as never],
])('the header typ of an access token is absent, JWT or at+jwt, not %s (RFC 8725 3.11)', async (typ) => {
  const isAccepted = ACCEPTED_TYPES.includes(typ);
  await expectVerdict(await issue({}, typ === undefined ? {} : { typ }), isAccepted ? undefined : 'token_type');
});

// A08: a tolerance of 30 s (RFC 7519 4.1.4, 4.1.5).
it.each<[what: string, claims: Claims, reason?: string]>([
  ['lives 30 hours', { iat: NOW, exp: NOW + 30 * HOUR }],
  ['lives a second longer', { iat: NOW, exp: NOW + 30 * HOUR + 1 }, 'lives_too_long'],
  ['was issued long ago and lives on', { iat: NOW - 20 * HOUR, exp: NOW + 20 * HOUR }, 'lives_too_long'],
  ['does not say since when it lives', { iat: undefined, exp: NOW + 29 * HOUR }],
  ['does not say so and lives on', { iat: undefined, exp: NOW + 31 * HOUR }, 'lives_too_long'],
  ['is issued in 30 seconds', { iat: NOW + 30 }],
  ['is issued in 31 seconds', { iat: NOW + 31 }, 'issued_in_future'],
  ['expired 29 seconds ago', { exp: NOW - 29 }],
  ['expired 30 seconds ago', { exp: NOW - 30 }, 'ERR_JWT_EXPIRED'],
  ['is valid in 30 seconds', { nbf: NOW + 30 }],
  ['is valid in 31 seconds', { nbf: NOW + 31 }, 'ERR_JWT_CLAIM_VALIDATION_FAILED nbf'],
])('a token that %s (A08)', async (_, claims, reason) => expectVerdict(await issue(claims), reason));

it('a frontend with the registration of Frontdesk may send its access token, not its ID token (A10)', async () => {
  const verify = createVerify({ audience: 'portal' });
  expect(await verify(await issue({ aud: 'portal' }))).toMatchObject({ subject: 'ann' });
  expect(await verify(await issue({ aud: 'portal', scp: undefined, idtyp: 'app' }))).toMatchObject({
    scopes: undefined,
  });
  const idToken = await issue({ aud: 'portal', scp: undefined });
  await expect(verify(idToken)).rejects.toMatchObject({ cause: 'id_token' });
});

/** Values that no claim may have which names somebody: in a log they would read as something else. */
const ODD = ['', 'a'.repeat(256), 'ann ben', 'ann\u202enimda', 'ann\u200b', 'änn'];

it.each([
  ['sub', [null, ...ODD], {}],
  ['oid', [5, ...ODD], {}],
  ['azp', ['', 'portal\r\n{"status":200}'], {}],
  ['appid', [['a'], 'portal\u001b[2J'], { azp: undefined }],
  ['scp', [['user_impersonation']], {}],
  ['roles', ['Items.Read', ['Items.Read', 5]], {}],
  ['idtyp', ['', true], {}],
])(
  'a token whose claim %s is of the wrong type, or reads otherwise in a log, is refused: one of %j (A15b)',
  async (name, values, others) => {
    for (const value of values)
      await expectRefusal(await issue({ ...others, [name]: value }), `ill_typed_claims ${name}`);
  },
);

const ALGORITHMS = {
  'RS256 RS384 RS512 PS256 PS384 PS512': signers.rsa,
  ES256: signers.p256,
  ES384: signers.p384,
  ES512: signers.p521,
};

it.each(Object.entries(ALGORITHMS).flatMap(([names, signer]) => names.split(' ').map((alg) => [alg, signer] as const)))(
  'a %s signature is verified',
  async (alg, signer) => {
    expect(await verifyToken(await issue({}, { alg, signer }))).toMatchObject({ subject: 'ann' });
  },
);

it.each(['none', 'None', 'nOnE'])('the algorithm %s is refused (A03; RFC 8725 3.2)', async (alg) => {
  await expectRefusal(`${encode({ alg, kid: 'rsa' })}.${encode(delegated)}.`, 'ERR_JOSE_ALG_NOT_ALLOWED');
});

it('an issuer key that cannot be imported only refuses its own tokens', async () => {
  await expectRefusal(await issue({}, { kid: 'broken' }), 'unverifiable');
});

const SIGNATURE = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED';
const [header, , signature] = (await issue()).split('.');

it.each([
  ['text', 'abc', 'ERR_JWS_INVALID'],
  ['changed claims', `${header}.${encode({ ...delegated, roles: ['Everything'] })}.${signature}`, SIGNATURE],
  ['an unknown key id', await issue({}, { kid: 'unknown' }), 'ERR_JWKS_NO_MATCHING_KEY'],
])('%s is not a token', async (_, token, reason) => {
  await expectRefusal(token, reason);
});

it.each(['exp', 'iss', 'aud', 'tid', 'sub'])('a token without the claim %s is refused (A09)', async (claim) => {
  await expectRefusal(await issue({ [claim]: undefined }), `ERR_JWT_CLAIM_VALIDATION_FAILED ${claim}`);
});

it.each([
  ['the audience of another API', { aud: 'https://management.azure.com' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED aud'],
  ['an audience with a slash', { aud: 'api://frontdesk/' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED aud'],
  ['a tenant that is not configured', { tid: 'adatum', iss: `${ISSUER}/adatum/v2.0` }, 'tenant'],
  ['a tenant that is a number', { tid: 5, iss: `${ISSUER}/5/v2.0` }, 'tenant'],
  ['an issuer of another tenant', { tid: 'fabrikam' }, 'issuer'],
  ['an issuer that is a number', { iss: 5 }, 'issuer'],
  ['another issuer', { iss: 'https://evil.example/contoso/v2.0' }, 'issuer'],
  ['an issuer in version 1.0', { iss: `${ISSUER}/contoso/` }, 'issuer'],
  ['Entra’s issuer in version 1.0', { iss: 'https://sts.windows.net/contoso/' }, 'version_1'],
  ['the unfilled issuer template', { iss: `${ISSUER}/{tenantid}/v2.0` }, 'issuer'],
])('a token of %s is refused (A06, A07; RFC 8725 3.8, 3.9)', async (_, claims, reason) => {
  await expectRefusal(await issue(claims), reason);
});

it.each([
  ['a key without an issuer', signers.rsa, true],
  ['a key with the template', scoped.template, true],
  ['a key with the template in another case', scoped.otherCase, true],
  ['a key of the tenant', scoped.contoso, true],
  ['a key of personal accounts', scoped.personal, false],
  ['a key of another issuer', scoped.foreign, false],
])('a token that is signed with %s is accepted: %s (A07b)', async (_, signer, isAccepted) => {
  await expectVerdict(await issue({}, { signer }), isAccepted ? undefined : 'key_issuer');
});

it('a token in version 1.0 is named as such, not as forged', async () => {
  const token = (signer: typeof scoped.template, tenant = 'contoso') =>
    issue({ iss: `https://sts.windows.net/${tenant}/` }, { signer });
  const known = { tenant: 'contoso' };
  // The key is of the directory: it is known whose token it is.
  await expect(verifyToken(await token(scoped.template))).rejects.toMatchObject({
    cause: 'version_1',
    identity: known,
  });
  await expect(verifyToken(await token(scoped.contoso))).rejects.toMatchObject({ cause: 'version_1', identity: known });
  for (const other of [await token(scoped.foreign), await token(scoped.template, 'fabrikam')])
    await expect(verifyToken(other)).rejects.toMatchObject({ cause: 'version_1', identity: undefined });
});

it('a key of one tenant does not verify the tokens of another (A07b)', async () => {
  const fabrikam = { tid: 'fabrikam', iss: `${ISSUER}/fabrikam/v2.0` };
  expect(await verifyToken(await issue(fabrikam, { signer: scoped.template }))).toMatchObject({ tenant: 'fabrikam' });
  await expectRefusal(await issue(fabrikam, { signer: scoped.contoso }), 'key_issuer');
});

it.each(['9188040d-6c67-4c5b-b112-36a304b66dad', '9188040D-6C67-4C5B-B112-36A304B66DAD'])(
  'a token of a personal account is refused, even if its tenant is listed: %s (S3-52, A07c)',
  async (tid) => {
    const verify = createVerify({ tenants: ['9188040d-6c67-4c5b-b112-36a304b66dad'] });
    for (const signer of [signers.rsa, scoped.template, scoped.personal]) {
      const token = await issue({ tid, iss: `${ISSUER}/${tid}/v2.0` }, { signer });
      await expect(verify(token)).rejects.toMatchObject({ type: 'invalid_token', cause: 'personal_account' });
    }
  },
);

it('the tenant is case-insensitive, the issuer case-sensitive', async () => {
  const iss = 'https://issuer.example/CONTOSO/v2.0';
  expect(await verifyToken(await issue({ tid: 'CONTOSO', iss }))).toMatchObject({ tenant: 'contoso' });
  await expectRefusal(await issue({ tid: 'CONTOSO' }), 'issuer');
});

it('an issuer without {tenantid} is the same for every tenant', async () => {
  const issuer = 'https://issuer.example/v2.0';
  const verify = createVerify({ issuer });
  expect(await verify(await issue({ iss: issuer, tid: 'fabrikam' }))).toMatchObject({ tenant: 'fabrikam' });
  await expect(verify(await issue())).rejects.toMatchObject({ cause: 'issuer' });
});

it('parses the token (RFC 6750 2.1; the scheme is case-insensitive: RFC 9110 11.1)', () => {
  for (const authorization of ['Bearer abc', 'bearer abc', 'BEARER abc', 'Bearer   abc'])
    expect(parseBearer(authorization)).toBe('abc');
  expect([parseBearer('Bearer aZ09._~+/-'), parseBearer('Bearer abc==')]).toEqual(['aZ09._~+/-', 'abc==']);
});

const NO_BEARER =
  '|Bearer|Bearer |Bearer ==|Bearer x y|Bearer  x y|Bearer a=b|Bearer ab c=|Bearer é|Bearer a,b|Bearer abc |Bearer abc\n|\nBearer abc| Bearer abc|XBearer abc|Bearerabc|Bearer\tabc|Basic dTpw|abc';

it.each([undefined, ...NO_BEARER.split('|')])(
  '%j has no bearer token: the challenge has no error code (A01, A02; RFC 6750 3.1)',
  (authorization) => {
    expect(() => parseBearer(authorization)).toThrow(
      expect.objectContaining({ type: 'unauthenticated', status: 401, headers: { 'www-authenticate': 'Bearer' } }),
    );
  },
);

it('a token of 24 KiB is parsed, a longer one is refused (A15)', () => {
  expect(parseBearer(`Bearer ${'a'.repeat(24_576)}`)).toHaveLength(24_576);
  expect(() => parseBearer(`Bearer ${'a'.repeat(24_577)}`)).toThrow(
    expect.objectContaining({
      type: 'invalid_token',
      cause: 'token_too_long',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }),
  );
});
