/** Parses a request by the operation's rules; one Problem lists everything that is invalid. */

import type * as z from 'zod';
import { errorMessage } from '../contracts/schema/messages.ts';
import { isEncodedUtf8, type JsonLimits } from './json-text.ts';
import { createTooLarge, isJsonMediaType, type RequestMessage } from './message.ts';
import { type HeaderRules, type ParsedHeaders, parseHeaders } from './parse-headers.ts';
import { type JsonBody, parseJsonBody } from './parse-json.ts';
import { encodePath, fillPath, formatQuery, isSafePathValue } from './path.ts';
import { Problem, type ProblemDetail } from './problem.ts';

/** What a valid request is. A part without a rule is not relayed. */
export interface RequestRules extends HeaderRules {
  readonly params: z.ZodType<Readonly<Record<string, string>>>;
  /** Supported versions; `api-version` is then required. */
  readonly apiVersions?: readonly string[];
  /** Of a list: the parameter with the page token. */
  readonly pageToken?: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly maxBodyBytes?: number;
  readonly jsonLimits?: JsonLimits;
  /** A request without a body is valid; a chunked one is not: the host loses its body. */
  readonly isBodyOptional?: true;
}

/** What an operation's URL says. */
export interface ParsedUrl {
  readonly params: Readonly<Record<string, string>>;
  /** The path as a person reads it; undefined where a value is not safe in a path. */
  readonly path: string | undefined;
  /** The path that access is decided on. */
  readonly resource: string;
  /** The path below the upstream's base URL; empty in an invalid URL, whose values cannot always be encoded. */
  readonly encodedPath: string;
  /** The same with the query, as it is sent. */
  readonly target: string;
  /** By the declared names. */
  readonly query: Readonly<Record<string, string>>;
  readonly details: readonly ProblemDetail[];
}

export interface ParsedRequest extends Pick<ParsedUrl, 'params' | 'encodedPath' | 'target' | 'query'>, ParsedHeaders {
  readonly body?: JsonBody | undefined;
  /** The page of a list in the upstream's own words: replaces the query, or a path and the query. */
  readonly page?: string;
}

export const DEFAULT_MAX_BODY_BYTES = 64 * 1024;
const MAX_DETAILS = 100;

type UrlPart = Pick<RequestMessage, 'params' | 'rawQuery'>;

/** An operation's templates: of its path, and of the path that access is decided on. */
type UrlTemplates = Readonly<Record<'path' | 'resource', string>>;

/** Parses an operation's URL; its `details` say what is invalid. */
export function parseUrl(rules: RequestRules, templates: UrlTemplates, { params, rawQuery }: UrlPart): ParsedUrl {
  const details: ProblemDetail[] = [];
  validate(rules.params, params, details);
  const unsafe = Object.keys(params).filter((name) => !isSafePathValue(params[name] as string));
  for (const target of unsafe) details.push({ code: 'invalid_value', target, message: PATH_VALUE_RULE });
  const query = parseQuery(rules, rawQuery, details);
  const encodedPath = details.length === 0 ? encodePath(templates.path, params) : '';
  const path = fillPath(templates.path, params);
  return {
    params,
    path: unsafe.length === 0 ? path : undefined,
    resource: templates.resource === templates.path ? path : fillPath(templates.resource, params),
    encodedPath,
    target: encodedPath + formatQuery(query),
    query,
    details,
  };
}

/**
 * Parses a request. `takeBody` takes what a body costs its caller before it is parsed.
 * @throws Problem of status 400, 411, 412, 413 or 415, or as `takeBody` does.
 */
export async function parseMessage(
  rules: RequestRules,
  url: ParsedUrl,
  message: RequestMessage,
  takeBody: (bytes: number) => void,
): Promise<ParsedRequest> {
  const { params, encodedPath, target, query } = url;
  const details = [...url.details];
  const { preconditions, pageSize } = parseHeaders(rules, message, details);
  const body = rules.body && (await readBody(rules, message, takeBody));
  if (rules.body && body) validate(rules.body, body.value, details);
  if (details.length > 0) throw toProblem(details);
  return { params, encodedPath, target, query, preconditions, pageSize, body };
}

const PATH_VALUE_RULE =
  'must contain only letters, digits and ASCII characters other than / \\ % ? #, and must not be only dots';

