/** Fetches the issuer's signing keys, by discovery or from a fixed address. Source: RFC 7517 5; OpenID Connect Discovery 1.0 4.3. */
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

/** Parsed once an hour: compiling a parser would cost more than it saves. */
const PARSE_OPTIONS = { jitless: true };

const jwkSet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });
/** Other keys are ignored (RFC 7517 5), also one whose issuer cannot be read: it would verify every issuer's tokens. */
const signingKey = z.looseObject({ kid: z.string(), kty: z.enum(['RSA', 'EC']), issuer: z.string().min(1).optional() });
export type SigningKey = z.infer<typeof signingKey>;
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
