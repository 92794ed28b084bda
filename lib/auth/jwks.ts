/**
 * The issuer's signing keys: usable for a day, refreshed every hour in the background. Source: P-23, P-24.
 */
import { isDeepStrictEqual } from 'node:util';
import { type CryptoKey, createLocalJWKSet, errors, type JWTHeaderParameters } from 'jose';
import { Problem } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import type { Clock } from '../time/clock.ts';
import { type Cooldowns, createCooldowns } from '../time/cooldowns.ts';
import { SingleFlight } from '../time/single-flight.ts';
import { fetchKeys, type KeySource, type SigningKey } from './fetch-keys.ts';

const REFRESH_AFTER_MS = 3_600_000;
const USABLE_FOR_MS = 24 * 3_600_000;
/** Between two fetches. */
const MIN_INTERVAL_MS = 30_000;
/** Between two fetches while there are no usable keys. */
const MIN_INTERVAL_COLD_MS = 1_000;
const RETRY_AFTER_MS = 5_000;
const MAX_UNKNOWN_KEYS = 1_000;
/** Longer ones would fill the memory. */
const MAX_KEY_ID_LENGTH = 256;

/** A key that may verify a token. */
export interface FoundKey {
  readonly key: CryptoKey;
  /** Whose tokens alone it verifies, as a template like `TokenRules.issuer`; undefined for any issuer's. */
  readonly issuer: string | undefined;
}

/** Nothing is fetched before `prefetch` or the first token. */
export class SigningKeys {
  readonly #source: KeySource;
  readonly #clock: Clock;
  /** When each unknown key id was first seen. */
  readonly #unknown: Cooldowns<string>;
  readonly #flight = new SingleFlight<'keys', void>();
  #keys: ReadonlyMap<string, SigningKey> = new Map();
  #choose = createLocalJWKSet({ keys: [] });
  #version = 0;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  /** Start of the fetch that got the keys, and of the last one. */
  #currentAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(source: KeySource) {
    this.#source = source;
    this.#clock = source.clock;
    this.#unknown = createCooldowns(source.clock, MAX_UNKNOWN_KEYS);
  }

  /** Starts the first fetch early. A failure does not delay the next one. */
  prefetch(): void {
    this.#refresh().catch(() => {
      this.#triedAt = Number.NEGATIVE_INFINITY;
    });
  }

  /** Resolves when there are usable keys. @throws Problem `auth_unavailable`. */
  async load(): Promise<void> {
    if (this.#isUsable()) this.#refreshIfDue();
    else await this.#refresh();
  }

  /** Returns the key for a token's header. @throws JWKSNoMatchingKey, or Problem `auth_unavailable`. */
  async find(header: JWTHeaderParameters): Promise<FoundKey> {
    const { kid } = header;
    if (typeof kid !== 'string' || kid.length > MAX_KEY_ID_LENGTH) throw new errors.JWKSNoMatchingKey();
    if (!this.#keys.has(kid) && this.#unknown.lastTime(kid) === Number.NEGATIVE_INFINITY) this.#unknown.mark(kid);
    await this.load();
    if (!this.#keys.has(kid)) await this.#lookFor(kid);
    // The issuer first: a refresh may replace the keys during the wait.
    return { issuer: this.#keys.get(kid)?.issuer, key: await this.#choose(header) };
  }

  /** Returns a number that changes with the keys, undefined without usable keys; starts a refresh if one is due. */
  version(): number | undefined {
    if (!this.#isUsable()) return undefined;
    this.#refreshIfDue();
    return this.#version;
  }

  /**
   * Fetches the keys, if the last fetch is long enough ago: made-up key ids cannot cause a fetch each (P-24).
   * @throws Problem `auth_unavailable` unless the keys were fetched since the id was first seen: it may be a new key's.
   */
  async #lookFor(kid: string): Promise<void> {
    const waitMs = this.#triedAt + MIN_INTERVAL_MS - this.#clock.monotonicNow();
    if (waitMs <= 0 || this.#flight.has('keys')) await this.#refresh();
    if (this.#currentAt < this.#unknown.lastTime(kid) && !this.#keys.has(kid)) throw unavailable(undefined, waitMs);
  }

  /** Concurrent calls share a fetch. A failed fetch keeps the previous keys. */
  #refresh(): Promise<void> {
    if (!this.#flight.has('keys')) {
      const now = this.#clock.monotonicNow();
      const interval = this.#isUsable() ? MIN_INTERVAL_MS : MIN_INTERVAL_COLD_MS;
      if (now - this.#triedAt < interval) return this.#isUsable() ? Promise.resolve() : Promise.reject(unavailable());
      this.#triedAt = now;
    }
    return this.#flight.run('keys', () => this.#fetch());
  }

  #refreshIfDue(): void {
    if (this.#clock.monotonicNow() - this.#fetchedAt >= REFRESH_AFTER_MS) this.#refresh().catch(() => {});
  }

  #isUsable(): boolean {
    return this.#clock.monotonicNow() - this.#fetchedAt < USABLE_FOR_MS;
  }

  async #fetch(): Promise<void> {
    const startedAt = this.#clock.monotonicNow();
    try {
      const keys = await fetchKeys(this.#source);
      if (!isDeepStrictEqual(keys, this.#keys)) {
        this.#keys = keys;
        this.#choose = createLocalJWKSet({ keys: [...keys.values()] });
        // Stryker disable next-line UpdateOperator: any other number will do
        this.#version++;
      }
      this.#fetchedAt = this.#clock.monotonicNow();
      this.#currentAt = startedAt;
    } catch (cause) {
      throw unavailable(cause);
    }
  }
}

function unavailable(cause?: unknown, waitMs = RETRY_AFTER_MS): Problem {
  return new Problem('auth_unavailable', { headers: { 'retry-after': formatRetryAfter(waitMs) }, cause });
}
