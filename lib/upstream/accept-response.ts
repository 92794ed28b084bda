/** Accepts an upstream's success: reads its body, and finds what Frontdesk itself needs of it. */
import { isJsonObject, type JsonObject } from '../contracts/json-object.ts';
import type { JsonRules } from '../http/edit-json.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { decodeUtf8, skipByteOrderMark, splitJson, tryParseJson } from '../http/json-text.ts';
import { isJsonLikeMediaType, pickRelayedHeaders } from '../http/message.ts';
import type { Turns } from '../time/clock.ts';
import { composeRetryAfter, createInvalidResponse, toUpstreamProblem } from './error-response.ts';
import type { Redactor } from './redact.ts';
import type { UpstreamName } from './upstreams.ts';

/** Names of the members without which a body differs from the contract; of a list, those of each element. */
export type RequiredMembers = readonly string[] | ListMembers;

export interface ListMembers {
  readonly list: string;
  readonly each: readonly string[];
}

export interface ResponseRules {
  readonly upstream: UpstreamName;
  /** By success status; null for no body. */
  readonly responses: Readonly<Record<number, RequiredMembers | null>>;
  readonly isWrite: boolean;
  readonly redactRules?: JsonRules | undefined;
  readonly access?: { readonly each?: unknown };
  readonly paged?: { readonly link: string };
  readonly cache?: { readonly toExpiry?: (elements: readonly unknown[]) => number | undefined };
  /** The poll of a long-running write: any success says how far that is. */
  readonly isPoll?: true;
}

export interface AcceptedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: Content;
  /** Where the upstream says that a long-running write is watched, by the header's name. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** How it differs from the contract, in our own words; absent if it does not. */
  readonly drift?: string;
}

/** A JSON object: its bytes unchanged, and what is needed of its value, which takes several times the memory. */
export interface Content {
  readonly bytes: Buffer;
  readonly text: string;
  /** Of a list: the member that links to the next page. */
  readonly next: unknown;
  /** Epoch milliseconds at which the content itself expires. */
  readonly expiresAt: number | undefined;
  /** Members of the contract that it lacks, or that are null: `id`, `value`, `value[].name`. */
  readonly missing: ReadonlySet<string>;
}

interface AcceptOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** For the work on a large body. */
  readonly turns: Pick<Turns, 'wait'>;
}

/**
 * A success stays a success where what Frontdesk itself uses is there: for a read a JSON object with its arrays.
 * @throws Problem for every other response; `redact` is applied to the texts of the upstream's error.
 */
export async function acceptResponse(
  rules: ResponseRules,
  response: HttpResponse,
  redact: Redactor,
  { now, turns }: AcceptOptions,
): Promise<AcceptedResponse> {
  const { status } = response;
  const required = rules.responses[status];
  const isSuccess = status >= 200 && status < 300;
  const content = isSuccess ? await readContent(rules, response, turns) : undefined;
  if (isSuccess && rules.isPoll) return acceptPoll(response, content, now);
  if (isSuccess && rules.isWrite) return acceptWrite(response, content, required, now);
  if (!required) throw toUpstreamProblem(rules, response, redact, now);
  if (!content || ('list' in required && content.missing.has(required.list)))
    throw createInvalidResponse(rules, 'The response body is no JSON object with the lists of the contract.');
  const headers = pickRelayedHeaders(response.headers);
  const drift = [...content.missing].join(', ');
  return { status, headers, body: content, ...(drift && { drift }) };
}

/** A write that succeeded is never a failure, whatever its response is like: a caller would repeat it. */
function acceptWrite(
  response: HttpResponse,
  content: Content | undefined,
  required: RequiredMembers | null | undefined,
  now: number,
): AcceptedResponse {
  const { status } = response;
  const isPending = status === 202;
  const pending = isPending ? { 'x-frontdesk-outcome': 'accepted', ...composeRetryAfter(response, now) } : {};
  const headers = { ...pickRelayedHeaders(response.headers), ...pending };
  const drift = isPending ? undefined : describeDrift(content, status, required);
  const hasBody = content && required !== null && !WITHOUT_BODY.has(status);
  return { status, headers, ...pickAddresses(response), ...(hasBody && { body: content }), ...(drift && { drift }) };
}

