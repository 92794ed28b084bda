/**
 * Tokens of the managed identity. The SDK neither coalesces nor bounds its calls (reliability 0, 1), so this does:
 * one flight a scope, refreshed beside the requests, never waited for while a token is valid.
 */
import type { AccessToken } from '@azure/identity';
import { Problem, SafeError } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';
import { type Deadline, withTimeout } from '../time/deadline.ts';

export type { AccessToken };

export interface TokenCache {
  /** Answers a valid token, at once where there is one; rejects with Problem `identity_unavailable` when none is to be had in time. */
  get(scope: string, deadline: Pick<Deadline, 'remainingMs'>): AccessToken | Promise<AccessToken>;
  /** Drops a token that an upstream refused. */
  invalidate(scope: string, token: string): void;
  /** How old each token is, and how long it is good for. */
  readAges(): readonly TokenAge[];
}

/** Both in seconds. */
export interface TokenAge {
  readonly scope: string;
  readonly age: number;
  readonly remaining: number;
}

/** What asks the identity endpoint. */
export type FetchToken = (scope: string) => Promise<AccessToken | null>;

const MIN_LIFE_MS = 60_000;
const REFRESH_BEFORE_MS = 10 * 60_000;
/** How long the endpoint is waited for. */
const WAIT_MS = 3_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

interface Entry {
  token?: AccessToken;
  fetchedAt: number;
  /** From here on the token is replaced beside the requests. */
  refreshAt: number;
  flight?: Promise<AccessToken>;
  /** After failures: not asked again before this. */
  pausedUntil: number;
  failures: number;
}

/** Answers the token source of the function app's managed identity; system-assigned without a client id. */
export function createManagedIdentity(clientId: string | undefined, clock: Clock): TokenCache {
  let fetchToken: Promise<FetchToken> | undefined;
  return createTokenCache(async (scope) => {
    fetchToken ??= import('./managed-identity.ts').then(({ createFetchToken }) => createFetchToken(clientId));
    return (await fetchToken)(scope);
  }, clock);
}

/** Answers a token source over anything that fetches tokens. */
export function createTokenCache(fetchToken: FetchToken, clock: Clock): TokenCache {
  const slots = new Map<string, Entry>();

  return {
    get(scope, deadline) {
      const slot = slotOf(scope);
      if (slot.token && slot.token.expiresOnTimestamp - clock.now() > MIN_LIFE_MS) {
        if (clock.now() >= slot.refreshAt && clock.now() >= slot.pausedUntil) refresh(scope, slot).catch(() => {});
        return slot.token;
      }
      if (clock.now() < slot.pausedUntil) return Promise.reject(unavailable());
      return withTimeout(clock, refresh(scope, slot), deadline.remainingMs(), () => unavailable('No token in time.'));
    },
    invalidate(scope, token) {
      const slot = slotOf(scope);
      if (slot.token?.token === token) delete slot.token;
    },
    readAges: () =>
      [...slots].flatMap(([scope, { token, fetchedAt }]) => {
        if (token === undefined) return [];
        const now = clock.now();
        const remaining = Math.round((token.expiresOnTimestamp - now) / 1000);
        return { scope, age: Math.round((now - fetchedAt) / 1000), remaining };
      }),
  };

  function slotOf(scope: string): Entry {
    let slot = slots.get(scope);
    if (slot === undefined) {
      slot = { fetchedAt: 0, refreshAt: 0, pausedUntil: 0, failures: 0 };
      slots.set(scope, slot);
    }
    return slot;
  }

  function refresh(scope: string, slot: Entry): Promise<AccessToken> {
    slot.flight ??= renew(scope, slot).finally(() => {
      delete slot.flight;
    });
    return slot.flight;
  }

  async function renew(scope: string, slot: Entry): Promise<AccessToken> {
    try {
      // What comes too late for those who wait is kept all the same.
      const fetching = fetchToken(scope).then((token) => keep(slot, token));
      return await withTimeout(clock, fetching, WAIT_MS, () => new SafeError('The identity endpoint gave no answer.'));
    } catch (cause) {
      pauseAfterFailure(slot, cause);
      throw unavailable(cause);
    }
  }

  /** Answers the token that is good for longest: a late answer does not displace a newer one. */
  function keep(slot: Entry, token: AccessToken | null): AccessToken {
    if (!token) throw new SafeError('The identity endpoint gave no token.');
    if (slot.token && slot.token.expiresOnTimestamp > token.expiresOnTimestamp) return slot.token;
    const life = token.expiresOnTimestamp - clock.now();
    slot.refreshAt = clock.now() + Math.max(life / 2, life - REFRESH_BEFORE_MS);
    slot.token = token;
    slot.fetchedAt = clock.now();
    slot.failures = 0;
    slot.pausedUntil = 0;
    return token;
  }

  function pauseAfterFailure(slot: Entry, cause?: unknown): void {
    const pauseMs = isMisconfigured(cause) ? MAX_PAUSE_MS : Math.min(FIRST_PAUSE_MS * 2 ** slot.failures, MAX_PAUSE_MS);
    slot.pausedUntil = clock.now() + pauseMs;
    slot.failures++;
  }
}

/** A 400 says that the app has no such identity: asking again soon is of no use. */
function isMisconfigured(cause: unknown): boolean {
  return (
    cause instanceof Error && (('statusCode' in cause && cause.statusCode === 400) || /\b400\b/.test(cause.message))
  );
}

function unavailable(cause?: unknown): Problem {
  return new Problem('identity_unavailable', { headers: { 'retry-after': '5' }, outcome: 'not-sent', cause });
}
