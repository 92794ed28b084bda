/** Removes from an upstream's texts what the caller must not see: secrets of the request, Frontdesk's credentials, upstream URLs. */
import { isSecretName } from '../contracts/secret-names.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { tryParseJson } from '../http/parse-json.ts';
import type { Upstream } from './upstreams.ts';

/** Returns the text without what the caller must not see. */
export type Redactor = (text: string) => string;

const REDACTED = '***';
/** Replacing shorter values would damage ordinary words. */
const MIN_SECRET = 4;
/** The managed identity's token, in case an upstream quotes it. */
const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/** The caller controls the texts and the secrets (an upstream can echo them), so the work is limited; the rest is not returned. */
const MAX_TOTAL_TEXT = 64 * 1024;
const MAX_TEXT = 10_000;
const MAX_SECRETS = 1_000;
/** Secrets with fewer letters and digits are only found unchanged. */
const MIN_CORE = 4;

/** Returns a redactor for the response to one request; `body` is the parsed body of the request. */
export function createRedactor(body: unknown, upstream: Upstream, publicUrl: string): Redactor {
  const urls = [upstream.origin + upstream.basePath, upstream.origin];
  let secrets: Secrets | undefined;
  let remaining = MAX_TOTAL_TEXT;
  return (text) => {
    // Collected on first use: most requests do not fail.
    secrets ??= toSecrets([...collectSecrets(body), ...(upstream.key ? [upstream.key.value] : [])]);
    remaining -= text.length;
    if (remaining < 0 || secrets.plain.length > MAX_SECRETS) return REDACTED;
    // Secrets before URLs, since a secret can contain a URL.
    const redacted = redactSecrets(text.slice(0, MAX_TEXT), secrets).replace(JWT, REDACTED);
    return urls.reduce((rest, url) => rest.replaceAll(url, publicUrl), redacted);
  };
}

/**
 * Returns the response without the credential that was sent, should the upstream repeat it, a success included; no other byte
 * changes. A response without it, which is every one of a sound upstream, costs a search and is returned itself.
 */
export function removeCredential(response: HttpResponse, secret: string): HttpResponse {
  const { status, headers, body } = response;
  if (secret.length < MIN_SECRET) return response;
  const inJson = JSON.stringify(secret).slice(1, -1);
  const isInBody = body.includes(inJson) || (inJson !== secret && body.includes(secret));
  if (!isInBody && !Object.values(headers).some((value) => value.includes(secret))) return response;
  const redacted = Object.entries(headers).map(([name, value]) => [name, value.replaceAll(secret, REDACTED)]);
  // Latin-1 has a character for each byte, so every other byte stays. Credentials are ASCII.
  const replace = (text: string) => text.replaceAll(inJson, REDACTED).replaceAll(secret, REDACTED);
  const redactedBody = isInBody ? Buffer.from(replace(body.toString('latin1')), 'latin1') : body;
  return { status, headers: Object.fromEntries(redacted), body: redactedBody };
}

interface Secrets {
  /** As they were sent; the longest first, since one can contain another. */
  readonly plain: readonly string[];
  readonly cores: readonly string[];
}

function toSecrets(found: readonly string[]): Secrets {
  const plain = [...new Set(found)].sort((one, other) => other.length - one.length);
  return { plain, cores: plain.map(toCore).filter((core) => core.length >= MIN_CORE) };
}

/** Replaces each secret; replaces the whole text if it has a secret in another spelling. */
function redactSecrets(text: string, { plain, cores }: Secrets): string {
  const redacted = plain.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
  const core = toCore(redacted);
  return cores.some((secret) => core.includes(secret)) ? REDACTED : redacted;
}

/**
 * Returns what every spelling of a text has in common: its letters and digits in lower case, after undoing JSON and percent
 * escapes, three levels deep. Runs in linear time: the patterns do not backtrack.
 */
function toCore(text: string): string {
  let core = text;
  for (let level = 0; level < 3; level++) {
    core = core
      .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
  }
  return core
    .replace(/\\[nrtbf]/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Query parameters that hold a secret, in addition to the secret names: a function key, a signature. */
const SECRET_PARAMETERS = new Set(['code', 'sig']);

/** Returns the values of all members with a secret's name, and every value below them. */
export function collectSecrets(body: unknown): string[] {
  return collect(body, false).filter((secret) => secret.length >= MIN_SECRET);
}

function collect(value: unknown, isSecret: boolean): string[] {
  if (typeof value === 'string') return isSecret ? [value] : collectFromText(value);
  if (typeof value === 'number') return isSecret ? [String(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((element) => collect(element, isSecret));
  return Object.entries(value).flatMap(([name, member]) => collect(member, isSecret || isSecretName(name)));
}

/** A string can be JSON, or a URL with a secret. */
function collectFromText(text: string): string[] {
  if (/^\s*[{[]/.test(text)) return collect(tryParseJson(text), false);
  if (!/^\w+:\/\//.test(text) || !URL.canParse(text)) return [];
  const { searchParams, password } = new URL(text);
  const secrets = [...searchParams].filter(([name]) => isSecretName(name) || SECRET_PARAMETERS.has(name.toLowerCase()));
  return [...secrets.map(([, secret]) => secret), ...(password ? [password] : [])];
}