/** A poll of a long-running write: a read, so without an outcome. With an ended one comes its result, or nothing. */
function acceptPoll(response: HttpResponse, content: Content | undefined, now: number): AcceptedResponse {
  const { drift: _, headers: written, ...accepted } = acceptWrite(response, content, undefined, now);
  const { 'x-frontdesk-outcome': __, ...headers } = written;
  return { ...accepted, headers: { ...headers, ...composeRetryAfter(response, now) } };
}

/** A Location with another status than 202 is the resource's own address. */
function pickAddresses({ status, headers }: HttpResponse): Pick<AcceptedResponse, 'addresses'> {
  const { location, 'azure-asyncoperation': progress } = headers;
  const addresses = {
    ...(location && status === 202 && { location }),
    ...(progress && { 'azure-asyncoperation': progress }),
  };
  return Object.keys(addresses).length > 0 ? { addresses } : {};
}

/** HTTP allows no body with them. Source: RFC 9110 15.3.5, 15.3.6. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205]);

function describeDrift(content: Content | undefined, status: number, required?: RequiredMembers | null) {
  if (required === undefined) return `status ${status}`;
  if (required === null) return undefined;
  return content ? [...content.missing].join(', ') : 'body';
}

/** Returns undefined where the body is no JSON object within the limits. */
async function readContent(
  rules: ResponseRules,
  { status, headers, body }: HttpResponse,
  turns: Pick<Turns, 'wait'>,
): Promise<Content | undefined> {
  const type = headers['content-type'];
  if (type !== undefined && !isJsonLikeMediaType(type)) return undefined;
  const bytes = skipByteOrderMark(body);
  const text = decodeUtf8(bytes);
  if (text === undefined) return undefined;
  const summary = new Summary(rules, rules.responses[status] ?? []);
  // Of the text, not of the value: the text is edited later, and it can have a member twice.
  const values = MIN_MAX_VALUES + text.length / toBytesPerValue(rules, status);
  for (const piece of splitJson(text, { levels: MAX_DEPTH, values })) {
    await turns.wait(piece.length);
    const value = tryParseJson(piece);
    if (!isJsonObject(value)) return undefined;
    summary.add(value);
  }
  const { next, expiresAt, missing } = summary;
  return { bytes, text, next, expiresAt, missing };
}

const MAX_DEPTH = 64;
/** A body may have this many values, and more the larger it is: work takes time by values more than by bytes. */
const MIN_MAX_VALUES = 20_000;

/** One more for so many bytes: of a body that is parsed, of a list that is searched for secrets, and of what takes longest. */
const BYTES_PER_VALUE = { parsed: 32, listed: 64, longest: 512 };

/** An element that may be hidden is decided on; a single resource has no name twice. */
function toBytesPerValue({ isWrite, isPoll, access, redactRules, responses }: ResponseRules, status: number): number {
  if (isWrite || isPoll || access?.each) return BYTES_PER_VALUE.longest;
  if (!redactRules?.dropMembersNamed) return BYTES_PER_VALUE.parsed;
  return 'list' in (responses[status] ?? []) ? BYTES_PER_VALUE.listed : BYTES_PER_VALUE.longest;
}

/** What is needed of the value, from the pieces so far. */
class Summary {
  next: unknown;
  expiresAt: number | undefined;
  readonly missing: Set<string>;
  readonly #rules: ResponseRules;
  readonly #required: RequiredMembers;

  constructor(rules: ResponseRules, required: RequiredMembers) {
    this.#rules = rules;
    this.#required = required;
    this.missing = new Set('list' in required ? [required.list] : required);
  }

  add(piece: JsonObject): void {
    const { paged } = this.#rules;
    if (paged && paged.link in piece) this.next = piece[paged.link];
    if ('list' in this.#required) this.#addElements(this.#required, piece[this.#required.list]);
    else for (const name of this.missing) if (!isMissing(piece, name)) this.missing.delete(name);
  }

  #addElements({ list, each }: ListMembers, elements: unknown): void {
    if (elements === undefined) return;
    if (!Array.isArray(elements)) {
      this.missing.add(list);
      return;
    }
    this.missing.delete(list);
    for (const name of each)
      for (const element of elements) if (isMissing(element, name)) this.missing.add(`${list}[].${name}`);
    const expiresAt = this.#rules.cache?.toExpiry?.(elements);
    if (expiresAt !== undefined) this.expiresAt = Math.min(expiresAt, this.expiresAt ?? expiresAt);
  }
}

function isMissing(value: unknown, name: string): boolean {
  return !isJsonObject(value) || value[name] === undefined || value[name] === null;
}
