/** Tokens of the managed identity: one call per scope at a time, pauses after failures, renewal in the background. The SDK does none of it. */
import type { AccessToken } from '@azure/identity';
import { tryParseJson } from '../http/json-text.ts';
import { Problem, SafeError } from '../http/problem.ts';
import { type Clock, type Deadline, withTimeout } from '../time/clock.ts';
import { SingleFlight } from '../time/single-flight.ts';
import type { Tracer } from './client.ts';
import type { createCredential } from './credential.ts';

/** Requests a token from the identity endpoint. */
export type FetchToken = (scope: string) => Promise<AccessToken | null>;

/** A token is not used in its last minute. */
const MIN_LIFE_MS = 60_000;
/** Longest life of a token that does not claim one. */
const MAX_UNCLAIMED_LIFE_MS = 24 * 3_600_000;
const REFRESH_BEFORE_MS = 10 * 60_000;
const FETCH_TIMEOUT_MS = 3_000;
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1_000, 30_000];

/** Source: RFC 6750 2.1. */
const BEARER = /^[A-Za-z0-9._~+/-]+=*$/;

const NEVER = Number.NEGATIVE_INFINITY;

/** The state of one scope; times are of the monotonic clock. */
class Entry {
  token?: AccessToken;
  expiresAt = NEVER;
  fetchedAt = NEVER;
  /** Earliest time of the next fetch. */
  refreshAt = NEVER;
  replacedAt = NEVER;
  failures = 0;
  /** Why it failed last. */
  cause: unknown;
}

export class TokenCache {
  readonly #fetchToken: FetchToken;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #refreshes = new SingleFlight<string, AccessToken>();

  constructor(fetchToken: FetchToken, clock: Clock) {
    this.#fetchToken = fetchToken;
    this.#clock = clock;
  }

  /** Returns a valid token; starts a span only if it has to wait for one. @throws Problem `identity_unavailable` without a token in time. */
  async get(scope: string, deadline: Deadline, tracer?: Tracer): Promise<AccessToken> {
    const entry = this.#getEntry(scope);
    const now = this.#clock.monotonicNow();
    if (!entry.token || entry.expiresAt - now <= MIN_LIFE_MS) return this.#wait(scope, deadline, tracer);
    if (now >= entry.refreshAt) this.#refresh(scope, entry).catch(() => {});
    return entry.token;
  }

  /**
   * Returns a token in place of one that an upstream rejected; undefined if there is no other. Only the rejected call waits: one
   * resource may reject what all others accept. The platform keeps tokens for hours, so another is requested once in 30 s.
   */
  async replace(
    scope: string,
    rejected: string,
    deadline: Deadline,
    tracer?: Tracer,
  ): Promise<AccessToken | undefined> {
    const entry = this.#getEntry(scope);
    const isRejected = entry.token?.token === rejected;
    const wasAsked = this.#clock.monotonicNow() - entry.replacedAt < MAX_PAUSE_MS;
    if (isRejected && wasAsked && !this.#refreshes.has(scope)) return undefined;
    const getting = isRejected ? this.#wait(scope, deadline, tracer) : this.get(scope, deadline, tracer);
    const other = await getting.catch(() => {});
    // A failure sets its own pause.
    if (isRejected && other) entry.replacedAt = this.#clock.monotonicNow();
    return other && other.token !== rejected ? other : undefined;
  }

  /** Returns seconds by scope: since the token was fetched, and until it expires. */
  readAges() {
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

  async #wait(scope: string, deadline: Deadline, tracer?: Tracer): Promise<AccessToken> {
    const entry = this.#getEntry(scope);
    const span = tracer?.startSpan('token');
    try {
      const createError = () => createUnavailable('No token in time.');
      const refreshing = this.#refresh(scope, entry);
      const token = await withTimeout(this.#clock, refreshing, deadline.remainingMs(), createError);
      span?.end();
      return token;
    } catch (problem) {
      span?.end(undefined, 'identity_unavailable');
      throw problem;
    }
  }

  #refresh(scope: string, entry: Entry): Promise<AccessToken> {
    return this.#refreshes.run(scope, async () => {
      const begunAt = this.#clock.monotonicNow();
      if (entry.failures > 0 && begunAt < entry.refreshAt) throw createUnavailable(entry.cause);
      try {
        // A token that arrives after the timeout is still cached.
        const fetching = this.#fetchToken(scope).then((token) => this.#keep(entry, token, begunAt));
        const createError = () => new SafeError('The identity endpoint did not respond.');
        return await withTimeout(this.#clock, fetching, FETCH_TIMEOUT_MS, createError);
      } catch (cause) {
        entry.cause = cause;
        // A 400 means that the app has no such identity, so retrying soon does not help.
        const isMisconfigured = Object(cause).statusCode === 400;
        const pauseMs = isMisconfigured ? MAX_PAUSE_MS : FIRST_PAUSE_MS * 2 ** entry.failures;
        entry.failures++;
        entry.refreshAt = this.#clock.monotonicNow() + Math.min(pauseMs, MAX_PAUSE_MS);
        throw createUnavailable(cause);
      }
    });
  }

  /** Returns the newest token: a late response does not replace one that was fetched meanwhile. */
  #keep(entry: Entry, token: AccessToken | null, begunAt: number): AccessToken {
    if (!token) throw new SafeError('The identity endpoint returned no token.');
    const now = this.#clock.monotonicNow();
    const expiresAt = now + checkLife(token, this.#clock.wallNow());
    // When the system time is set, the same token seems to end at another time.
    if (entry.token?.token === token.token) entry.expiresAt = Math.max(entry.expiresAt, expiresAt);
    else if (begunAt >= entry.fetchedAt) Object.assign(entry, { token, expiresAt, fetchedAt: now });
    const leftMs = entry.expiresAt - now;
    entry.refreshAt = now + Math.max(leftMs / 2, leftMs - REFRESH_BEFORE_MS, MAX_PAUSE_MS);
    entry.failures = 0;
    return entry.token ?? token;
  }
}

/** Returns the tokens of the function app's managed identity; without a client id, of the system-assigned one. */
export function createManagedIdentity(clientId: string | undefined, clock: Clock): TokenCache {
  let credential: Promise<ReturnType<typeof createCredential>> | undefined;
  return new TokenCache(async (scope) => {
    // On demand: the SDK takes longer to load than the rest of the app.
    credential ??= import('./credential.ts').then((loaded) => loaded.createCredential(clientId));
    return (await credential)(scope);
  }, clock);
}

function createUnavailable(cause?: unknown): Problem {
  return new Problem('identity_unavailable', { headers: { 'retry-after': '5' }, outcome: 'not-sent', cause });
}

/**
 * Returns the milliseconds that the token is valid: as the endpoint says, but no longer than the token itself claims; `now` in epoch
 * milliseconds. @throws SafeError for a token that cannot be used.
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
  const { exp } = Object(tryParseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
  return typeof exp === 'number' ? exp * 1000 : undefined;
}
