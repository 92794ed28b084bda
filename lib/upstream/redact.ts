/** Removes from an upstream's responses what the caller must not see: secrets, withheld texts and Frontdesk's credentials. */
import { isJsonObject } from '../contracts/json-object.ts';
import { isSecretName } from '../contracts/secret-names.ts';
import { editJson, type JsonRules, toDropRules } from '../http/edit-json.ts';
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
/** Cost of a search in an empty text, in characters. */
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

/** Secrets are found by name, in known and unknown kinds; a resource's tags are the caller's own words. */
const REDACT_RULES: JsonRules = { dropMembersNamed: isSecretName, members: new Map([['tags', { keep: true }]]) };

/** In a page, the tags are those of its elements. */
const REDACT_PAGE_RULES: JsonRules = { ...REDACT_RULES, members: new Map([['value', { each: REDACT_RULES }]]) };

/** Paths lead from an element of the list; `'*'` is each element of an array. */
export interface Withheld {
  readonly list: string;
  /** An element is sensitive unless this is absent, null or false. */
  readonly flag: readonly string[];
  readonly texts: readonly (readonly string[])[];
}

interface Redacted {
  readonly effect: 'none' | 'changes';
  readonly returnsSecret?: true;
  readonly redactsSecrets?: boolean;
  readonly withheld?: Withheld;
  readonly paged?: unknown;
}

/** Returns the rules that remove secrets and withheld texts from a response; undefined where there are none. */
export function toRedactRules(operation: Redacted): JsonRules | undefined {
  if (operation.withheld) return toWithholdRules(operation.withheld);
  const mayHoldSecrets = operation.effect !== 'none' || operation.redactsSecrets;
  if (operation.returnsSecret || !mayHoldSecrets) return undefined;
  return operation.paged ? REDACT_PAGE_RULES : REDACT_RULES;
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
