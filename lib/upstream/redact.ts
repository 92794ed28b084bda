/** Removes from an upstream's texts what the caller must not see: secrets of the request and Frontdesk's credentials. */

import { isJsonObject } from '../contracts/json-object.ts';
import { isSecretName } from '../contracts/secret-names.ts';
import { editJson, type JsonRules, toDropRules } from '../http/edit-json.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { findExcess, tryParseJson } from '../http/json-text.ts';
import type { Upstream } from './upstreams.ts';

/** Secrets are found by name, in known and unknown kinds; a resource's tags are the caller's own words. */
const REDACT_RULES: JsonRules = { dropMembersNamed: isSecretName, members: new Map([['tags', { keep: true }]]) };

/** In a page, the tags are those of its elements. */
const REDACT_PAGE_RULES: JsonRules = { ...REDACT_RULES, members: new Map([['value', { each: REDACT_RULES }]]) };

/** Paths lead from an element of the list; `'*'` stands for each element of an array. */
export interface Withheld {
  readonly list: string;
  /** An element is sensitive unless this is absent, null or false. */
  readonly flag: readonly string[];
  readonly texts: readonly (readonly string[])[];
}

/** What may be in the responses of an operation. */
interface Redacted {
  readonly effect: 'none' | 'changes';
  readonly returnsSecret?: true;
  readonly redactsSecrets?: boolean;
  readonly withheld?: Withheld;
  readonly paged?: unknown;
}

/** Returns the rules that remove secrets and withheld texts from a response; undefined where there are none. */
export function toRedactRules({
  effect,
  withheld,
  returnsSecret,
  redactsSecrets,
  paged,
}: Redacted): JsonRules | undefined {
  if (withheld) return toWithholdRules(withheld);
  if (returnsSecret || !(effect !== 'none' || redactsSecrets)) return undefined;
  return paged ? REDACT_PAGE_RULES : REDACT_RULES;
}

function toWithholdRules({ list, flag, texts }: Withheld): JsonRules {
  const dropTexts = toDropRules(texts);
  const given = new RegExp(String.raw`"${flag.at(-1)}"\s*:(?!\s*(?:false|null))`);
  // Most elements are not flagged, and need not be parsed to know it; a name can also be written with escapes.
  const mayBeFlagged = (text: string) => text.includes('\\u') || given.test(text);
  const isFlagged = (element: string) => {
    if (given.test(element)) return true;
    if (!element.includes('\\u')) return false;
    const value = flag.reduce<unknown>((object, name) => isJsonObject(object) && object[name], JSON.parse(element));
    return value !== undefined && value !== null && value !== false;
  };
  const replace = (element: string) => (isFlagged(element) ? editJson(element, dropTexts) : undefined);
  return { mayApply: mayBeFlagged, members: new Map([[list, { each: { replace } }]]) };
}

/** Returns the text without what the caller must not see. */
export type Redactor = (text: string) => string;

const REDACTED = '***';
/** Replacing shorter values would damage ordinary words. */
const MIN_SECRET = 4;

/** The caller controls the texts and the secrets (an upstream can echo them), so the work is limited; the rest is not returned. */
const MAX_TOTAL_TEXT = 64 * 1024;
const MAX_TEXT = 10_000;
const MAX_SECRETS = 1_000;
/** Characters of texts times secrets to look for: a few milliseconds. */
const MAX_WORK = 4_000_000;
/** What a search costs in an empty text, as characters. */
const SEARCH_COST = 16;
/** Values of a body, characters of its secrets and of the texts in it that are URLs or JSON: some milliseconds. */
const MAX_COLLECTED = 100_000;
/** Of JSON in a text of the body. */
const TEXT_LEVELS = 32;
/** What reading a URL costs, as characters. */
const URL_COST = 100;
/** Secrets with fewer letters and digits are only found unchanged. */
const MIN_CORE = 4;

