import { createPublicKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { portalClientId } from '../../dev/personas.ts';
import { personalTenant, tenants, upstreamAudiences } from '../../dev/seed.ts';
import { expectGranted, expectRefused, expectUntouched } from '../support/abuse.ts';
import { createMovingClock } from '../support/clocks.ts';
import { dealTo } from '../support/deal.ts';
import { advanceTime } from '../support/moving-date.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { eachRequest, readItem, toPath, type ValidRequest } from '../support/valid-requests.ts';
import { sendRaw, startDecoy } from './raw.ts';

const stack = await startStack({ clock: createMovingClock() });
const decoy = await startDecoy();
const attacker = await generateKeyPair('RS256', { extractable: true });
const attackerJwk = await exportJWK(attacker.publicKey);

const FOREIGN_TENANT = 'f0e1f000-0000-4000-8000-00000000000f';
const INVALID = { status: 401, code: 'invalid_token' } as const;
const UNAUTHENTICATED = { status: 401, code: 'unauthenticated' } as const;

/** Returns the claims and the header of a token with which the request would succeed. */
async function readValid({ role }: ValidRequest): Promise<{ claims: JWTPayload; kid: string }> {
  const token = await stack.issueToken({ roles: [role] });
  return { claims: decodeJwt(token), kid: String(decodeProtectedHeader(token).kid) };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Returns the issuer's published key. */
async function fetchIssuerKey(): Promise<{ jwk: { n: string }; key: KeyObject }> {
  const response = await fetch(`${stack.issuer.url}/common/discovery/v2.0/keys`);
  const [jwk] = ((await response.json()) as { keys: [{ n: string }] }).keys;
  return { jwk, key: createPublicKey({ key: jwk, format: 'jwk' }) };
}

const { jwk, key } = await fetchIssuerKey();

/** Key ids that tests make up are 401 once the keys were fetched after the ids were first seen (P-24). */
const madeUpIds = ['attacker', `${decoy.url}/keys`, '../../../etc/passwd', "' or 1=1 --"];
const { claims: anyClaims } = await readValid(readItem);
for (const kid of [...madeUpIds, 'attacker']) {
  const forged = new SignJWT(anyClaims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid });
  await sendChanged(stack, readItem, { token: await forged.sign(attacker.privateKey) });
  advanceTime(10_000);
}

it.each(eachRequest)(
  'A01 %s without a token returns 401 with a bare challenge, and the body is not read',
  async (_, request) => {
    const content = request.body
      ? [
          { token: null, body: '{' },
          { token: null, headers: { 'content-type': 'text/plain' } },
        ]
      : [];
    const responses = await expectRefused(stack, request, {
      attacks: [{ token: null }, { token: null, query: '?unknown=1' }, ...content],
      ...UNAUTHENTICATED,
    });
    for (const { headers } of responses) expect(headers['www-authenticate']).toBe('Bearer');
  },
);

it.each(eachRequest)('A02 %s with anything but one bearer token returns 401', async (_, request) => {
  const { issueToken } = stack;
  const valid = await issueToken({ roles: [request.role] });
  const credentials = [
    'Basic dTpw',
    'Bearer',
    'Bearer ',
    'Bearer  x y',
    `Bearer ${valid} x`,
    `Bearer ${valid},Bearer ${valid}`,
    `Bearer "${valid}"`,
    `Bearer\t${valid}`,
    `Bearer${valid}`,
    `Token ${valid}`,
    valid,
  ];
  await expectRefused(stack, request, {
    twin: { token: null, headers: { authorization: `bearer  ${valid}` } },
    attacks: dealTo(request, credentials).map((authorization) => ({ token: null, headers: { authorization } })),
    ...UNAUTHENTICATED,
  });
});

it.each(eachRequest)('A03 %s with an unsigned token returns 401', async (_, request) => {
  const { claims, kid } = await readValid(request);
  const signature = (await stack.issueToken({ roles: [request.role] })).split('.')[2];
  const headers = ['none', 'None', 'nOnE', 'NONE', '', undefined].map((alg) => encode({ alg, typ: 'JWT', kid }));
  await expectRefused(stack, request, {
    attacks: dealTo(request, headers).flatMap((header) => [
      { token: `${header}.${encode(claims)}.` },
      { token: `${header}.${encode(claims)}` },
      { token: `${header}.${encode(claims)}.${signature}` },
    ]),
    ...INVALID,
  });
});

it.each(eachRequest)(
  'A04 %s with a token signed with the public key as a shared secret returns 401',
  async (_, request) => {
    const { claims, kid } = await readValid(request);
    const pem = key.export({ type: 'spki', format: 'pem' }).toString();
    const secrets = [pem, pem.trim(), key.export({ type: 'spki', format: 'der' }), JSON.stringify(jwk), jwk.n];
    const signings = [
      ...secrets.map((secret) => ['HS256', secret] as const),
      ['HS384', pem] as const,
      ['HS512', pem] as const,
      ['HS256', Buffer.from(jwk.n, 'base64url')] as const,
    ];
    const tokens = await Promise.all(
      dealTo(request, signings).map(([alg, secret]) =>
        new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', kid }).sign(Buffer.from(secret)),
      ),
    );
    await expectRefused(stack, request, { attacks: tokens.map((token) => ({ token })), ...INVALID });
  },
);

it.each(eachRequest)(
  'A05 %s with a token that brings its own key returns 401, and nothing it names is fetched',
  async (_, request) => {
    const { claims, kid } = await readValid(request);
    const forge = (header: object) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...header }).sign(attacker.privateKey);
    const ownKeys = [
      { jwk: attackerJwk },
      { jku: `${decoy.url}/keys` },
      { x5u: `${decoy.url}/chain` },
      { x5c: ['MIIB'] },
      { kid: `${decoy.url}/keys` },
      { kid: '../../../etc/passwd' },
      { kid: "' or 1=1 --" },
      {},
    ];
    const headers = ownKeys.flatMap((own) => [{ kid: 'attacker', ...own }, { ...own, kid }, own]);
    const tokens = await Promise.all(dealTo(request, headers).map(forge));
    await expectRefused(stack, request, { attacks: tokens.map((token) => ({ token })), ...INVALID });
    expect(decoy.calls).toEqual([]);
  },
);

