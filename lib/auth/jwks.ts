/**
 * The issuer's signing keys: usable for a day, refreshed every hour in the background. Source: P-23, P-24.
 * Fetched by discovery. Source: RFC 7517 5; OpenID Connect Discovery 1.0 4.3.
 */
import { isDeepStrictEqual } from 'node:util';
import { type CryptoKey, createLocalJWKSet, errors, type JWTHeaderParameters } from 'jose';
import * as z from 'zod';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import { Problem, SafeError } from '../http/problem.ts';
import { isTrustedUrl } from '../http/url.ts';
import type { Clock } from '../time/clock.ts';
import { type Cooldowns, createCooldowns } from '../time/cooldowns.ts';
import { startDeadline } from '../time/deadline.ts';
import { SingleFlight } from '../time/single-flight.ts';

const REFRESH_AFTER_MS = 3_600_000;
const USABLE_FOR_MS = 24 * 3_600_000;
/** Between two fetches. */
const MIN_INTERVAL_MS = 30_000;
/** Between two fetches while there are no usable keys. */
const MIN_INTERVAL_COLD_MS = 1_000;
/** An unknown key id triggers one fetch at most within this time, and none after two fetches. */
const UNKNOWN_KEY_WINDOW_MS = 300_000;
const MAX_UNKNOWN_KEYS = 1_000;

