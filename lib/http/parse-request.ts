/** Reads a request by the operation's rules; all that fails is listed in one Problem. */
import type * as z from 'zod';
import { errorMessage } from '../contracts/messages.ts';
import { isHeaderValue, isJsonMediaType } from './headers.ts';
import type { RequestMessage } from './message.ts';
import { type JsonBody, parseJsonBody } from './parse-json.ts';
import { isSafePathValue } from './path.ts';
import { Problem, type ProblemDetail } from './problem.ts';

/** What a request must look like. A part without a rule is neither read nor relayed. */
export interface RequestRules {
  readonly params: z.ZodType<Readonly<Record<string, string>>>;
  /** Versions that are spoken; `api-version` is then required. */
  readonly apiVersions?: readonly string[];
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Bytes of body that are read at most. */
  readonly maxBodyBytes?: number;
  /** Preconditions that are relayed. `create-only`: `*`, anything else is 412 (spec 2, Endpoints). */
  readonly preconditions?: { readonly ifMatch: true; readonly ifNoneMatch?: 'create-only' };
}

export interface ParsedRequest {
  readonly params: Readonly<Record<string, string>>;
  /** By the declared names. */
  readonly query: Readonly<Record<string, string>>;
  /** Fields in lower case, verbatim. */
  readonly preconditions: Readonly<Record<string, string>>;
  readonly body?: JsonBody;
}

export const DEFAULT_MAX_BODY_BYTES = 64 * 1024;
const MAX_DETAILS = 100;

/** What the address alone says: route values and query, and what is wrong with them. */
export interface ParsedUrl extends Pick<ParsedRequest, 'params' | 'query'> {
  readonly details: readonly ProblemDetail[];
}

/** Reads route values and query. Pure: one address always says the same. */
export function parseUrl(
  rules: RequestRules,
  { params, rawQuery: search }: Pick<RequestMessage, 'params' | 'rawQuery'>,
): ParsedUrl {
  const details: ProblemDetail[] = [];
  checkParams(rules, params, details);
  return { params, query: checkQuery(rules, new URLSearchParams(search), details), details };
}

/** Reads the whole request. Throws a Problem of 400, 412, 413 or 415. */
export async function parseRequest(
  rules: RequestRules,
  message: RequestMessage,
  address: ParsedUrl = parseUrl(rules, message),
): Promise<ParsedRequest> {
  const { params, query } = address;
  const details = [...address.details];
  const preconditions = readPreconditions(rules, message, details);
  const body = rules.body ? await readJson(message, rules.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES) : undefined;
  if (rules.body && body) check(rules.body, body.value, details);
  if (details.length > 0) throw toProblem(shorten(details));
  return body === undefined ? { params, query, preconditions } : { params, query, preconditions, body };
}

/** Who is told of a hundred mistakes needs no more. */
function shorten(details: readonly ProblemDetail[]): readonly ProblemDetail[] {
  if (details.length <= MAX_DETAILS) return details;
  const more = { code: 'invalid_value', message: `and ${details.length - MAX_DETAILS} more` };
  return [...details.slice(0, MAX_DETAILS), more];
}

/** A single unsupported version keeps its own code, since clients look for it. */
function toProblem(details: readonly ProblemDetail[]): Problem {
  const [first] = details;
  return details.length === 1 && first?.code === 'unsupported_api_version'
    ? new Problem('unsupported_api_version', { message: `api-version: ${first.message}`, target: 'api-version' })
    : new Problem('invalid_request', { details });
}

/** An address is read once, a body each time: for that alone a compiled parser pays. */
const ONCE = { error: errorMessage, jitless: true };

function check(schema: z.ZodType, value: unknown, details: ProblemDetail[], context = { error: errorMessage }): void {
  const result = schema.safeParse(value, context);
  for (const issue of result.error?.issues ?? []) {
    details.push({ code: 'invalid_value', target: toTarget(issue.path), message: issue.message });
  }
}

/** Answers a member's path as a reader writes it: `properties.outputs[0].name`. */
function toTarget(path: readonly PropertyKey[]): string {
  return (
    path.reduce<string>(
      (target, part) => (typeof part === 'number' ? `${target}[${part}]` : `${target}${target && '.'}${String(part)}`),
      '',
    ) || 'content'
  );
}

