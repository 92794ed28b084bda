/** The issuer's signing keys. The newest signs; older ones stay published. Source: RFC 7517 5. */
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

export interface KeyRing {
  /** Returns a JWT with exactly these claims. */
  sign(claims: JWTPayload): Promise<string>;
  /** Returns the keys as Entra publishes them, without `alg`. */
  publicKeys(): JWK[];
  /** Signs with a new key from now on. */
  rotate(): Promise<void>;
  /** Removes the keys added by rotations. Tokens they signed become invalid. */
  restore(): Promise<void>;
}

type SigningKey = JWK_RSA_Private & { kty: 'RSA'; kid: string };

/** Opens the key ring in `file` and creates it if missing. Without a file the keys are kept in memory. */
export async function openKeyRing(file?: string): Promise<KeyRing> {
  const initial = (file === undefined ? undefined : await readKeys(file)) ?? (await replaceKeys([await generateKey()]));
  let keys = initial;

  async function replaceKeys(next: [SigningKey, ...SigningKey[]]): Promise<[SigningKey, ...SigningKey[]]> {
    if (file !== undefined) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${JSON.stringify({ keys: next }, undefined, 2)}\n`, { mode: 0o600 });
    }
    return next;
  }

  return {
    sign: async (claims) => {
      const [{ kid }] = keys;
      const header = { alg: 'RS256', typ: 'JWT', kid };
      return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(keys[0], 'RS256'));
    },
    publicKeys: () => keys.map(({ kid, n, e }) => ({ kty: 'RSA', use: 'sig', kid, n, e })),
    rotate: async () => {
      keys = await replaceKeys([await generateKey(), ...keys]);
    },
    restore: async () => {
      if (keys !== initial) keys = await replaceKeys(initial);
    },
  };
}

async function generateKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = (await exportJWK(privateKey)) as JWK_RSA_Private;
  return { ...jwk, kty: 'RSA', kid: await calculateJwkThumbprint({ ...jwk, kty: 'RSA' }) };
}

/** Throws an error with the file's name if the file exists but has no keys. */
async function readKeys(file: string): Promise<[SigningKey, ...SigningKey[]] | undefined> {
  try {
    const { keys } = JSON.parse(await readFile(file, 'utf8')) as { keys: [SigningKey, ...SigningKey[]] };
    await importJWK(keys[0], 'RS256');
    return keys;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} contains no signing key. Delete the file to create a new key.`, { cause });
  }
}
