/** Whether callers' tokens could be verified: discovery, and the signing keys that it leads to. */
import { fetchKeys } from '../../lib/auth/jwks.ts';
import { TimeoutError } from '../../lib/http/http-client.ts';
import { SafeError } from '../../lib/http/problem.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { bad, describeFailure, type Finding, good } from './finding.ts';

const MENDS: readonly (readonly [RegExp, string])[] = [
  [
    /another issuer/,
    'Write the issuer as its discovery document has it; `{tenantid}` stands for the tenant where it does there.',
  ],
  [/not https/, 'Set AUTH_JWKS_URI to the https:// address of the keys.'],
  [/usable key/, 'The issuer publishes no RSA or EC key with a kid: see that the address is that of its signing keys.'],
];

export async function checkKeys({ AUTH_ISSUER, AUTH_JWKS_URI }: Settings): Promise<Finding> {
  const setting = AUTH_JWKS_URI === undefined ? 'AUTH_ISSUER' : 'AUTH_JWKS_URI';
  try {
    const keys = await fetchKeys({ issuer: AUTH_ISSUER, jwksUri: AUTH_JWKS_URI, clock: systemClock });
    return good('keys', `${keys.size} signing key${keys.size === 1 ? '' : 's'}`);
  } catch (cause) {
    // What a connection says bears a code; what is wrong with a document does not.
    if (cause instanceof TimeoutError || (cause instanceof Error && 'code' in cause))
      return describeFailure('keys', setting, cause);
    const found =
      cause instanceof SafeError
        ? cause.message.replace(/\.$/, '')
        : 'what is there is no JWK Set or discovery document';
    const [, mend = `Correct ${setting}: ${toExpected(setting)}.`] =
      MENDS.find(([pattern]) => pattern.test(found)) ?? [];
    return bad('keys', found, mend);
  }
}

function toExpected(setting: string): string {
  return setting === 'AUTH_ISSUER'
    ? '/.well-known/openid-configuration below it must be its discovery document'
    : 'it must be the address of a JWK Set';
}
