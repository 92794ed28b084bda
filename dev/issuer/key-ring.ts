/**
 * The issuer's signing keys: those of work accounts, of which the newest signs and older ones stay published, and one of
 * personal accounts. Source: RFC 7517 5.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWK_RSA_Private,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { personalTenant } from '../seed.ts';

/** Whose tokens a key signs. */
export type Accounts = 'work' | 'personal';

export interface KeyRing {
  /** Returns a JWT with exactly these claims, signed with the key for its tenant, or with that of `accounts`. */
  sign(claims: JWTPayload, accounts?: Accounts): Promise<string>;
  /** Returns the keys as Entra publishes them, without `alg`. */
  publicKeys(accounts: Accounts): JWK[];
  /** Signs with a new key from now on. */
  rotate(): Promise<void>;
  /** Removes the keys added by rotations. Tokens they signed become invalid. */
  restore(): Promise<void>;
}

type SigningKey = JWK_RSA_Private & { kty: 'RSA'; kid: string };

interface StoredKeys {
  readonly keys: readonly [SigningKey, ...SigningKey[]];
  readonly personal: SigningKey;
}

/** Of every ring of the process without a file: to generate them takes a quarter of a second of CPU. */
let inMemory: Promise<StoredKeys> | undefined;

/** Opens the key ring in `file` and creates it if missing. Without a file the keys are kept in memory. */
export async function openKeyRing(file?: string): Promise<KeyRing> {
  if (file === undefined) inMemory ??= generateKeys();
  const initial = (await (file === undefined ? inMemory : readKeys(file))) ?? (await generateKeys());
  if (file !== undefined) await writeKeys(file, initial);
  let stored = initial;

  async function replaceKeys(next: StoredKeys): Promise<void> {
    if (file !== undefined) await writeKeys(file, next);
    stored = next;
  }

  return {
    sign: async (claims, accounts = claims['tid'] === personalTenant ? 'personal' : 'work') => {
      const key = accounts === 'personal' ? stored.personal : stored.keys[0];
      const header = { alg: 'RS256', typ: 'JWT', kid: key.kid };
      return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key, 'RS256'));
    },
    publicKeys: (accounts) => (accounts === 'personal' ? [stored.personal] : stored.keys).map(toPublic),
    rotate: async () => replaceKeys({ ...stored, keys: [await generateKey(), ...stored.keys] }),
    restore: async () => {
      if (stored !== initial) await replaceKeys(initial);
    },
  };
}

function toPublic({ kid, n, e }: SigningKey): JWK {
  return { kty: 'RSA', use: 'sig', kid, n, e };
}

async function generateKeys(): Promise<StoredKeys> {
  const [work, personal] = await Promise.all([generateKey(), generateKey()]);
  return { keys: [work], personal };
}

async function generateKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = (await exportJWK(privateKey)) as JWK_RSA_Private;
  return { ...jwk, kty: 'RSA', kid: await calculateJwkThumbprint({ ...jwk, kty: 'RSA' }) };
}

async function writeKeys(file: string, stored: StoredKeys): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(stored, undefined, 2)}\n`, { mode: 0o600 });
}

/** Throws an error with the file's name if the file exists but lacks a key. */
async function readKeys(file: string): Promise<StoredKeys | undefined> {
  try {
    const { keys, personal } = JSON.parse(await readFile(file, 'utf8')) as StoredKeys;
    for (const key of [keys[0], personal]) await importJWK(key, 'RS256');
    return { keys, personal };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} contains no signing key. Delete the file to create a new key.`, { cause });
  }
}
