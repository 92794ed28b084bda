/**
 * The issuer's JWK Set: found by discovery, kept for a day, refreshed every hour beside the requests.
 * Source: RFC 7517 5; OpenID Connect Discovery 1.0 4.3; reliability 4.5.
 */
import { type CryptoKey, errors, importJWK, type JWK, type JWTHeaderParameters } from 'jose';
import * as z from 'zod';
import { Problem, Reason } from '../http/problem.ts';
import { isTrustedUrl } from '../http/trusted-url.ts';
import type { Clock } from '../time/clock.ts';
import { createMoments } from '../time/moments.ts';

export interface KeySet {
  /** Answers the key that a token's header names; throws JWKSNoMatchingKey, or Problem `auth_unavailable`. */
  find(header: JWTHeaderParameters): Promise<CryptoKey | Uint8Array>;
}

export interface KeySetOptions {
  /** As in TokenRules; `{tenantid}` is discovered at `common`. */
  readonly issuer: string;
  /** Skips discovery. */
  readonly jwksUri: string | undefined;
  readonly clock: Clock;
}

const REFRESH_AFTER_MS = 3_600_000;
const USABLE_FOR_MS = 24 * 3_600_000;
/** A key set is fetched no sooner than this after the last try; sooner without any keys. */
const MIN_INTERVAL_MS = 30_000;
const MIN_INTERVAL_COLD_MS = 1_000;
/** For a key that the set does not hold it is fetched when there were fewer fetches of late, and not twice for the same one. */
const UNKNOWN_KEY_FETCHES = 2;
const UNKNOWN_KEY_WINDOW_MS = 300_000;
const MAX_UNKNOWN_KEYS = 1_000;
/** For discovery and keys together. */
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;

const jwkSet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });
/** A key of another form is left out, as RFC 7517 5 asks. */
const signingKey = z.looseObject({ kid: z.string(), kty: z.enum(['RSA', 'EC']) });
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** Answers the key set of one issuer; nothing is fetched before the first token. */
export function createKeySet({ issuer, jwksUri, clock }: KeySetOptions): KeySet {
  let keys = new Map<string, JWK>();
  let imported = new Map<string, Promise<CryptoKey | Uint8Array>>();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let flight: Promise<void> | undefined;
  const unknown = createMoments<string>(clock, MAX_UNKNOWN_KEYS);
  /** Of the last fetches, for whatever reason. */
  let fetchTimes: readonly number[] = [];

  return { find };

  async function find({ alg, kid }: JWTHeaderParameters): Promise<CryptoKey | Uint8Array> {
    if (typeof kid !== 'string') throw new errors.JWKSNoMatchingKey();
    const age = clock.now() - fetchedAt;
    if (age >= USABLE_FOR_MS) await refresh();
    else if (age >= REFRESH_AFTER_MS) refresh().catch(() => {});
    if (!keys.has(kid) && mayFetchFor(kid)) await refresh().catch(() => {});
    const jwk = keys.get(kid);
    if (jwk === undefined || !mayVerify(jwk, alg)) throw new errors.JWKSNoMatchingKey();
    return importOnce(`${alg} ${kid}`, alg, jwk);
  }

  /** Bounded, so that made-up key ids cannot be turned into fetches (reliability 4.5). */
  function mayFetchFor(kid: string): boolean {
    if (flight) return true;
    if (unknown.isWithin(kid, UNKNOWN_KEY_WINDOW_MS) || clock.now() - triedAt < MIN_INTERVAL_MS) return false;
    const recent = fetchTimes.filter((at) => clock.now() - at < UNKNOWN_KEY_WINDOW_MS);
    if (recent.length >= UNKNOWN_KEY_FETCHES) return false;
    unknown.mark(kid);
    return true;
  }

  function importOnce(name: string, alg: string, jwk: JWK): Promise<CryptoKey | Uint8Array> {
    let key = imported.get(name);
    if (key === undefined) {
      key = importJWK(jwk, alg);
      imported.set(name, key);
    }
    return key;
  }

  /** One fetch at a time and one in an interval; a failed one leaves the keys as they were. */
  function refresh(): Promise<void> {
    if (flight) return flight;
    const interval = usable() ? MIN_INTERVAL_MS : MIN_INTERVAL_COLD_MS;
    if (clock.now() - triedAt < interval) return usable() ? Promise.resolve() : Promise.reject(unavailable());
    triedAt = clock.now();
    fetchTimes = [...fetchTimes, triedAt].slice(-UNKNOWN_KEY_FETCHES);
    flight = fetchKeys().finally(() => {
      flight = undefined;
    });
    return flight;
  }

  function usable(): boolean {
    return clock.now() - fetchedAt < USABLE_FOR_MS;
  }

  async function fetchKeys(): Promise<void> {
    const signal = AbortSignal.timeout(Math.ceil(clock.toTimerMs(TIMEOUT_MS)));
    try {
      const set = jwkSet.parse(await fetchJson(jwksUri ?? (await discoverJwksUri(signal)), signal));
      const signing = set.keys.flatMap((key) => signingKey.safeParse(key).data ?? []);
      if (signing.length === 0) throw new Reason('The JWK Set holds no usable key.');
      keys = new Map(signing.map((key) => [key.kid, key]));
      imported = new Map();
      fetchedAt = clock.now();
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  async function discoverJwksUri(signal: AbortSignal): Promise<string> {
    const base = issuer.replace('{tenantid}', 'common').replace(/\/$/, '');
    const document = discovery.parse(await fetchJson(`${base}/.well-known/openid-configuration`, signal));
    if (document.issuer !== issuer) throw new Reason('Discovery names another issuer than AUTH_ISSUER.');
    // OpenID Connect Discovery 1.0 3: the keys come by https, on this machine alone by http.
    if (!isTrustedUrl(document.jwks_uri)) throw new Reason('Discovery names a jwks_uri that is not https.');
    return document.jwks_uri;
  }
}

/** Whether the key is one for signatures of this algorithm. */
function mayVerify(jwk: JWK, alg: string): boolean {
  const kty = alg.startsWith('ES') ? 'EC' : 'RSA';
  return jwk.kty === kty && (jwk.use ?? 'sig') === 'sig' && (jwk.alg ?? alg) === alg;
}

function unavailable(cause?: unknown): Problem {
  return new Problem('auth_unavailable', { fields: { 'retry-after': '5' }, cause });
}

/** Fetches a small JSON document; throws on anything but a 200 within the limits. */
async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { redirect: 'error', signal });
  if (!response.ok || !response.body) throw new Reason(`Answered ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Reason('The document is too large.');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
