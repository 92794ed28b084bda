/** Fetches the issuer's JWK Set, found by discovery. Source: RFC 7517 5; OpenID Connect Discovery 1.0 4.3. */
import type { JWK } from 'jose';
import * as z from 'zod';
import { createHttpClient, type HttpClient } from '../http/http-client.ts';
import { SafeError } from '../http/problem.ts';
import { isTrustedUrl } from '../http/url.ts';
import type { Clock } from '../time/clock.ts';
import { startDeadline } from '../time/deadline.ts';

export interface KeySource {
  /** As in TokenRules; `{tenantid}` is discovered at `common`. */
  readonly issuer: string;
  /** Skips discovery. */
  readonly jwksUri: string | undefined;
  readonly clock: Clock;
}

/** For discovery and keys together. */
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;

/** A parser compiled for it would not pay. */
const ONCE_AN_HOUR = { jitless: true };

const jwkSet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });
/** A key of another form is left out, as RFC 7517 5 asks. */
const signingKey = z.looseObject({ kid: z.string(), kty: z.enum(['RSA', 'EC']) });
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** Answers a function that fetches the keys by their ids; it rejects when there is none to be had. */
export function createFetchKeys({ issuer, jwksUri, clock }: KeySource): () => Promise<Map<string, JWK>> {
  return async () => {
    const reader = openReader(clock);
    try {
      const set = jwkSet.parse(await reader.read(jwksUri ?? (await discoverJwksUri(issuer, reader))), ONCE_AN_HOUR);
      const signing = set.keys.flatMap((key) => signingKey.safeParse(key, ONCE_AN_HOUR).data ?? []);
      if (signing.length === 0) throw new SafeError('The JWK Set holds no usable key.');
      return new Map(signing.map((key) => [key.kid, key]));
    } finally {
      reader.close();
    }
  };
}

async function discoverJwksUri(issuer: string, reader: Reader): Promise<string> {
  const base = issuer.replace('{tenantid}', 'common').replace(/\/$/, '');
  const document = discovery.parse(await reader.read(`${base}/.well-known/openid-configuration`), ONCE_AN_HOUR);
  if (document.issuer !== issuer) throw new SafeError('Discovery names another issuer than AUTH_ISSUER.');
  // OpenID Connect Discovery 1.0 3: the keys come by https, on this machine alone by http.
  if (!isTrustedUrl(document.jwks_uri)) throw new SafeError('Discovery names a jwks_uri that is not https.');
  return document.jwks_uri;
}

/** Reads small JSON documents within one time limit; an issuer's two are most often of one origin, and share its connection. */
interface Reader {
  /** Throws on anything but a 200 within the limits: a redirect is not followed. */
  read(url: string): Promise<unknown>;
  /** Leaves no connection open for the hour until the next fetch. */
  close(): void;
}

function openReader(clock: Clock): Reader {
  const deadline = startDeadline(clock, TIMEOUT_MS);
  const clients = new Map<string, HttpClient>();

  return {
    async read(url) {
      const { origin, pathname, search } = new URL(url);
      const timeoutMs = deadline.remainingMs();
      const client =
        clients.get(origin) ??
        createHttpClient(origin, { clock, maxResponseBytes: MAX_BYTES, connectTimeoutMs: timeoutMs });
      clients.set(origin, client);
      const call = { method: 'GET', path: pathname + search, headers: {}, timeoutMs };
      const { status, body } = await client.send(call);
      if (status !== 200) throw new SafeError(`Answered ${status}.`);
      return JSON.parse(body.toString());
    },
    close() {
      for (const client of clients.values()) void client.close();
    },
  };
}
