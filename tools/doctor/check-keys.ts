/** Checks that callers' tokens can be verified: discovery and the signing keys. */
import { fetchKeys } from '../../lib/auth/jwks.ts';
import { TimeoutError } from '../../lib/http/http-client.ts';
import { SafeError } from '../../lib/http/problem.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { bad, describeFailure, type Finding, good, TIMEOUT_MS } from './finding.ts';

/** By what `fetchKeys` says. */
const FIXES: readonly (readonly [RegExp, string])[] = [
  [
    /another issuer/,
    'Copy `issuer` from the discovery document into AUTH_ISSUER, including `{tenantid}` if it is there.',
  ],
  [/not https/, 'Set AUTH_JWKS_URI to the https:// URL of the keys.'],
  [/usable key/, 'The issuer has no RSA or EC key with a kid: check that the URL is that of its signing keys.'],
];

export async function checkKeys({ AUTH_ISSUER, AUTH_JWKS_URI }: Settings): Promise<Finding> {
  const setting = AUTH_JWKS_URI === undefined ? 'AUTH_ISSUER' : 'AUTH_JWKS_URI';
  try {
    const keys = await fetchKeys({ issuer: AUTH_ISSUER, jwksUri: AUTH_JWKS_URI, clock: systemClock });
    const aheadMs = await readClock(AUTH_JWKS_URI ?? toDiscovery(AUTH_ISSUER));
    if (Math.abs(aheadMs) > TOLERANCE_MS) return describeClock(aheadMs);
    return good('keys', `${keys.size} signing key${keys.size === 1 ? '' : 's'}`);
  } catch (cause) {
    // Errors of a connection have a code; errors of a document do not.
    if (cause instanceof TimeoutError || (cause instanceof Error && 'code' in cause))
      return describeFailure('keys', setting, AUTH_JWKS_URI ?? AUTH_ISSUER, cause);
    const found =
      cause instanceof SafeError
        ? cause.message.replace(/\.$/, '')
        : 'the document is not a JWK Set or discovery document';
    const [, fix = `Fix ${setting}: ${describeExpected(setting)}.`] =
      FIXES.find(([pattern]) => pattern.test(found)) ?? [];
    return bad('keys', found, fix);
  }
}

const toDiscovery = (issuer: string) =>
  `${issuer.replace('{tenantid}', 'common').replace(/\/$/, '')}/.well-known/openid-configuration`;

/** Of the app, as a token begins and ends. */
const TOLERANCE_MS = 30_000;

/** Returns by how much the clock of a server is ahead of this machine's, in milliseconds; 0 if it does not say. */
async function readClock(url: string): Promise<number> {
  const { headers } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? 0 : date - systemClock.wallNow();
}

function describeClock(aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const found = `the issuer's clock is ${aheadMs > 0 ? 'ahead' : 'behind'} by ${seconds} s`;
  return bad(
    'keys',
    found,
    'Set this machine by NTP, or the issuer: tokens are refused (docs/runbook.md#refused-tokens).',
  );
}

function describeExpected(setting: string): string {
  return setting === 'AUTH_ISSUER'
    ? 'its discovery document must be at /.well-known/openid-configuration below it'
    : 'it must be the URL of a JWK Set';
}
