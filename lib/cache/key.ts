/** The key of a stored reply: everything that could make two answers differ (DESIGN 4, 1). */
import { createHash, hash } from 'node:crypto';

/** What a reply depends on. */
export interface KeyParts {
  readonly operation: string;
  readonly profile: string;
  readonly apiVersion: string | undefined;
  readonly tenant: string;
  readonly accessScope: string;
  /** Every part of the request that was relayed, in the operation's canonical form. */
  readonly relayed: unknown;
}

/** A digest, 64 hexadecimal digits: no id of a request is ever a key, and no character needs escaping. */
export type CacheKey = string & { readonly brand: 'CacheKey' };

/** Raised when what is stored changes its form: rows of another version are misses. */
export const CACHE_VERSION = 1;

/** Answers the key; equal for parts that are equal as JSON, whatever the order of members. */
export function toCacheKey(parts: KeyParts): CacheKey {
  const { operation, profile, apiVersion, tenant, accessScope, relayed } = parts;
  const named = JSON.stringify([CACHE_VERSION, operation, profile, apiVersion, tenant, accessScope]);
  return hash('sha256', named + toCanonicalJson(relayed)) as CacheKey;
}

/** Answers JSON with members in the order of their names. Source: RFC 8785 3.2.3. */
export function toCanonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object).filter((name) => object[name] !== undefined);
  const members = names.sort().map((name) => `${JSON.stringify(name)}:${toCanonicalJson(object[name])}`);
  return `{${members.join(',')}}`;
}

/** Answers the SHA-256 over key and body in hexadecimal: the content's own name under this key. */
export function toDigest(key: CacheKey, body: Uint8Array): string {
  return createHash('sha256').update(key).update(body).digest('hex');
}
