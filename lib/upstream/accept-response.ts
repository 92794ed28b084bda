/** Accepts an upstream's success: reads its body, and finds what Frontdesk itself needs of it. */
import { isJsonObject, type JsonObject } from '../contracts/json-object.ts';
import type { ErrorFormatName } from '../http/error-formats.ts';
import type { HttpResponse } from '../http/http-client.ts';
import { decodeUtf8, findExcess, skipByteOrderMark, tryParseJson } from '../http/json-text.ts';
import { isJsonLikeMediaType, pickRelayedHeaders } from '../http/message.ts';
import { composeRetryAfter, createInvalidResponse, toUpstreamProblem } from './error-response.ts';
import type { Redactor } from './redact.ts';
import type { UpstreamName } from './upstreams.ts';

/** Names of the members without which a body differs from the contract; of a list, those of each element. */
export type RequiredMembers = readonly string[] | { readonly list: string; readonly each: readonly string[] };

export interface ResponseRules {
  readonly upstream: UpstreamName;
  /** By success status; null for no body. */
  readonly responses: Readonly<Record<number, RequiredMembers | null>>;
  readonly isWrite: boolean;
  readonly errors: ErrorFormatName;
  /** Template of the path. */
  readonly path: string;
  readonly paged?: { readonly link: string };
  readonly cache?: { readonly toExpiry?: (elements: readonly unknown[]) => number | undefined };
  /** The poll of a long-running write: any success says how far that is. */
  readonly isPoll?: true;
}

export interface AcceptedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: Content;
  /** The upstream's addresses to watch a long-running write, by the names of their headers. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** How it differs from the contract, in our own words; absent if it does not. */
  readonly drift?: string | undefined;
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
  readonly missing: readonly string[];
}

/**
 * Accepts a success that has what Frontdesk itself uses: for a read, a JSON object with its arrays. `redact` is applied to the
 * texts of an error; `now` is in epoch milliseconds. @throws Problem for every other response.
 */
export function acceptResponse(
  rules: ResponseRules,
  response: HttpResponse,
  redact: Redactor,
  now: number,
): AcceptedResponse {
  const { status } = response;
  const required = rules.responses[status];
  const isSuccess = status >= 200 && status < 300;
  const content = isSuccess ? readContent(rules, response) : undefined;
  if (isSuccess && (rules.isWrite || rules.isPoll)) return acceptWrite(rules, response, content, now);
  if (!required) throw toUpstreamProblem(rules, response, redact, now);
  if (!content || ('list' in required && content.missing.includes(required.list)))
    throw createInvalidResponse(rules, 'The response body is no JSON object with the lists of the contract.');
  const headers = pickRelayedHeaders(response.headers);
  return { status, headers, body: content, drift: content.missing.join(', ') || undefined };
}

/**
 * Accepts any response to a write that succeeded: a caller would repeat a write that seems to fail. The poll of a write is a read,
 * so it has no outcome; it returns the result of an ended write, or nothing.
 */
function acceptWrite(rules: ResponseRules, response: HttpResponse, content: Content | undefined, now: number) {
  const { status } = response;
  const required = rules.responses[status];
  const isPending = status === 202;
  const headers: AcceptedResponse['headers'] = {
    ...pickRelayedHeaders(response.headers),
    ...(isPending && !rules.isPoll && { 'x-frontdesk-outcome': 'accepted' }),
    ...((isPending || rules.isPoll) && composeRetryAfter(response, now)),
  };
  const drift = isPending || rules.isPoll ? undefined : describeDrift(content, status, required);
  const hasBody = content && required !== null && !WITHOUT_BODY.has(status);
  return { status, headers, ...pickAddresses(response), ...(hasBody && { body: content }), ...(drift && { drift }) };
}

/** Returns the addresses to watch a write. With a status other than 202, Location is the address of the resource. */
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
  return content ? content.missing.join(', ') : 'body';
}

/** Returns undefined where the body is no JSON object within the limits. */
function readContent(rules: ResponseRules, { status, headers, body }: HttpResponse): Content | undefined {
  const type = headers['content-type'];
  if (type !== undefined && !isJsonLikeMediaType(type)) return undefined;
  const bytes = skipByteOrderMark(body);
  const text = decodeUtf8(bytes);
  if (text === undefined) return undefined;
  // The text is counted, not the value: the text is edited later, and it can have a member twice.
  const values = MIN_MAX_VALUES + text.length / BYTES_PER_VALUE;
  const value = findExcess(text, { levels: MAX_DEPTH, values }) ? undefined : tryParseJson(text);
  if (!isJsonObject(value)) return undefined;
  const required = rules.responses[status] ?? [];
  const elements = 'list' in required ? value[required.list] : undefined;
  return {
    bytes,
    text,
    next: rules.paged && value[rules.paged.link],
    expiresAt: Array.isArray(elements) ? rules.cache?.toExpiry?.(elements) : undefined,
    missing: listMissing(required, value, elements),
  };
}

const MAX_DEPTH = 64;
/** A body may have this many values, and more the larger it is: work takes time by values more than by bytes. */
const MIN_MAX_VALUES = 20_000;
const BYTES_PER_VALUE = 32;

function listMissing(required: RequiredMembers, value: JsonObject, elements: unknown): readonly string[] {
  if (!('list' in required)) return required.filter((name) => isMissing(value, name));
  const { list, each } = required;
  if (!Array.isArray(elements)) return [list];
  const names = each.filter((name) => elements.some((element) => isMissing(element, name)));
  return names.map((name) => `${list}[].${name}`);
}

function isMissing(value: unknown, name: string): boolean {
  return !isJsonObject(value) || value[name] === undefined || value[name] === null;
}