it.each(eachRequest)('A05 %s with a token whose form or signature was changed returns 401', async (_, request) => {
  const token = await stack.issueToken({ roles: [request.role] });
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { claims } = await readValid(request);
  const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
  const tokens = [
    `${header}.${payload}.${flipped}`,
    `${header}.${payload}.${signature.slice(4)}`,
    `${header}.${encode({ ...claims, roles: ['Items.Read'] })}.${signature}`,
    `${payload}.${header}.${signature}`,
    `${token}.${signature}`,
    `${token}..`,
    `.${payload}.${signature}`,
    `${header}..${signature}`,
    `${header}.${encode([])}.${signature}`,
    '..',
    'not-a-token',
  ];
  await expectRefused(stack, request, {
    attacks: dealTo(request, tokens).map((each) => ({ token: each })),
    ...INVALID,
  });
});

it.each(eachRequest)('A06 %s with a token for another audience returns 401', async (_, request) => {
  const audiences = [
    'https://management.azure.com',
    ...Object.values(upstreamAudiences),
    'api://frontdesk/',
    'API://FRONTDESK',
    '',
  ];
  await expectRefused(stack, request, {
    twin: { claims: { aud: 'api://frontdesk' } },
    attacks: dealTo(request, audiences).map((aud) => ({ claims: { aud } })),
    ...INVALID,
  });
});

it.each(eachRequest)(
  'A07 %s with a correctly signed token of a tenant that is not configured returns 401',
  async (_, request) => {
    const issuerOf = (tenant: string) => `${stack.issuer.url}/${tenant}/v2.0`;
    const foreign = [
      { tid: FOREIGN_TENANT },
      { tid: FOREIGN_TENANT, iss: issuerOf(tenants.contoso) },
      { iss: issuerOf(FOREIGN_TENANT) },
      { iss: issuerOf(tenants.fabrikam) },
      { iss: `${issuerOf(tenants.contoso)}/` },
      { iss: issuerOf('{tenantid}') },
      { iss: issuerOf('common'), tid: 'common' },
      { iss: `https://sts.windows.net/${tenants.contoso}/` },
      { iss: 'https://evil.example/' },
    ];
    await expectRefused(stack, request, {
      twin: { claims: { tid: tenants.contoso, iss: issuerOf(tenants.contoso) } },
      attacks: dealTo(request, foreign).map((claims) => ({ claims })),
      ...INVALID,
    });
  },
);

// The second can change between signing and verifying, so each value is one second from the tolerance's limit.
it.each(eachRequest)(
  'A08 %s with a token outside its lifetime by more than 30 s returns 401, by less it succeeds',
  async (_, request) => {
    // Half a minute on a slow machine; the second itself is a test of values.
    const now = Math.floor(Date.now() / 1000);
    await expectRefused(stack, request, {
      twin: { claims: { exp: now - 5 } },
      attacks: [{ claims: { exp: now - 31 } }, { claims: { exp: 0 } }, { claims: { exp: now - 86_400 } }],
      ...INVALID,
    });
    await expectRefused(stack, request, {
      twin: { claims: { nbf: now + 30 } },
      attacks: [{ claims: { nbf: now + 62 } }, { claims: { nbf: now + 86_400 } }],
      ...INVALID,
    });
  },
);