function checkParams(rules: RequestRules, params: Readonly<Record<string, string>>, details: ProblemDetail[]): void {
  check(rules.params, params, details, ONCE);
  for (const [name, value] of Object.entries(params)) {
    if (isSafePathValue(value)) continue;
    const message =
      'must be one path segment of letters, digits and ASCII signs other than / \\ % ? #, and not dots alone';
    details.push({ code: 'invalid_value', target: name, message });
  }
}

/** Names are matched as the host does, without regard to case; a repeated or an unknown one is refused. */
function checkQuery(
  rules: RequestRules,
  pairs: Iterable<readonly [name: string, value: string]>,
  details: ProblemDetail[],
): Readonly<Record<string, string>> {
  const declared = listDeclared(rules);
  const query: Record<string, string> = {};
  for (const [sent, value] of pairs) {
    const name = declared.get(sent.toLowerCase());
    if (name === undefined) {
      details.push({
        code: 'unknown_parameter',
        target: toPrintable(sent),
        message: 'is not a parameter of this operation',
      });
    } else if (Object.hasOwn(query, name)) {
      details.push({ code: 'repeated_parameter', target: name, message: 'must be given once' });
    } else query[name] = value;
  }
  const { 'api-version': version, ...others } = query;
  if (rules.apiVersions) checkVersion(rules.apiVersions, version, details);
  if (rules.query) check(rules.query, others, details, ONCE);
  return query;
}

const declaredNames = new WeakMap<RequestRules, ReadonlyMap<string, string>>();

/** Answers the names of query members by their lower case; worked out once for each operation. */
function listDeclared(rules: RequestRules): ReadonlyMap<string, string> {
  let declared = declaredNames.get(rules);
  if (declared === undefined) {
    const names = [...(rules.apiVersions ? ['api-version'] : []), ...Object.keys(rules.query?.shape ?? {})];
    declared = new Map(names.map((name) => [name.toLowerCase(), name]));
    declaredNames.set(rules, declared);
  }
  return declared;
}

function checkVersion(spoken: readonly string[], version: string | undefined, details: ProblemDetail[]): void {
  if (version === undefined || version === '') {
    details.push({
      code: 'missing_parameter',
      target: 'api-version',
      message: `is required; supported: ${spoken.join(', ')}`,
    });
  } else if (!spoken.includes(version)) {
    details.push({
      code: 'unsupported_api_version',
      target: 'api-version',
      message: `is not supported; supported: ${spoken.join(', ')}`,
    });
  }
}

/** The live service's entity tag is unquoted, so a tag is any field value and is passed on as it came. */
function readPreconditions(rules: RequestRules, message: RequestMessage, details: ProblemDetail[]) {
  const preconditions: Record<string, string> = {};
  for (const name of ['if-match', 'if-none-match'] as const) {
    const declared = name === 'if-match' ? rules.preconditions?.ifMatch : rules.preconditions?.ifNoneMatch;
    const value = declared ? message.header(name) : undefined;
    if (value === undefined) continue;
    if (!isHeaderValue(value))
      details.push({ code: 'invalid_value', target: name, message: 'must be an entity tag or *' });
    preconditions[name] = value;
  }
  if ('if-match' in preconditions && 'if-none-match' in preconditions) {
    details.push({ code: 'invalid_value', target: 'if-none-match', message: 'must not be given beside if-match' });
  } else if ('if-none-match' in preconditions && preconditions['if-none-match'] !== '*') {
    throw new Problem('precondition_failed', {
      message: 'If-None-Match must be *.',
      target: 'if-none-match',
      outcome: 'not-sent',
    });
  }
  return preconditions;
}

async function readJson(message: RequestMessage, maxBytes: number): Promise<JsonBody> {
  const encoding = message.header('content-encoding');
  if (
    (encoding !== undefined && encoding.toLowerCase() !== 'identity') ||
    !isJsonMediaType(message.header('content-type'))
  ) {
    throw new Problem('unsupported_media_type');
  }
  return parseJsonBody(await message.readBody(maxBytes));
}

/** A name as it may stand in an answer: bounded, printable. */
function toPrintable(name: string): string {
  return name.slice(0, 64).replace(/[^\x20-\x7e]/g, '?');
}
