/** One token of each kind that a request may have. */
import { createHmac } from 'node:crypto';
import type { RunningIssuer } from '../../../dev/issuer.ts';
import { roles, tenants } from '../../../dev/seed.ts';

/** The longest life that is accepted. */
const TOKEN_SECONDS = 30 * 3_600;

/** Valid kinds: the policy grants them every resource of their tenant. */
const GOOD = ['granted', 'application', 'lower-case scheme'];

/** What tokens are made of: a valid one is `Bearer ${header}.${payload}.${signature}`. */
interface Parts {
  readonly issue: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly granted: string;
  readonly header: string;
  readonly payload: string;
  readonly signature: string;
  /** Seconds. */
  readonly now: number;
  readonly exp: number;
}

const KINDS = {
  granted: ({ granted }) => granted,
  application: ({ issue }) => issue({ idtyp: 'app', roles }),
  'lower-case scheme': ({ granted }) => granted.replace('Bearer', 'bearer'),
  none: () => undefined,
  basic: () => 'Basic dTpw',
  empty: () => 'Bearer ',
  'two words': ({ granted, signature }) => `${granted} ${signature}`,
  garbage: () => 'Bearer a.b.c',
  'too long': () => `Bearer ${'x'.repeat(9_000)}`,
  expired: ({ issue, now }) => issue({ exp: now - 3_600 }),
  'not yet': ({ issue, exp }) => issue({ nbf: exp - 60 }),
  'no expiry': ({ issue }) => issue({ exp: null }),
  'a long life': ({ issue, exp }) => issue({ exp: exp + 60 }),
  'a logout token': ({ issue }) => issue({ events: {} }),
  'other audience': ({ issue }) => issue({ aud: 'https://management.vendor.example' }),
  'other issuer': ({ issue }) => issue({ iss: 'https://evil.example/' }),
  'unknown tenant': ({ issue }) => issue({ tid: 'bad00000-0000-4000-8000-000000000000' }),
  'tenant without grants': ({ issue }) => issue({ tid: tenants.fabrikam }),
  'no scope': ({ issue }) => issue({ scp: 'openid' }),
  'no role': ({ issue }) => issue({ roles: [] }),
  'alg none': ({ payload }) => `Bearer ${encode({ alg: 'none' })}.${payload}.`,
  'wrong signature': ({ payload }) =>
    `Bearer ${encode({ alg: 'HS256' })}.${payload}.${createHmac('sha256', 'x').update(payload).digest('base64url')}`,
  tampered: ({ header, payload, signature }) => `Bearer ${header}.${payload.slice(0, -2)}AA.${signature}`,
} satisfies Readonly<Record<string, (parts: Parts) => string | undefined | Promise<string>>>;

export type TokenKind = keyof typeof KINDS;

export const tokenKinds = Object.keys(KINDS) as readonly TokenKind[];

/** The Authorization header of each kind. */
export type Tokens = Readonly<Record<TokenKind, string | undefined>>;

export const isGoodToken = (kind: TokenKind): boolean => GOOD.includes(kind);

/** Issues the tokens; valid ones outlive a run, whose clock is a day ahead at most. */
export async function issueTokens({ issueToken }: RunningIssuer): Promise<Tokens> {
  const now = Math.floor(Date.now() / 1000);
  const exp = now + TOKEN_SECONDS;
  const issue: Parts['issue'] = async (claims) => `Bearer ${await issueToken({ exp, ...claims })}`;
  const granted = await issue({});
  const [header = '', payload = '', signature = ''] = granted.slice('Bearer '.length).split('.');
  const parts = { issue, granted, header, payload, signature, now, exp };
  const issued = Object.entries(KINDS).map(async ([kind, make]) => [kind, await make(parts)]);
  return Object.fromEntries(await Promise.all(issued));
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
