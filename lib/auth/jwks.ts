/**
 * The issuer's signing keys: fetched by discovery or from a fixed address, usable for a day, refreshed every hour in the
 * background. Source: P-23, P-24; RFC 7517 5; OpenID Connect Discovery 1.0 4.3.
 */

import { isDeepStrictEqual } from 'node:util';
import { errors, type JWTHeaderParameters } from 'jose';
import * as z from 'zod';
import { HttpClient } from '../http/http-client.ts';
import { isTrustedUrl } from '../http/path.ts';
import { Problem, SafeError } from '../http/problem.ts';
import { formatRetryAfter } from '../http/retry-after.ts';
import { type Clock, startDeadline } from '../time/clock.ts';
import { SingleFlight } from '../time/single-flight.ts';

const REFRESH_AFTER_MS = 3_600_000;
const USABLE_FOR_MS = 24 * 3_600_000;
/** Least time between two fetches. */
const MIN_INTERVAL_MS = 30_000;
/** Least time between two fetches while there are no usable keys. */
const MIN_INTERVAL_COLD_MS = 1_000;
const RETRY_AFTER_MS = 5_000;

export interface KeySource {
  /** As in TokenRules; `{tenantid}` is discovered at `common`. */
  readonly issuer: string;
  /** Skips discovery. */
  readonly jwksUri: string | undefined;
  readonly clock: Clock;
}

/** Nothing is fetched before `prefetch` or the first token. */
export class SigningKeys {
  readonly #source: KeySource;
  readonly #flight = new SingleFlight<'keys', void>();
  /** The keys by type and id, as `toName` joins them. */
  #keys: ReadonlyMap<string, SigningKey> = new Map();
  /** Start of the fetch that got the keys, and of the last one. */
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  /** Why the last fetch failed. */
  #fault: unknown;

