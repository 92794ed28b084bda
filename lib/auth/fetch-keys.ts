/** Fetches the issuer's JWK Set, found by discovery. Source: RFC 7517 5; OpenID Connect Discovery 1.0 4.3. */
import type { JWK } from 'jose';
import * as z from 'zod';
import { Reason } from '../http/problem.ts';
import { isTrustedUrl } from '../http/trusted-url.ts';
import type { Clock } from '../time/clock.ts';

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

const jwkSet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });
/** A key of another form is left out, as RFC 7517 5 asks. */
const signingKey = z.looseObject({ kid: z.string(), kty: z.enum(['RSA', 'EC']) });
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** Answers a function that fetches the keys by their ids; it rejects when there is none to be had. */
export function createFetchKeys({ issuer, jwksUri, clock }: KeySource): () => Promise<Map<string, JWK>> {
  return async () => {
    const signal = AbortSignal.timeout(Math.ceil(clock.toTimerMs(TIMEOUT_MS)));
    const set = jwkSet.parse(await fetchJson(jwksUri ?? (await discoverJwksUri(issuer, signal)), signal));
    const signing = set.keys.flatMap((key) => signingKey.safeParse(key).data ?? []);
    if (signing.length === 0) throw new Reason('The JWK Set holds no usable key.');
    return new Map(signing.map((key) => [key.kid, key]));
  };
}

async function discoverJwksUri(issuer: string, signal: AbortSignal): Promise<string> {
  const base = issuer.replace('{tenantid}', 'common').replace(/\/$/, '');
  const document = discovery.parse(await fetchJson(`${base}/.well-known/openid-configuration`, signal));
  if (document.issuer !== issuer) throw new Reason('Discovery names another issuer than AUTH_ISSUER.');
  // OpenID Connect Discovery 1.0 3: the keys come by https, on this machine alone by http.
  if (!isTrustedUrl(document.jwks_uri)) throw new Reason('Discovery names a jwks_uri that is not https.');
  return document.jwks_uri;
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
