/** The key of a stored response: everything that could make two responses differ (I1). */
import { createHash, hash } from 'node:crypto';

export interface KeyParts {
  readonly operation: string;
  readonly profile: string;
  /** Base address of the upstream: environments may share a table. */
  readonly upstream: string;
  readonly apiVersion: string | undefined;
  readonly tenant: string;
  readonly accessScope: string;
  /** Every part of the request that is sent upstream, in the operation's canonical form. */
  readonly relayed: unknown;
}

/** A digest of 64 hexadecimal digits: it contains no id of a request and needs no escaping. */
export type CacheKey = string & { readonly brand: 'CacheKey' };

/** Raised when the format of stored responses changes: rows of other versions are misses. */
export const CACHE_VERSION = 5;

/** Returns the key; parts that are equal as JSON have equal keys, in any order of members. */
export function toCacheKey(parts: KeyParts): CacheKey {
  const { operation, profile, upstream, apiVersion, tenant, accessScope, relayed } = parts;
  const named = JSON.stringify([CACHE_VERSION, operation, profile, upstream, apiVersion, tenant, accessScope]);
  return hash('sha256', named + toCanonicalJson(relayed)) as CacheKey;
}

/** Returns JSON with members sorted by name. Source: RFC 8785 3.2.3. */
export function toCanonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object).filter((name) => object[name] !== undefined);
  const members = names.sort().map((name) => `${JSON.stringify(name)}:${toCanonicalJson(object[name])}`);
  return `{${members.join(',')}}`;
}

/** Returns the SHA-256 over key and body in hexadecimal, so that a body is valid only under its own key. */
export function toDigest(key: CacheKey, body: Uint8Array): string {
  return createHash('sha256').update(key).update(body).digest('hex');
}