function toProblem(details: readonly ProblemDetail[]): Problem {
  const [first] = details;
  // On its own, an unsupported version keeps its code: clients look for it.
  if (details.length === 1 && first?.code === 'unsupported_api_version') {
    return new Problem('unsupported_api_version', { message: `api-version: ${first.message}`, target: 'api-version' });
  }
  if (details.length <= MAX_DETAILS) return new Problem('invalid_request', { details });
  const more = { code: 'invalid_value', message: 'more members may be invalid; only the first 100 are listed' };
  return new Problem('invalid_request', { details: [...details.slice(0, MAX_DETAILS), more] });
}

function validate(schema: z.ZodType, value: unknown, details: ProblemDetail[]): void {
  // Options cost more than a URL's values, and only an invalid one needs messages.
  if (schema.safeParse(value).success) return;
  for (const { path, message } of schema.safeParse(value, { error: errorMessage }).error?.issues ?? []) {
    details.push({ code: 'invalid_value', target: formatPath(path), message });
  }
}

/** Returns a path such as `properties.outputs[0].name`; `body` for the body itself. */
export function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '') || 'body';
}

/** Names are matched case-insensitively, as the host does; a repeated or unknown one is invalid. */
function parseQuery(rules: RequestRules, rawQuery: string, details: ProblemDetail[]): ParsedRequest['query'] {
  const declared = [...(rules.apiVersions ? ['api-version'] : []), ...Object.keys(rules.query?.shape ?? {})];
  const query: Record<string, string> = {};
  // URLSearchParams has one pair for each part that is not empty.
  const parts = rawQuery.replace(/^\?/, '').split('&').filter(Boolean);
  for (const [index, [sent, value]] of [...new URLSearchParams(rawQuery)].entries()) {
    const name = declared.find((each) => each.toLowerCase() === sent.toLowerCase());
    if (name === undefined) {
      // Safe to return: bounded and printable.
      const target = sent.slice(0, 64).replace(/[^\x20-\x7e]/g, '?');
      details.push({ code: 'unknown_parameter', target, message: 'is not a parameter of this operation' });
    } else if (Object.hasOwn(query, name)) {
      details.push({ code: 'repeated_parameter', target: name, message: 'must be given once' });
    } else {
      query[name] = value;
      // URLSearchParams replaces such bytes, so two different values would be one.
      if (!isEncodedUtf8(parts[index] as string))
        details.push({ code: 'invalid_value', target: name, message: 'must be UTF-8' });
    }
  }
  const { 'api-version': version, ...others } = query;
  // A page has the version of its list: some clients write their own over that of the link.
  if (rules.apiVersions && rules.pageToken !== undefined && version && rules.pageToken in others)
    query['api-version'] = findVersion(rules.apiVersions, version);
  else if (rules.apiVersions) checkVersion(rules.apiVersions, version, details);
  if (rules.query) validate(rules.query, others, details);
  return query;
}

const findVersion = (supported: readonly string[], version: string) =>
  supported.includes(version) ? version : (supported[0] as string);

function checkVersion(supported: readonly string[], version: string | undefined, details: ProblemDetail[]): void {
  if (version !== undefined && supported.includes(version)) return;
  const [code, rule] = version ? ['unsupported_api_version', 'is not supported'] : ['missing_parameter', 'is required'];
  details.push({ code, target: 'api-version', message: `${rule}; supported: ${supported.join(', ')}` });
}

async function readBody(
  { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, isBodyOptional, jsonLimits }: RequestRules,
  message: RequestMessage,
  takeBody: (bytes: number) => void,
): Promise<JsonBody | undefined> {
  // What the host has read is not touched.
  if (Number(message.header('content-length')) > maxBodyBytes) throw createTooLarge(maxBodyBytes);
  const mayLack = isBodyOptional && message.header('transfer-encoding') === undefined;
  const bytes = mayLack ? await message.readBody(maxBodyBytes) : undefined;
  if (bytes?.length === 0) return undefined;
  const isEncoded = (message.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity';
  if (isEncoded || !isJsonMediaType(message.header('content-type'))) throw new Problem('unsupported_media_type');
  const body = bytes ?? (await message.readBody(maxBodyBytes));
  // The Functions host passes on the header of a chunked body, but not the body.
  if (body.length === 0 && message.header('transfer-encoding') !== undefined) throw new Problem('length_required');
  takeBody(body.length);
  return parseJsonBody(body, jsonLimits);
}
