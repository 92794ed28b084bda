/** One token of each kind that a request may have. */
import { createHmac } from 'node:crypto';
import type { RunningIssuer } from '../../../dev/issuer.ts';
import { roles, tenants } from '../../../dev/seed.ts';

/** The longest life that is accepted. */
const TOKEN_SECONDS = 30 * 3_600;

/** Valid kinds: the policy grants them every resource of their tenant. */
const GOOD = ['granted', 'application', 'lower-case scheme'] as const;

const BAD = [
  'none',
  'basic',
  'empty',
  'two words',
  'garbage',
  'too long',
  'expired',
  'not yet',
  'no expiry',
  'a long life',
  'a logout token',
  'other audience',
  'other issuer',
  'unknown tenant',
  'tenant without grants',
  'no scope',
  'no role',
  'alg none',
  'wrong signature',
  'tampered',
] as const;

export const tokenKinds = [...GOOD, ...BAD] as const;

export type TokenKind = (typeof tokenKinds)[number];

/** The Authorization header of each kind. */
export type Tokens = Readonly<Record<TokenKind, string | undefined>>;

export function isGoodToken(kind: TokenKind): boolean {
  return GOOD.some((good) => good === kind);
}

/** Issues the tokens; valid ones outlive a run, whose clock is a day ahead at most. */
export async function issueTokens({ issueToken }: RunningIssuer): Promise<Tokens> {
  const now = Math.floor(Date.now() / 1000);
  const exp = now + TOKEN_SECONDS;
  const issue = async (claims: Readonly<Record<string, unknown>>) => `Bearer ${await issueToken({ exp, ...claims })}`;
  const granted = await issue({});
  const [header = '', payload = '', signature = ''] = granted.slice('Bearer '.length).split('.');
  return {
    granted,
    application: await issue({ idtyp: 'app', roles }),
    'lower-case scheme': granted.replace('Bearer', 'bearer'),
    none: undefined,
    basic: 'Basic dTpw',
    empty: 'Bearer ',
    'two words': `${granted} ${signature}`,
    garbage: 'Bearer a.b.c',
    'too long': `Bearer ${'x'.repeat(9_000)}`,
    expired: await issue({ exp: now - 3_600 }),
    'not yet': await issue({ nbf: exp - 60 }),
    'no expiry': await issue({ exp: null }),
    'a long life': await issue({ exp: exp + 60 }),
    'a logout token': await issue({ events: {} }),
    'other audience': await issue({ aud: 'https://management.vendor.example' }),
    'other issuer': await issue({ iss: 'https://evil.example/' }),
    'unknown tenant': await issue({ tid: 'bad00000-0000-4000-8000-000000000000' }),
    'tenant without grants': await issue({ tid: tenants.fabrikam }),
    'no scope': await issue({ scp: 'openid' }),
    'no role': await issue({ roles: [] }),
    'alg none': `Bearer ${encode({ alg: 'none' })}.${payload}.`,
    'wrong signature': `Bearer ${encode({ alg: 'HS256' })}.${payload}.${createHmac('sha256', 'x').update(payload).digest('base64url')}`,
    tampered: `Bearer ${header}.${payload.slice(0, -2)}AA.${signature}`,
  };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
