/** Removes from an upstream's texts what the caller must not see: secrets of the request and Frontdesk's credentials. */
import { isSecretName } from '../contracts/secret-names.ts';
import type { HttpResponse } from '../http/http-client.ts';
import type { Upstream } from './upstream.ts';

/** Returns the text without what the caller must not see. */
export type Redactor = (text: string) => string;

const REDACTED = '***';
/** Replacing shorter values would damage ordinary words. */
const MIN_SECRET = 4;

/** Each text is searched for each secret. The caller may send many, so the work is limited: ten milliseconds. The rest is not returned. */
const MAX_TOTAL_TEXT = 64 * 1024;
const MAX_SECRETS = 200;
/** What a search in a short text costs, as characters. */
const TEXT_COST = 32;

/** Returns a redactor for the response to one request, which removes its secrets as they were sent; `body` is its parsed body. */
export function createRedactor(body: unknown, { key }: Pick<Upstream, 'key'>): Redactor {
  let secrets: readonly string[] | undefined;
  let remaining = MAX_TOTAL_TEXT;
  return (text) => {
    // Collected on first use: most requests do not fail.
    secrets ??= listSecrets(body, key?.value);
    remaining -= text.length + TEXT_COST;
    if (remaining < 0 || secrets.length > MAX_SECRETS) return REDACTED;
    return redactTokens(secrets.reduce((kept, secret) => kept.replaceAll(secret, REDACTED), text));
  };
}

/** Lists the values below every member with a secret's name, and the key; the longest first, since one can contain another. */
function listSecrets(body: unknown, key = ''): readonly string[] {
  const found = new Set([key]);
  collectSecrets(body, false, found);
  return [...found].filter(({ length }) => length >= MIN_SECRET).sort((one, other) => other.length - one.length);
}

/** A body is nested no deeper than parsing allows. */
function collectSecrets(value: unknown, isSecret: boolean, found: Set<string>): void {
  if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) collectSecrets(member, isSecret || isSecretName(name), found);
  else if (isSecret && (typeof value === 'string' || typeof value === 'number')) found.add(String(value));
}

/** A JWT. Linear: a match begins only where a run of its characters does, and the run is read twice. */
const TOKEN = /(?<![\w-])(?=[\w-]*eyJ[\w-])([\w-]+)\.[\w-]+\.[\w-]*/g;

/** Replaces JWTs, in case an upstream quotes the managed identity's. */
function redactTokens(text: string): string {
  return text.replace(TOKEN, (_, head: string) => head.slice(0, head.indexOf('eyJ')) + REDACTED);
}

/** A credential is found by its end, which is random: a search for that costs a third of one for a whole token. */
const MARK_LENGTH = 24;

/** Returns the response, a success too, without the credential that was sent; every other byte stays. JSON escapes no character of a credential. */
export function removeCredential(response: HttpResponse, secret: string): HttpResponse {
  const { status, headers, body } = response;
  if (secret.length < MIN_SECRET) return response;
  const mark = secret.slice(-MARK_LENGTH);
  const isInBody = body.includes(mark, 0, 'latin1');
  if (!isInBody && !Object.values(headers).some((value) => value.includes(mark))) return response;
  const redacted = Object.entries(headers).map(([name, value]) => [name, value.replaceAll(secret, REDACTED)]);
  // Latin-1 has a character for each byte, so every other byte stays. Credentials are ASCII.
  const text = body.toString('latin1').replaceAll(secret, REDACTED);
  const redactedBody = isInBody ? Buffer.from(text, 'latin1') : body;
  return { status, headers: Object.fromEntries(redacted), body: redactedBody };
}