it.each(eachRequest)('A09 %s with a token without an expiry returns 401', async (_, request) => {
  await expectRefused(stack, request, {
    attacks: [{ claims: { exp: null } }],
    ...INVALID,
  });
});

it.each(eachRequest)('A07b %s with a token that another issuer key signed returns 401', async (_, request) => {
  const signedAs = async (tid: string, accounts: 'work' | 'personal') => ({
    token: await stack.issueToken({ tid, roles: [request.role] }, accounts),
  });
  await expectRefused(stack, request, {
    twin: await signedAs(tenants.contoso, 'work'),
    attacks: [await signedAs(tenants.contoso, 'personal'), await signedAs(tenants.fabrikam, 'personal')],
    ...INVALID,
  });
  expect(stack.log.at(-1)).toMatchObject({ reason: 'key_issuer' });
});

it.each(eachRequest)('A07c %s with a token of a personal account returns 401', async (_, request) => {
  const { role } = request;
  const ofPersonal = async (accounts: 'work' | 'personal') => ({
    token: await stack.issueToken({ tid: personalTenant, roles: [role] }, accounts),
  });
  await expectRefused(stack, request, {
    attacks: [await ofPersonal('personal'), await ofPersonal('work')],
    ...INVALID,
  });
  expect(stack.log.at(-1)).toMatchObject({ reason: 'personal_account' });
});

it.each(eachRequest)('A10 %s with an ID token returns 401', async (_, request) => {
  const idToken = { nonce: 'n', scp: null, roles: null };
  const withRole = { roles: [request.role], scp: null };
  const audience = ['api://frontdesk', portalClientId];
  const idTokens = [
    { claims: { ...idToken, aud: portalClientId } },
    { claims: idToken },
    { claims: { ...idToken, aud: [] } },
    { claims: { ...withRole, nonce: 'n' } },
    { claims: { ...withRole, at_hash: 'h' } },
    { claims: { ...withRole, c_hash: 'h' } },
    { claims: { ...withRole, aud: audience } },
    { claims: { ...withRole, aud: audience, azp: null, appid: portalClientId } },
    { claims: { aud: audience } },
    { claims: { at_hash: 'h' } },
  ];
  await expectRefused(stack, request, { attacks: dealTo(request, idTokens), ...INVALID });
});

it.each(eachRequest)('A13 %s with its token in the query returns 401', async (_, request) => {
  const token = await stack.issueToken({ roles: [request.role] });
  const query = `${request.query}${request.query ? '&' : '?'}access_token=${token}`;
  await expectRefused(stack, request, { attacks: [{ token: null, query }], ...UNAUTHENTICATED });
});

it.each(eachRequest)(
  'A15 %s with a token of 12 KiB returns 401, and of a megabyte 431 from the host',
  async (_, request) => {
    const dots = 'Bearer '.padEnd(12 * 1024, '.');
    await expectRefused(stack, request, { attacks: [{ token: null, headers: { authorization: dots } }], ...INVALID });
    const head = `${request.method} ${toPath(request)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer `;
    await expectUntouched(stack, async () => {
      const logged = stack.log.length;
      expect(await sendRaw(stack.url, `${head}${'x'.repeat(1024 * 1024)}\r\n\r\n`)).toMatch(/^$|^HTTP\/1\.1 431 /);
      expect(stack.log).toHaveLength(logged);
    });
    await expectGranted(stack, readItem);
  },
);

it('A15 a token with 200 groups, of 11 KB, is accepted; one of more than 24 KiB is refused', async () => {
  const groups = (count: number) => ({ groups: Array.from({ length: count }, () => randomUUID()) });
  expect((await stack.issueToken(groups(200))).length).toBeGreaterThan(10_000);
  await expectRefused(stack, readItem, {
    twin: { claims: groups(200) },
    attacks: [{ claims: groups(480) }],
    ...INVALID,
  });
  expect(stack.log.at(-1)).toMatchObject({ reason: 'token_too_long' });
});

it.each([
  ['a line break', 'ann\r\n{"status":200}'],
  ['an escape sequence', 'ann\u001b[2J'],
  ['a bidirectional override', 'ann\u202enimda'],
  ['a bidirectional isolate', '\u2066ann'],
  ['a zero-width character', 'ann\u200b'],
  ['a line separator', 'ann\u2028ben'],
])('A15b a claim with %s is refused, and is not in the log', async (_, text) => {
  await expectRefused(stack, readItem, {
    attacks: ['oid', 'sub', 'azp', 'tid'].map((claim) => ({ claims: { oid: 'ann', sub: 'ann', [claim]: text } })),
    hidden: [text],
    ...INVALID,
  });
});

