/**
 * Tokens of the managed identity. The SDK neither shares nor limits its calls, so this cache does: one call per
 * scope at a time, one a second while the endpoint fails; renewed in the background while the token is valid, replaced when
 * an upstream rejects it.
 */
import type { AccessToken } from '@azure/identity';
import { isJsonObject } from '../contracts/json-object.ts';
import { tryParseJson } from '../http/parse-json.ts';
import { Problem, SafeError } from '../http/problem.ts';
import { type Clock, type Deadline, sleep, withTimeout } from '../time/clock.ts';
import { SingleFlight } from '../time/single-flight.ts';
import type { Tracer } from './client.ts';
import type { createCredential } from './credential.ts';

/** Requests a token from the identity endpoint. */
export type FetchToken = (scope: string) => Promise<AccessToken | null>;

export interface TokenAge {
  readonly scope: string;
  readonly age: number;
  readonly remaining: number;
}

/** A token is not used in its last minute. */
const MIN_LIFE_MS = 60_000;
/** Of a token that does not claim its end itself. */
const MAX_UNCLAIMED_LIFE_MS = 24 * 3_600_000;

/** Source: RFC 6750 2.1. */
const BEARER = /^[A-Za-z0-9._~+/-]+=*$/;

const NEVER = Number.NEGATIVE_INFINITY;

class Entry {
  token?: AccessToken;
  /** Of the monotonic clock, as the other times. */
  expiresAt = NEVER;
  fetchedAt = NEVER;
  calledAt = NEVER;
  refreshAt = NEVER;
  pausedUntil = NEVER;
  failures = 0;
  /** After the endpoint returned a rejected token again, no call for another one before this time. */
  irreplaceableUntil = NEVER;
}

const MIN_INTERVAL_MS = 1_000;
const REFRESH_BEFORE_MS = 10 * 60_000;
const FETCH_TIMEOUT_MS = 3_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

export class TokenCache {
  readonly #fetchToken: FetchToken;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #refreshes = new SingleFlight<string, AccessToken>();
  /** For any scope. */
  #calledAt = NEVER;
  #isFailing = false;

  constructor(fetchToken: FetchToken, clock: Clock) {
    this.#fetchToken = fetchToken;
    this.#clock = clock;
  }

  /**
   * Returns a valid token; starts a span only if it has to wait for one.
   * @throws Problem `identity_unavailable` if there is no token in time.
   */
  async get(scope: string, deadline: Deadline, tracer?: Tracer): Promise<AccessToken> {
    const entry = this.#getEntry(scope);
    const now = this.#clock.monotonicNow();
    if (entry.token && entry.expiresAt - now > MIN_LIFE_MS) {
      if (now >= entry.refreshAt && this.#mayCall(entry)) this.#refresh(scope, entry).catch(() => {});
      return entry.token;
    }
    const span = tracer?.startSpan('token');
    try {
      const token = await this.#wait(scope, entry, deadline);
      span?.end();
      return token;
    } catch (problem) {
      span?.end(undefined, 'identity_unavailable');
      throw problem;
    }
  }

  /**
   * Returns a token in place of one that an upstream rejected; undefined if the identity endpoint has no other.
   * @throws Problem `identity_unavailable` if there is no token in time.
   */
  async replace(
    scope: string,
    rejected: string,
    deadline: Deadline,
    tracer?: Tracer,
  ): Promise<AccessToken | undefined> {
    const entry = this.#getEntry(scope);
    if (entry.token?.token === rejected) {
      if (this.#clock.monotonicNow() < entry.irreplaceableUntil) return undefined;
      delete entry.token;
    }
    const token = await this.get(scope, deadline, tracer);
    if (token.token !== rejected) return token;
    // The platform keeps tokens for hours: asking again for each request would not change that.
    entry.irreplaceableUntil = this.#clock.monotonicNow() + MAX_PAUSE_MS;
    return undefined;
  }

  readAges(): readonly TokenAge[] {
    const now = this.#clock.monotonicNow();
    return [...this.#entries].flatMap(([scope, { token, fetchedAt, expiresAt }]) => {
      if (token === undefined) return [];
      const remaining = Math.round((expiresAt - now) / 1000);
      return { scope, age: Math.round((now - fetchedAt) / 1000), remaining };
    });
  }

  #getEntry(scope: string): Entry {
    const entry = this.#entries.get(scope) ?? new Entry();
    this.#entries.set(scope, entry);
    return entry;
  }

