/**
 * Paging through Frontdesk: an upstream's `nextLink` becomes a link to the same operation with a signed page token, bound to
 * tenant, operation and resource. Source: S1-51; T6, A40, A41.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { tryParseJson } from '../http/parse-json.ts';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';

/** The query parameter of the page token, both Frontdesk's and the upstream's. */
export const SKIP_TOKEN = '$skipToken';

/** The list that a page belongs to. */
export interface PageScope {
  readonly operation: string;
  readonly tenant: string;
  /** Path and query of the list. */
  readonly list: string;
}

/** None of its functions rejects. */
export interface PageKeys {
  /** Returns the keys that open page tokens; the first one seals. Instances with the same key accept each other's page tokens. */
  list(): Promise<readonly Uint8Array[]>;
  /** Like `list`, after another instance may have replaced the key. */
  reload(): Promise<readonly Uint8Array[]>;
}

/** Keeps upstream tokens that are too long for a link. None of its functions rejects. */
export interface LongTokens {
  /** Keeps the token for `lifeMs`; returns its id. */
  put(token: string, lifeMs: number): Promise<string>;
  get(id: string): Promise<string | undefined>;
}

const HOUR_MS = 3_600_000;
const LIFE_MS = 24 * HOUR_MS;
/** The payload and the signature over it and its scope. */
const FORM = /^([\w-]+)\.([\w-]{43})$/;

/** Returns a key that is always the same. */
export function createFixedKey(key: Uint8Array): PageKeys {
  const list = async () => [key];
  return { list, reload: list };
}

export class Paging {
  readonly #keys: PageKeys;
  readonly #longTokens: LongTokens;
  readonly #clock: Clock;

  constructor(keys: PageKeys, longTokens: LongTokens, clock: Clock) {
    this.#keys = keys;
    this.#longTokens = longTokens;
    this.#clock = clock;
  }

  /** Loads the key that the first link would wait for. Never rejects. */
  async prepare(): Promise<void> {
    await this.#keys.list();
  }

  /**
   * Returns Frontdesk's page token for the upstream's, of at most `maxLength` characters.
   * @throws Problem `invalid_request` if no page token is that short.
   */
  async seal(skipToken: string, scope: PageScope, maxLength: number): Promise<string> {
    const [key] = (await this.#keys.list()) as readonly [Uint8Array];
    // Rounded to the hour, so that a page keeps its link, and with it its entity tag, for a while.
    const now = this.#clock.wallNow();
    const expiresAt = Math.ceil(now / HOUR_MS) * HOUR_MS + LIFE_MS;
    const sealed = compose([expiresAt, skipToken], scope, key);
    if (sealed.length <= maxLength) return sealed;
    const short = compose([expiresAt, null, await this.#longTokens.put(skipToken, expiresAt - now)], scope, key);
    if (short.length <= maxLength) return short;
    throw new Problem('invalid_request', {
      message: 'Path and query are too long: a link to the next page would not fit into a request.',
    });
  }

  /** Returns the upstream's page token. @throws Problem `invalid_cursor`. */
  async open(cursor: string, scope: PageScope): Promise<string> {
    const [, payload, signature] = FORM.exec(cursor) ?? [];
    if (payload === undefined || signature === undefined) throw new Problem('invalid_cursor');
    const isSigned = (key: Uint8Array) => isEqual(sign(payload, scope, key), signature);
    if (!(await this.#keys.list()).some(isSigned) && !(await this.#keys.reload()).some(isSigned))
      throw new Problem('invalid_cursor');
    const [expiresAt, skipToken, id] = parsePayload(payload);
    if (this.#clock.wallNow() >= expiresAt)
      throw new Problem('invalid_cursor', { message: 'The page token has expired.' });
    const found = skipToken ?? (await this.#longTokens.get(id));
    if (found === undefined) throw new Problem('invalid_cursor');
    return found;
  }
}

/** When it expires, in epoch milliseconds, and the upstream's token or the id under which that is kept. */
type Payload =
  | readonly [expiresAt: number, skipToken: string]
  | readonly [expiresAt: number, skipToken: null, id: string];

function compose(content: Payload, scope: PageScope, key: Uint8Array): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${sign(payload, scope, key)}`;
}

function sign(payload: string, { operation, tenant, list }: PageScope, key: Uint8Array): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([payload, operation, tenant, list]))
    .digest('base64url');
}

function isEqual(expected: string, actual: string): boolean {
  return timingSafeEqual(Buffer.from(expected), Buffer.from(actual));
}

/** Also rejects what only a holder of the key can have signed. @throws Problem `invalid_cursor`. */
function parsePayload(payload: string): readonly [expiresAt: number, skipToken: string | undefined, id: string] {
  const content = tryParseJson(Buffer.from(payload, 'base64url').toString());
  const [expiresAt, skipToken, id = ''] = Array.isArray(content) ? content : [];
  const isToken =
    skipToken === null
      ? typeof id === 'string' && /^[\da-f]{64}$/.test(id)
      : typeof skipToken === 'string' && skipToken.isWellFormed();
  if (!Number.isSafeInteger(expiresAt) || !isToken || skipToken === '') throw new Problem('invalid_cursor');
  return [expiresAt, skipToken ?? undefined, id];
}

/**
 * Returns the `$skipToken` of an upstream's `nextLink` for the list at `listUrl` (without query).
 * @throws Problem `upstream_invalid_response` if the link has none or is for another URL; its cause says where the link leads.
 */
export function readSkipToken(nextLink: string, listUrl: string): string {
  const link = URL.canParse(nextLink) ? new URL(nextLink) : undefined;
  const list = new URL(listUrl);
  if (!link || link.origin !== list.origin || toComparablePath(link) !== toComparablePath(list) || link.username !== '')
    throw createInvalidLink('is for another URL', link);
  // The specification's own format has a second question mark: `{originalRequestUrl}?$skipToken=…`.
  for (const pair of link.search.split(/[?&]/)) {
    const token = /^(?:\$|%24)skiptoken=(.+)$/i.exec(pair)?.[1];
    if (token !== undefined) return decode(token);
  }
  throw createInvalidLink('has no $skipToken', link);
}

const MAX_LOGGED_NAMES = 10;

/** Names host and parameters for the log, where they are names, but no path and no value: these may be secret. */
function createInvalidLink(what: string, link: URL | undefined): Problem {
  const names = (link?.search.match(/(?<=[?&])[^?&=]+/g) ?? []).slice(0, MAX_LOGGED_NAMES).map(decode);
  const listed = names.map((name) => (/^[$\w.-]{1,40}$/.test(name) ? name : '?')).join(', ');
  const where = link ? `: host ${link.host.slice(0, 100)}, parameters ${listed || 'none'}` : ': it is no URL';
  return new Problem('upstream_invalid_response', { cause: `The nextLink ${what}${where}.` });
}

/** ARM returns paths in its own casing and encoding. */
function toComparablePath({ pathname }: URL): string {
  return decode(pathname).toLowerCase();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