  constructor(source: KeySource) {
    this.#source = source;
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

  /** Returns the key for a token's header. @throws JWKSNoMatchingKey, or Problem `auth_unavailable` if the key may be newer than the known ones. */
  async find(header: JWTHeaderParameters): Promise<SigningKey> {
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey();
    const name = toName(header.kid, header.alg.startsWith('ES') ? 'EC' : 'RSA');
    const startedAt = this.#source.clock.monotonicNow();
    await this.load();
    if (!this.#keys.has(name)) await this.#refresh();
    const key = this.#keys.get(name);
    if (key && (key['alg'] ?? header.alg) === header.alg) return key;
    if (key || this.#fetchedAt >= startedAt) throw new errors.JWKSNoMatchingKey();
    throw unavailable({ reason: 'unknown_key' }, this.#triedAt + MIN_INTERVAL_MS - this.#source.clock.monotonicNow());
  }

  /** Returns the present keys, another object after each change; undefined without usable keys. Starts a refresh if one is due. */
  version(): unknown {
    if (!this.#isUsable()) return undefined;
    this.#refreshIfDue();
    return this.#keys;
  }

  /** Fetches the keys, but not for each made-up key id (P-24). Concurrent calls share a fetch; a failed one keeps the previous keys. */
  #refresh(): Promise<void> {
    if (!this.#flight.has('keys')) {
      const now = this.#source.clock.monotonicNow();
      const interval = this.#isUsable() ? MIN_INTERVAL_MS : MIN_INTERVAL_COLD_MS;
      if (now - this.#triedAt < interval)
        return this.#isUsable() ? Promise.resolve() : Promise.reject(unavailable({ cause: this.#fault }));
      this.#triedAt = now;
    }
    return this.#flight.run('keys', () => this.#fetch());
  }

  #refreshIfDue(): void {
    if (this.#source.clock.monotonicNow() - this.#fetchedAt >= REFRESH_AFTER_MS) this.#refresh().catch(() => {});
  }

  #isUsable(): boolean {
    return this.#source.clock.monotonicNow() - this.#fetchedAt < USABLE_FOR_MS;
  }

  async #fetch(): Promise<void> {
    const startedAt = this.#source.clock.monotonicNow();
    try {
      const keys = await fetchKeys(this.#source);
      if (!isDeepStrictEqual(keys, this.#keys)) this.#keys = keys;
      this.#fetchedAt = startedAt;
    } catch (cause) {
      this.#fault = cause;
      throw unavailable({ cause }, this.#isUsable() ? MIN_INTERVAL_MS : RETRY_AFTER_MS);
    }
  }
}

function unavailable(why: Pick<Problem, 'cause'> | { reason: 'unknown_key' } = {}, waitMs = RETRY_AFTER_MS): Problem {
  return new Problem('auth_unavailable', { headers: { 'retry-after': formatRetryAfter(waitMs) }, ...why });
}

/** Limits discovery and keys together. */
const FETCH_TIMEOUT_MS = 2_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;

/** Parsed once an hour: compiling a parser would cost more than it saves. */
const PARSE_OPTIONS = { jitless: true };

const jwkSet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });
/** Other keys are ignored (RFC 7517 5), also one whose issuer cannot be read: it would verify every issuer's tokens. */
const signingKey = z.looseObject({
  kid: z.string(),
  kty: z.enum(['RSA', 'EC']),
  use: z.literal('sig').exactOptional(),
  /** The only issuer whose tokens it verifies, as a template like `TokenRules.issuer`; absent for any issuer. */
  issuer: z.string().min(1).optional(),
});
export type SigningKey = z.infer<typeof signingKey>;
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** Fetches the issuer's keys. @throws if there is no usable key, or after two seconds. */
export async function fetchKeys({ issuer, jwksUri, clock }: KeySource): Promise<Map<string, SigningKey>> {
  const deadline = startDeadline(clock, FETCH_TIMEOUT_MS);
  const read = (url: string) => readJson(url, deadline.remainingMs(), clock);
  const set = jwkSet.parse(await read(jwksUri ?? (await discoverJwksUri(issuer, read))), PARSE_OPTIONS);
  const keys = set.keys.flatMap((key) => signingKey.safeParse(key, PARSE_OPTIONS).data ?? []);
  if (keys.length === 0) throw new SafeError('The JWK Set has no usable key.');
  return new Map(keys.map((key) => [toName(key.kid, key.kty), key]));
}

/** Two keys may have one id if they differ in type. Source: RFC 7517 4.5. */
function toName(kid: string, kty: string): string {
  return `${kty} ${kid}`;
}

async function discoverJwksUri(issuer: string, read: (url: string) => Promise<unknown>): Promise<string> {
  const base = issuer.replace('{tenantid}', 'common').replace(/\/$/, '');
  const document = discovery.parse(await read(`${base}/.well-known/openid-configuration`), PARSE_OPTIONS);
  if (document.issuer !== issuer) throw new SafeError('Discovery names another issuer than AUTH_ISSUER.');
  // OpenID Connect Discovery 1.0 3 requires https; http is accepted on loopback only.
  if (!isTrustedUrl(document.jwks_uri)) throw new SafeError('Discovery names a jwks_uri that is not https.');
  return document.jwks_uri;
}

/** Keeps no connection: the next fetch is an hour away. @throws on any status but 200: redirects are not followed. */
async function readJson(url: string, timeoutMs: number, clock: Clock): Promise<unknown> {
  const { origin, pathname, search } = new URL(url);
  const client = new HttpClient(origin, { clock, connectTimeoutMs: timeoutMs });
  try {
    const request = { method: 'GET', path: pathname + search, headers: {}, maxResponseBytes: MAX_BYTES, timeoutMs };
    const { status, body } = await client.send(request);
    if (status !== 200) throw new SafeError(`HTTP status ${status}.`);
    return JSON.parse(body.toString());
  } finally {
    void client.close();
  }
}