  async #wait(scope: string, entry: Entry, deadline: Deadline): Promise<AccessToken> {
    if (!this.#refreshes.has(scope) && !this.#mayCall(entry)) throw createUnavailable();
    const refreshing = this.#refresh(scope, entry);
    return withTimeout(this.#clock, refreshing, deadline.remainingMs(), () => createUnavailable('No token in time.'));
  }

  /** First calls of all scopes may come at once; while the endpoint fails, one a second is repeated. */
  #mayCall({ pausedUntil, failures }: Entry): boolean {
    const now = this.#clock.monotonicNow();
    const mayRepeat = !this.#isFailing || now - this.#calledAt >= MIN_INTERVAL_MS;
    return now >= pausedUntil && (failures === 0 || mayRepeat);
  }

  #refresh(scope: string, entry: Entry): Promise<AccessToken> {
    return this.#refreshes.run(scope, async () => {
      const waitMs = entry.calledAt + MIN_INTERVAL_MS - this.#clock.monotonicNow();
      if (waitMs > 0) await sleep(this.#clock, waitMs);
      entry.calledAt = this.#clock.monotonicNow();
      this.#calledAt = entry.calledAt;
      try {
        // A token that arrives after the timeout is still cached.
        const fetching = this.#fetchToken(scope).then((token) => this.#keep(entry, token));
        const createError = () => new SafeError('The identity endpoint did not respond.');
        return await withTimeout(this.#clock, fetching, FETCH_TIMEOUT_MS, createError);
      } catch (cause) {
        this.#pause(entry, cause);
        throw createUnavailable(cause);
      }
    });
  }

  /** Returns the token that expires last: a late response does not replace a newer token. */
  #keep(entry: Entry, token: AccessToken | null): AccessToken {
    if (!token) throw new SafeError('The identity endpoint returned no token.');
    const now = this.#clock.monotonicNow();
    const lifeMs = checkLife(token, this.#clock.wallNow());
    if (entry.token && entry.expiresAt > now + lifeMs) return entry.token;
    entry.expiresAt = now + lifeMs;
    entry.refreshAt = now + Math.max(lifeMs / 2, lifeMs - REFRESH_BEFORE_MS);
    entry.token = token;
    entry.fetchedAt = now;
    entry.failures = 0;
    entry.pausedUntil = NEVER;
    this.#isFailing = false;
    return token;
  }

  #pause(entry: Entry, cause: unknown): void {
    const backoffMs = Math.min(FIRST_PAUSE_MS * 2 ** entry.failures, MAX_PAUSE_MS);
    entry.pausedUntil = this.#clock.monotonicNow() + (isMisconfigured(cause) ? MAX_PAUSE_MS : backoffMs);
    entry.failures++;
    this.#isFailing = true;
  }
}

function createUnavailable(cause?: unknown): Problem {
  return new Problem('identity_unavailable', { headers: { 'retry-after': '5' }, outcome: 'not-sent', cause });
}

/**
 * Returns how long the token is valid: as the endpoint says, but no longer than the token itself claims; `now` is in epoch
 * milliseconds. Throws SafeError for a token that cannot be used.
 */
export function checkLife({ token, expiresOnTimestamp }: AccessToken, now: number): number {
  if (!BEARER.test(token)) throw new SafeError('The identity endpoint returned a malformed token.');
  const lifeMs = Math.min(expiresOnTimestamp, readExpiry(token) ?? now + MAX_UNCLAIMED_LIFE_MS) - now;
  if (Number.isNaN(lifeMs)) throw new SafeError('The identity endpoint returned a token without a lifetime.');
  if (lifeMs <= MIN_LIFE_MS) throw new SafeError('The identity endpoint returned an expired token.');
  return lifeMs;
}

/** Returns undefined for a token that is no JWT, or does not say. */
function readExpiry(token: string): number | undefined {
  const claims = tryParseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const exp = isJsonObject(claims) ? claims['exp'] : undefined;
  return typeof exp === 'number' ? exp * 1000 : undefined;
}

/** A 400 means that the app has no such identity, so retrying soon does not help. */
function isMisconfigured(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return ('statusCode' in cause && cause.statusCode === 400) || /\b400\b/.test(cause.message);
}

/** Returns the tokens of the function app's managed identity; without a client id, of the system-assigned one. */
export function createManagedIdentity(clientId: string | undefined, clock: Clock): TokenCache {
  let credential: Promise<ReturnType<typeof createCredential>> | undefined;
  return new TokenCache(async (scope) => {
    // On demand: the SDK takes longer to load than the rest of the app.
    credential ??= import('./credential.ts').then((loaded) => loaded.createCredential(clientId));
    return (await credential).getToken(scope);
  }, clock);
}
