/**
 * Paging through Frontdesk: an upstream's link to the next page becomes a link to the same operation with a signed page token,
 * bound to tenant, operation and resource. Source: S1-51; A40, A41.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { tryParseJson } from '../http/parse-json.ts';
import { Problem } from '../http/problem.ts';
import type { Clock } from '../time/clock.ts';

/** The query parameter of Frontdesk's page token, in every list. */
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

/** Keeps pages that are too long for a link. None of its functions rejects. */
export interface LongPages {
  /** Keeps the page for `lifeMs`; returns its id. */
  put(page: string, lifeMs: number): Promise<string>;
  get(id: string): Promise<string | undefined>;
}

const DAY_MS = 24 * 3_600_000;
/** The payload and the signature over it and its scope. */
const FORM = /^([\w-]+)\.([\w-]{43})$/;

/** Returns a key that is always the same. */
export function createFixedKey(key: Uint8Array): PageKeys {
  const list = async () => [key];
  return { list, reload: list };
}

export class Paging {
  readonly #keys: PageKeys;
  readonly #longPages: LongPages;
  readonly #clock: Clock;

  constructor(keys: PageKeys, longPages: LongPages, clock: Clock) {
    this.#keys = keys;
    this.#longPages = longPages;
    this.#clock = clock;
  }

  /** Loads the key that the first link would wait for. Never rejects. */
  async prepare(): Promise<void> {
    await this.#keys.list();
  }

  /**
   * Returns Frontdesk's page token for a page of the upstream, of at most `maxLength` characters.
   * @throws Problem `invalid_request` if no page token is that short.
   */
  async seal(page: string, scope: PageScope, maxLength: number): Promise<string> {
    const [key] = (await this.#keys.list()) as readonly [Uint8Array];
    // At the end of the next day: a page keeps its link, and with it its entity tag, all day.
    const now = this.#clock.wallNow();
    const expiresAt = (Math.ceil(now / DAY_MS) + 1) * DAY_MS;
    const sealed = compose([expiresAt, page], scope, key);
    if (sealed.length <= maxLength) return sealed;
    const short = compose([expiresAt, null, await this.#longPages.put(page, expiresAt - now)], scope, key);
    if (short.length <= maxLength) return short;
    throw new Problem('invalid_request', {
      message: 'Path and query are too long: a link to the next page would not fit into a request.',
    });
  }

  /** Returns the page that was sealed. @throws Problem `invalid_cursor`. */
  async open(cursor: string, scope: PageScope): Promise<string> {
    const [, payload, signature] = FORM.exec(cursor) ?? [];
    if (payload === undefined || signature === undefined) throw new Problem('invalid_cursor');
    const isSigned = (key: Uint8Array) => isEqual(sign(payload, scope, key), signature);
    if (!(await this.#keys.list()).some(isSigned) && !(await this.#keys.reload()).some(isSigned))
      throw new Problem('invalid_cursor');
    const [expiresAt, page, id] = parsePayload(payload);
    if (this.#clock.wallNow() >= expiresAt)
      throw new Problem('invalid_cursor', { message: 'The page token has expired.' });
    const found = page ?? (await this.#longPages.get(id));
    if (found === undefined) throw new Problem('invalid_cursor');
    return found;
  }
}

/** When it expires, in epoch milliseconds, and the page or the id under which that is kept. */
type Payload = readonly [expiresAt: number, page: string] | readonly [expiresAt: number, page: null, id: string];

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
function parsePayload(payload: string): readonly [expiresAt: number, page: string | undefined, id: string] {
  const content = tryParseJson(Buffer.from(payload, 'base64url').toString());
  const [expiresAt, page, id = ''] = Array.isArray(content) ? content : [];
  const isPage =
    page === null ? typeof id === 'string' && /^[\da-f]{64}$/.test(id) : typeof page === 'string' && page !== '';
  if (!Number.isSafeInteger(expiresAt) || !isPage) throw new Problem('invalid_cursor');
  return [expiresAt, page ?? undefined, id];
}

/** Where the pages of a list are. */
interface ListAddress {
  /** Origin and base path of the upstream. */
  readonly baseUrl: string;
  /** Encoded path of the list. */
  readonly path: string;
  /** Other paths that its next page may have. */
  readonly siblings?: readonly string[];
}

/**
 * Returns the page that an upstream's link leads to: its query in the upstream's own words, after the path of a sibling.
 * @throws Problem `upstream_invalid_response` for a link to anything but the list's next page; its cause says where it leads.
 */
export function readNextPage(nextLink: string, { baseUrl, path, siblings = [] }: ListAddress): string {
  const link = URL.canParse(nextLink) ? new URL(nextLink) : undefined;
  const isAt = (each: string) => link && toComparablePath(link) === toComparablePath(new URL(baseUrl + each));
  const found = [path, ...siblings].find(isAt);
  if (!link || link.origin !== new URL(baseUrl).origin || link.username !== '' || found === undefined)
    throw createInvalidLink('is for another URL', link);
  // The specification's own format has a second question mark: `{originalRequestUrl}?$skipToken=…`.
  const query = link.search.replace(/(?<=.)\?(?=(?:\$|%24)skiptoken=)/gi, '&');
  if (!isNextPage(query)) throw createInvalidLink('has no page token of this list', link);
  return (found === path ? '' : found) + query;
}

/** Returns whether the text is a page, as `readNextPage` returns it. */
export function isPageOf(page: string, siblings: readonly string[] = []): boolean {
  const [path = ''] = page.split('?', 1);
  return (path === '' || siblings.includes(path)) && isNextPage(page.slice(path.length));
}

/** What upstreams call the position of a page. */
const POSITION = /^\$?skip(?:token)?$/i;
/** A business-data request that has these acts on another company than its path names. */
const OTHER_RESOURCE = /^(?:company|tenant)$/i;

function isNextPage(query: string): boolean {
  const names = [...new URLSearchParams(query)].filter(([, value]) => value !== '').map(([name]) => name);
  const isPrintable = /^\?[!-~]+$/.test(query);
  return isPrintable && names.some((name) => POSITION.test(name)) && !names.some((name) => OTHER_RESOURCE.test(name));
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
