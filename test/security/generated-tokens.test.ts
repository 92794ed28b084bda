import { createServer } from 'node:http';
import fc from 'fast-check';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { afterAll, expect, it } from 'vitest';
import { portalClientId } from '../../dev/personas.ts';
import { frontdeskAudience, tenants } from '../../dev/seed.ts';
import { listen } from '../../dev/server.ts';
import { unlimited } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { readItem } from '../support/valid-requests.ts';

const runs = 100;

/** The issuer emulator signs only well-formed claims, so these tests use their own key set. */
const keys = await generateKeyPair('RS256');
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'of-the-test', use: 'sig' };
const keyServer = await listen(
  createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  ),
  0,
);
afterAll(keyServer.close);
const stack = await startStack({ settings: { ...unlimited, AUTH_JWKS_URI: keyServer.url } });

type Claims = Readonly<Record<string, unknown>>;

let callers = 0;

/** Returns a valid token's claims, with a unique caller. */
function someClaims(): Claims {
  callers += 1;
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: `${stack.issuer.url}/${tenants.contoso}/v2.0`,
    aud: frontdeskAudience,
    tid: tenants.contoso,
    oid: `caller-${callers}`,
    sub: `caller-${callers}`,
    azp: portalClientId,
    scp: 'user_impersonation',
    roles: [readItem.role],
    iat: now,
    nbf: now,
    exp: now + 3_600,
  };
}

function sign(payload: unknown): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: jwk.kid })
    .sign(keys.privateKey);
}

const right = someClaims();
const illTyped: readonly (readonly [string, readonly unknown[]])[] = [
  ['iss', [5, true, {}, [right['iss']], '']],
  ['aud', [5, true, {}, [], { 0: frontdeskAudience }, [[frontdeskAudience]], '']],
  ['exp', ['4102444800', true, {}, [4_102_444_800], '']],
  ['nbf', ['0', true, {}, [0], '']],
  ['iat', ['0', true, {}, [0], '']],
  ['tid', [5, true, {}, [tenants.contoso], '', { toString: tenants.contoso }]],
  ['sub', [5, true, {}, ['s'], '']],
  ['oid', [5, true, {}, ['o'], '']],
  ['azp', [5, true, {}, [portalClientId], '']],
  ['scp', [5, true, {}, ['user_impersonation'], [], { user_impersonation: true }]],
  ['roles', ['Items.Read', 5, true, {}, { 0: 'Items.Read', length: 1 }, [['Items.Read']], ['Items.Read', 5], [null]]],
  ['idtyp', [5, true, {}, ['app'], '']],
  ['nonce', [5, true, {}, []]],
];

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** Whether a token is valid: an independent reading of RFC 7519 and docs/architecture.md (Access). */
function isGood(claims: Claims): boolean {
  const { iss, aud, tid, sub, exp, nbf, azp, scp, roles, idtyp, nonce } = claims;
  const isApplication =
    idtyp === 'app' || (idtyp === undefined && scp === undefined && nonce === undefined && isText(azp));
  const now = Date.now() / 1000;
  return (
    iss === `${stack.issuer.url}/${tenants.contoso}/v2.0` &&
    [aud].flat().includes(frontdeskAudience) &&
    tid === tenants.contoso &&
    isText(sub) &&
    typeof exp === 'number' &&
    exp > now - 61 &&
    (nbf === undefined || (typeof nbf === 'number' && nbf < now + 62)) &&
    Array.isArray(roles) &&
    roles.includes(readItem.role) &&
    (isApplication || (typeof scp === 'string' && scp.split(' ').includes('user_impersonation')))
  );
}

it(`${runs} generated claim sets: only a valid one is accepted, and none causes a 500`, async () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('app', 'user', '', 'x user_impersonation', ...Object.values(someClaims())),
  );
  const changes = fc.dictionary(fc.constantFrom(...illTyped.map(([name]) => name)), odd, { maxKeys: 3 });
  const without = fc.subarray(['scp', 'idtyp', 'oid', 'azp', 'nbf'], { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(changes, without, async (changed, missing) => {
      const claims = Object.fromEntries(
        Object.entries({ ...someClaims(), ...changed }).filter(([name]) => !missing.includes(name)),
      );
      const { status } = await sendChanged(stack, readItem, { token: await sign(claims) });
      expect([200, 401, 403]).toContain(status);
      if (status === 200) expect(isGood(claims)).toBe(true);
    }),
    { numRuns: runs },
  );
});
