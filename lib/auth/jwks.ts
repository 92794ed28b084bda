/** The issuer's JWK Set: kept for a day, refreshed every hour beside the requests. Source: reliability 4.5. */
import { isDeepStrictEqual } from 'node:util';
import { type CryptoKey, errors, importJWK, type JWK, type JWTHeaderParameters } from 'jose';
import { Problem } from '../http/problem.ts';
import { createCooldowns } from '../time/cooldowns.ts';
import { createFetchKeys, type KeySource } from './fetch-keys.ts';

export interface SigningKeys {
  /** Begins to fetch the keys, so that the first token finds them on their way; a failure counts for no try. */
  prefetch(): void;
  /** Answers the key that a token's header names; throws JWKSNoMatchingKey, or Problem `auth_unavailable`. */
  find(header: JWTHeaderParameters): Promise<CryptoKey | Uint8Array>;
  /** Answers a number that is another one for other keys, undefined without usable ones; has them refreshed when they are due. */
  version(): number | undefined;
}

const REFRESH_AFTER_MS = 3_600_000;
const USABLE_FOR_MS = 24 * 3_600_000;
/** A key set is fetched no sooner than this after the last try; sooner without any keys. */
const MIN_INTERVAL_MS = 30_000;
const MIN_INTERVAL_COLD_MS = 1_000;
/** For a key that the set does not hold it is fetched where there were no two fetches of late, and not twice for the same one. */
const UNKNOWN_KEY_WINDOW_MS = 300_000;
const MAX_UNKNOWN_KEYS = 1_000;

/** Answers the key set of one issuer; nothing is fetched before `prepare` or the first token. */
export function createSigningKeys(source: KeySource): SigningKeys {
  const { clock } = source;
  const fetchKeys = createFetchKeys(source);
  let keys = new Map<string, JWK>();
  let imported = new Map<string, Promise<CryptoKey | Uint8Array>>();
  /** Raised when a fetch brings other keys than the one before. */
  let generation = 0;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  /** Of the last two fetches, for whatever reason. */
  let triedAt = Number.NEGATIVE_INFINITY;
  let triedBefore = Number.NEGATIVE_INFINITY;
  let flight: Promise<void> | undefined;
  const unknown = createCooldowns<string>(clock, MAX_UNKNOWN_KEYS);

  return {
    prefetch: () =>
      void refresh().catch(() => {
        triedAt = Number.NEGATIVE_INFINITY;
      }),
    find,
    version() {
      if (!usable()) return undefined;
      refreshWhenDue();
      return generation;
    },
  };

  async function find({ alg, kid }: JWTHeaderParameters): Promise<CryptoKey | Uint8Array> {
    if (typeof kid !== 'string') throw new errors.JWKSNoMatchingKey();
    if (usable()) refreshWhenDue();
    else await refresh();
    if (!keys.has(kid) && mayFetchFor(kid)) await refresh().catch(() => {});
    const jwk = keys.get(kid);
    if (jwk === undefined || !mayVerify(jwk, alg)) throw new errors.JWKSNoMatchingKey();
    return importOnce(`${alg} ${kid}`, alg, jwk);
  }

  /** Bounded, so that made-up key ids cannot be turned into fetches (reliability 4.5). */
  function mayFetchFor(kid: string): boolean {
    if (flight) return true;
    if (unknown.isActive(kid, UNKNOWN_KEY_WINDOW_MS) || clock.now() - triedAt < MIN_INTERVAL_MS) return false;
    if (clock.now() - triedBefore < UNKNOWN_KEY_WINDOW_MS) return false;
    unknown.mark(kid);
    return true;
  }

  function importOnce(name: string, alg: string, jwk: JWK): Promise<CryptoKey | Uint8Array> {
    const key = imported.get(name) ?? importJWK(jwk, alg);
    imported.set(name, key);
    return key;
  }

  /** One fetch at a time and one in an interval; a failed one leaves the keys as they were. */
  function refresh(): Promise<void> {
    if (flight) return flight;
    const interval = usable() ? MIN_INTERVAL_MS : MIN_INTERVAL_COLD_MS;
    if (clock.now() - triedAt < interval) return usable() ? Promise.resolve() : Promise.reject(unavailable());
    triedBefore = triedAt;
    triedAt = clock.now();
    flight = renew().finally(() => {
      flight = undefined;
    });
    return flight;
  }

  function refreshWhenDue(): void {
    if (clock.now() - fetchedAt >= REFRESH_AFTER_MS) refresh().catch(() => {});
  }

  function usable(): boolean {
    return clock.now() - fetchedAt < USABLE_FOR_MS;
  }

  async function renew(): Promise<void> {
    try {
      const found = await fetchKeys();
      if (!isDeepStrictEqual(found, keys)) {
        keys = found;
        imported = new Map();
        // Stryker disable next-line UpdateOperator: any other number will do
        generation++;
      }
      fetchedAt = clock.now();
    } catch (cause) {
      throw unavailable(cause);
    }
  }
}

/** Whether the key is one for signatures of this algorithm. */
function mayVerify(jwk: JWK, alg: string): boolean {
  const kty = alg.startsWith('ES') ? 'EC' : 'RSA';
  return jwk.kty === kty && (jwk.use ?? 'sig') === 'sig' && (jwk.alg ?? alg) === alg;
}

function unavailable(cause?: unknown): Problem {
  return new Problem('auth_unavailable', { headers: { 'retry-after': '5' }, cause });
}