export interface KeySource {
  /** As in TokenRules; `{tenantid}` is discovered at `common`. */
  readonly issuer: string;
  /** Skips discovery. */
  readonly jwksUri: string | undefined;
  readonly clock: Clock;
}

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
  readonly #unknown: Cooldowns<string>;
  readonly #flight = new SingleFlight<'keys', void>();
  #keys: ReadonlyMap<string, SigningKey> = new Map();
  #choose = createLocalJWKSet({ keys: [] });
  #version = 0;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  /** Start of the last fetch, and of the one before. */
  #triedAt = Number.NEGATIVE_INFINITY;
  #triedBefore = Number.NEGATIVE_INFINITY;

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

  /** Returns the key for a token's header. @throws JWKSNoMatchingKey, or Problem `auth_unavailable`. */
  async find(header: JWTHeaderParameters): Promise<FoundKey> {
    const { kid } = header;
    if (typeof kid !== 'string') throw new errors.JWKSNoMatchingKey();
    if (this.#isUsable()) this.#refreshIfDue();
    else await this.#refresh();
    if (!this.#keys.has(kid) && this.#mayFetchFor(kid)) await this.#refresh().catch(() => {});
    // The issuer first: a refresh may replace the keys during the wait.
    return { issuer: this.#keys.get(kid)?.issuer, key: await this.#choose(header) };
  }

  /** Returns a number that changes with the keys, undefined without usable keys; starts a refresh if one is due. */
  version(): number | undefined {
    if (!this.#isUsable()) return undefined;
    this.#refreshIfDue();
    return this.#version;
  }

  /** Bounded, so that made-up key ids cannot cause a fetch each (P-24). */
  #mayFetchFor(kid: string): boolean {
    if (this.#flight.has('keys')) return true;
    const now = this.#clock.wallNow();
    if (this.#unknown.isActive(kid, UNKNOWN_KEY_WINDOW_MS) || now - this.#triedAt < MIN_INTERVAL_MS) return false;
    if (now - this.#triedBefore < UNKNOWN_KEY_WINDOW_MS) return false;
    this.#unknown.mark(kid);
    return true;
  }

  /** Concurrent calls share a fetch. A failed fetch keeps the previous keys. */
  #refresh(): Promise<void> {
    if (!this.#flight.has('keys')) {
      const now = this.#clock.wallNow();
      const interval = this.#isUsable() ? MIN_INTERVAL_MS : MIN_INTERVAL_COLD_MS;
      if (now - this.#triedAt < interval) return this.#isUsable() ? Promise.resolve() : Promise.reject(unavailable());
      this.#triedBefore = this.#triedAt;
      this.#triedAt = now;
    }
    return this.#flight.run('keys', () => this.#fetch());
  }

  #refreshIfDue(): void {
    if (this.#clock.wallNow() - this.#fetchedAt >= REFRESH_AFTER_MS) this.#refresh().catch(() => {});
  }

  #isUsable(): boolean {
    return this.#clock.wallNow() - this.#fetchedAt < USABLE_FOR_MS;
  }

  async #fetch(): Promise<void> {
    try {
      const keys = await fetchKeys(this.#source);
      if (!isDeepStrictEqual(keys, this.#keys)) {
        this.#keys = keys;
        this.#choose = createLocalJWKSet({ keys: [...keys.values()] });
        // Stryker disable next-line UpdateOperator: any other number will do
        this.#version++;
      }
      this.#fetchedAt = this.#clock.wallNow();
    } catch (cause) {
      throw unavailable(cause);
    }
  }
}

function unavailable(cause?: unknown): Problem {
  return new Problem('auth_unavailable', { headers: { 'retry-after': '5' }, cause });
}

/** For discovery and keys together. */
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;

/** Parsed once an hour: compiling a parser would cost more than it saves. */
const PARSE_OPTIONS = { jitless: true };

const jwkSet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });
/** Other keys are ignored (RFC 7517 5), also one whose issuer cannot be read: it would verify every issuer's tokens. */
const signingKey = z.looseObject({ kid: z.string(), kty: z.enum(['RSA', 'EC']), issuer: z.string().min(1).optional() });
type SigningKey = z.infer<typeof signingKey>;
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** Fetches the issuer's keys by their ids. @throws if there is no usable key, or after two seconds. */
export async function fetchKeys({ issuer, jwksUri, clock }: KeySource): Promise<Map<string, SigningKey>> {
  const reader = openReader(clock);
  try {
    const set = jwkSet.parse(await reader.read(jwksUri ?? (await discoverJwksUri(issuer, reader))), PARSE_OPTIONS);
    const keys = set.keys.flatMap((key) => signingKey.safeParse(key, PARSE_OPTIONS).data ?? []);
    if (keys.length === 0) throw new SafeError('The JWK Set has no usable key.');
    return new Map(keys.map((key) => [key.kid, key]));
  } finally {
    reader.close();
  }
}

async function discoverJwksUri(issuer: string, reader: Reader): Promise<string> {
  const base = issuer.replace('{tenantid}', 'common').replace(/\/$/, '');
  const document = discovery.parse(await reader.read(`${base}/.well-known/openid-configuration`), PARSE_OPTIONS);
  if (document.issuer !== issuer) throw new SafeError('Discovery names another issuer than AUTH_ISSUER.');
  // OpenID Connect Discovery 1.0 3 requires https; http is accepted on loopback only.
  if (!isTrustedUrl(document.jwks_uri)) throw new SafeError('Discovery names a jwks_uri that is not https.');
  return document.jwks_uri;
}

/** Reads small JSON documents within one time limit; two from one origin share a connection. */
interface Reader {
  /** @throws on any status but 200: redirects are not followed. */
  read(url: string): Promise<unknown>;
  /** Called after each fetch: the next one is an hour away. */
  close(): void;
}

function openReader(clock: Clock): Reader {
  const deadline = startDeadline(clock, TIMEOUT_MS);
  const clients = new Map<string, HttpClient>();
  return {
    async read(url) {
      const { origin, pathname, search } = new URL(url);
      const timeoutMs = deadline.remainingMs();
      const options = { clock, maxResponseBytes: MAX_BYTES, connectTimeoutMs: timeoutMs };
      const client = clients.get(origin) ?? createHttpClient(origin, options);
      clients.set(origin, client);
      const { status, body } = await client.send({ method: 'GET', path: pathname + search, headers: {}, timeoutMs });
      if (status !== 200) throw new SafeError(`HTTP status ${status}.`);
      return JSON.parse(body.toString());
    },
    close() {
      for (const client of clients.values()) void client.close();
    },
  };
}
