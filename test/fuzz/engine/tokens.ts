/** The tokens that requests have: each way to be let in, and each stage that refuses. Every claim: test/unit/auth/authenticate.test.ts. */
import type { RunningIssuer } from '../../../dev/issuer.ts';
import { roles, tenants } from '../../../dev/seed.ts';

/** The longest life that is accepted: tokens outlive a run, whose clock is a day ahead at most. */
const TOKEN_SECONDS = 30 * 3_600;

const GOOD = ['granted', 'application'] as const;
const BAD = ['none', 'forged', 'tenant without grants', 'no role'] as const;

export type TokenKind = (typeof GOOD | typeof BAD)[number];

export const tokenKinds: readonly TokenKind[] = [...GOOD, ...BAD];

/** The Authorization header of each kind. */
export type Tokens = Readonly<Record<TokenKind, string | undefined>>;

/** Returns whether the policy grants the token every resource of its tenant. */
export const isGoodToken = (kind: TokenKind): boolean => GOOD.some((good) => good === kind);

export async function issueTokens({ issueToken }: RunningIssuer): Promise<Tokens> {
  const exp = Math.floor(Date.now() / 1000) + TOKEN_SECONDS;
  const issue = async (claims: Readonly<Record<string, unknown>>) => `Bearer ${await issueToken({ exp, ...claims })}`;
  const granted = await issue({});
  return {
    granted,
    application: await issue({ idtyp: 'app', roles }),
    none: undefined,
    forged: granted.replace(/.{8}$/, 'AAAAAAAA'),
    'tenant without grants': await issue({ tid: tenants.fabrikam }),
    'no role': await issue({ roles: [] }),
  };
}