/** Returns a redactor for the response to one request; `body` is the parsed body of the request. */
export function createRedactor(body: unknown, upstream: Pick<Upstream, 'key'>): Redactor {
  let secrets: Secrets | undefined;
  let remaining = MAX_TOTAL_TEXT;
  let work = MAX_WORK;
  return (text) => {
    // Collected on first use: most requests do not fail.
    secrets ??= toSecrets(collectSecrets(body), upstream.key?.value);
    remaining -= text.length;
    work -= (secrets.plain.length + 1) * (Math.min(text.length, MAX_TEXT) + SEARCH_COST);
    if (remaining < 0 || work < 0 || secrets.plain.length > MAX_SECRETS) return REDACTED;
    return redactTokens(redactSecrets(text.slice(0, MAX_TEXT), secrets));
  };
}

/** Replaces JWTs, in case an upstream quotes the managed identity's. Linear: a run of a token's characters is read once. */
function redactTokens(text: string): string {
  return text.replace(/[\w.-]+/g, (run) => {
    const parts = run.split('.');
    let redacted = '';
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at] as string;
      const start = part.indexOf('eyJ');
      const isToken = start >= 0 && part.length > start + 3 && parts[at + 1] !== '' && parts[at + 2] !== undefined;
      redacted += `${at > 0 ? '.' : ''}${isToken ? part.slice(0, start) + REDACTED : part}`;
      if (isToken) at += 2;
    }
    return redacted;
  });
}

/** Of a credential's end, which is random: a search for it costs a third of one for a whole token. */
const MARK_LENGTH = 24;

/**
 * Returns the response without the credential that was sent, should the upstream repeat it, a success included; no other byte
 * changes. A credential has no character that JSON escapes. A response without it is returned itself.
 */
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

interface Secrets {
  /** As they were sent; the longest first, since one can contain another. */
  readonly plain: readonly string[];
  readonly cores: readonly string[];
}

/** `found` is undefined for a request with too many. */
function toSecrets(found: readonly string[] | undefined, key: string | undefined): Secrets {
  if (found === undefined) return { plain: new Array(MAX_SECRETS + 1).fill(REDACTED), cores: [] };
  const plain = [...new Set(key === undefined ? found : [...found, key])].sort(
    (one, other) => other.length - one.length,
  );
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

/** Returns the values of all members with a secret's name, and every value below them; undefined if that is too much work. */
export function collectSecrets(body: unknown): readonly string[] | undefined {
  const collector = new SecretCollector();
  collector.collect(body, false);
  return collector.isExhausted ? undefined : collector.found.filter((secret) => secret.length >= MIN_SECRET);
}

class SecretCollector {
  readonly found: string[] = [];
  #left = MAX_COLLECTED;

  get isExhausted(): boolean {
    return this.#left < 0;
  }

  collect(value: unknown, isSecret: boolean): void {
    if (--this.#left < 0) return;
    if (typeof value === 'string') this.#collectText(value, isSecret);
    else if (typeof value === 'number' && isSecret) this.found.push(String(value));
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const element of value) this.collect(element, isSecret);
    else for (const [name, member] of Object.entries(value)) this.collect(member, isSecret || isSecretName(name));
  }

  #collectText(text: string, isSecret: boolean): void {
    if (isSecret) {
      this.#left -= text.length;
      this.found.push(text);
    } else if (/^\s*[{[]/.test(text)) this.#collectJson(text);
    else if (/^\w{1,20}:\/\//.test(text)) this.#collectUrl(text);
  }

  /** JSON that is nested deeper than a body may be would exhaust the stack. */
  #collectJson(text: string): void {
    this.#left -= text.length;
    if (this.isExhausted) return;
    if (findExcess(text, { levels: TEXT_LEVELS, values: this.#left }) !== undefined) this.#left = -1;
    else this.collect(tryParseJson(text), false);
  }

  #collectUrl(text: string): void {
    this.#left -= text.length + URL_COST;
    if (this.isExhausted || !URL.canParse(text)) return;
    const { searchParams, password } = new URL(text);
    for (const [name, secret] of searchParams)
      if (isSecretName(name) || SECRET_PARAMETERS.has(name.toLowerCase())) this.found.push(secret);
    if (password) this.found.push(password);
  }
}