it.each(eachRequest)("A16 %s ignores identities in the platform's headers", async (_, request) => {
  const principal = {
    auth_typ: 'aad',
    claims: [
      { typ: 'roles', val: request.role },
      { typ: 'http://schemas.microsoft.com/identity/claims/tenantid', val: tenants.contoso },
    ],
    role_typ: 'roles',
  };
  const forged = {
    'x-ms-client-principal': Buffer.from(JSON.stringify(principal)).toString('base64'),
    'x-ms-client-principal-id': 'admin',
    'x-ms-client-principal-name': 'admin@contoso.example',
    'x-ms-client-principal-idp': 'aad',
  };
  await expectRefused(stack, request, {
    twin: { headers: forged },
    attacks: [
      { token: null, headers: forged },
      { token: null, headers: { ...forged, 'x-ms-client-principal': '{' } },
    ],
    ...UNAUTHENTICATED,
  });
  await expectRefused(stack, request, {
    attacks: [{ headers: forged, claims: { roles: ['None'] } }],
    status: 403,
    code: 'insufficient_scope',
  });
});

it.each(eachRequest)("A17 %s takes no token from the platform's headers", async (_, request) => {
  const token = await stack.issueToken({ roles: [request.role] });
  const armToken = await stack.issueToken({ aud: upstreamAudiences.arm });
  const names = [
    'x-ms-token-aad-access-token',
    'x-ms-token-aad-id-token',
    'x-zumo-auth',
    'x-authorization',
    'proxy-authorization',
  ];
  await expectRefused(stack, request, {
    twin: { headers: { 'x-ms-token-aad-access-token': armToken } },
    attacks: dealTo(
      request,
      names.flatMap((name) => [token, armToken].map((each) => ({ token: null, headers: { [name]: each } }))),
    ),
    ...UNAUTHENTICATED,
  });
});

it.each(eachRequest)('A18 %s accepts no function key instead of a token', async (_, request) => {
  const key = 'a-function-key-of-this-app-0123456789';
  await expectRefused(stack, request, {
    twin: { headers: { 'x-functions-key': key } },
    attacks: [
      { token: null, query: `${request.query}${request.query ? '&' : '?'}code=${key}` },
      { token: null, headers: { 'x-functions-key': key } },
    ],
    hidden: [key],
    ...UNAUTHENTICATED,
  });
  await stack.upstream.reset();
  await sendChanged(stack, request, { headers: { 'x-functions-key': key } });
  expect(JSON.stringify(await stack.upstream.calls())).not.toContain(key);
});

/** The case has ten thousand per minute; what counts is the number of fetches. */
const floodTokens = 500;
const atOnce = 50;

async function countKeySets(): Promise<number> {
  const calls = (await stack.issuer.calls()) as unknown as { target: string }[];
  return calls.filter(({ target }) => target === 'jwks').length;
}

it('A14 tokens with unknown key ids return 401, or 503 until the keys are fetched again: two key sets at most, however many there are', async () => {
  await expectGranted(stack, readItem);
  const payload = Buffer.from(JSON.stringify(decodeJwt(await stack.issueToken({})))).toString('base64url');
  const signature = randomBytes(256).toString('base64url');
  const forge = () => {
    const header = Buffer.from(JSON.stringify({ alg: 'RS256', typ: 'JWT', kid: randomUUID() })).toString('base64url');
    return `${header}.${payload}.${signature}`;
  };
  const statuses = new Map<number, number>();
  const before = await countKeySets();
  await expectUntouched(stack, async () => {
    for (let sent = 0; sent < floodTokens; sent += atOnce) {
      const responses = await Promise.all(
        Array.from({ length: atOnce }, () => sendChanged(stack, readItem, { token: forge() })),
      );
      for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  expect([...statuses.keys()].every((status) => status === 401 || status === 503)).toBe(true);
  await expectGranted(stack, readItem);
  expect((await countKeySets()) - before).toBeLessThanOrEqual(2);
});

it('A14 a valid caller is served during the flood', async () => {
  const token = await stack.issueToken({});
  const flood = Array.from({ length: 200 }, () =>
    sendChanged(stack, readItem, {
      token: `${Buffer.from(JSON.stringify({ alg: 'RS256', kid: randomUUID() })).toString('base64url')}.e30.AAAA`,
    }),
  );
  const good = Array.from({ length: 20 }, () => sendChanged(stack, readItem, { token }));
  expect((await Promise.all(good)).map(({ status }) => status)).toEqual(good.map(() => 200));
  await Promise.all(flood);
});
