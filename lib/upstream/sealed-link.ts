/**
 * Sealed links: callers carry an upstream's address for us, encrypted, so nothing is stored or looked up. A link opens only where
 * it is meant to be used, until the end of the next day (UTC). Source: C-39.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Clock } from '../time/clock.ts';

/** The use of a link, and the tenant, operation, path and query that it is bound to. */
export type LinkScope = readonly [use: 'page' | 'operation', ...boundTo: string[]];

/** The longest URL that leads back here: the host reads a request line of 8,192 bytes, and so do gateways in front of it. */
export const MAX_LINK = 8_000;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The day on which it ends, in days since 1970. */
const DAY_BYTES = 4;
const DAY_MS = 24 * 3_600_000;
const NEAR_DAYS = 366;

export class SealedLinks {
  readonly #key: Uint8Array;
  readonly #ivKey: Uint8Array;
  readonly #clock: Pick<Clock, 'wallNow'>;

  /** Instances with the same key open each other's links. */
  constructor(secret: Uint8Array, clock: Pick<Clock, 'wallNow'>) {
    this.#key = deriveKey(secret, 'key');
    this.#ivKey = deriveKey(secret, 'iv');
    this.#clock = clock;
  }

  /** Returns the address as letters, digits, `-` and `_`: four for three of its bytes, and 43 more. */
  seal(address: string, scope: LinkScope): string {
    const day = Buffer.alloc(DAY_BYTES);
    day.writeUInt32BE(this.#today() + 2);
    const text = Buffer.concat([day, Buffer.from(address)]);
    const bound = toBytes(scope);
    // Made of what it encrypts, so that an address has one link a day: a page keeps its entity tag, and 304 works (C-39).
    const iv = createHmac('sha256', this.#ivKey).update(bound).update(text).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv, { authTagLength: TAG_BYTES }).setAAD(bound);
    return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** Returns the address, or undefined if the link was not sealed for this scope, was changed, or has ended. */
  open(sealed: string, scope: LinkScope): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    // Decoding skips what is not base64url: a link has one spelling.
    if (bytes.length < IV_BYTES + DAY_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return undefined;
    const text = this.#decrypt(bytes, toBytes(scope));
    return text && this.#today() < text.readUInt32BE() ? text.toString('utf8', DAY_BYTES) : undefined;
  }

  /** Returns `other_key` if another key sealed the link: only our own key reads a day near today, before and after the link's end. */
  explain(sealed: string): 'other_key' | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < IV_BYTES + DAY_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    const day = decipher.update(bytes.subarray(IV_BYTES, IV_BYTES + DAY_BYTES)).readUInt32BE();
    return Math.abs(day - this.#today()) > NEAR_DAYS ? 'other_key' : undefined;
  }

  #decrypt(bytes: Buffer, bound: Buffer): Buffer | undefined {
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES), options)
      .setAAD(bound)
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  #today(): number {
    return Math.floor(this.#clock.wallNow() / DAY_MS);
  }
}

function deriveKey(secret: Uint8Array, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `frontdesk links: ${use}`, KEY_BYTES));
}

function toBytes(scope: LinkScope): Buffer {
  return Buffer.from(JSON.stringify(scope));
}
