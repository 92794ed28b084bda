/** Parses preconditions, page size, refused headers, cache directives and entity tags. Source: RFC 9110 8.8.3, 13.1; RFC 9111 5.2.1. */

import { isHeaderValue, type RequestMessage } from './message.ts';
import { Problem, type ProblemDetail } from './problem.ts';

export interface HeaderRules {
  readonly preconditions?: PreconditionRules;
  /** A caller may prefer another size of page, up to `max`. */
  readonly pageSize?: { readonly default: number; readonly max: number };
  /** In lower case: headers with which the upstream would act on another resource than the path names. */
  readonly refusedHeaders?: readonly string[];
}

export type ParsedHeaders = ReturnType<typeof parseHeaders>;

/** Adds to `details` what is not valid. @throws Problem `precondition_failed`. */
export function parseHeaders(rules: HeaderRules, message: RequestMessage, details: ProblemDetail[]) {
  for (const name of rules.refusedHeaders ?? []) {
    if (message.header(name) === undefined) continue;
    details.push({ code: 'unsupported_header', target: name, message: 'is not supported by this operation' });
  }
  const { preconditions, pageSize } = rules;
  return {
    preconditions: parsePreconditions(preconditions, message, details),
    /** Elements of a page to ask the upstream for. */
    pageSize: pageSize && Math.min(readMaxPageSize(message.header('prefer')) ?? pageSize.default, pageSize.max),
  };
}

/** Returns the preferred size, the first of several; an invalid one is ignored. Source: RFC 7240 2. */
function readMaxPageSize(prefer = ''): number | undefined {
  const [, digits] = /(?:^|,)\s*(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?\s*(?=[,;]|$)/i.exec(prefer) ?? [];
  return Number(digits) || undefined;
}

/** The preconditions that are relayed; others are refused, never ignored. `create-only`: `*`, anything else is 412 (S2-79, S2-80). */
export interface PreconditionRules {
  readonly ifMatch: true | 'required';
  readonly ifNoneMatch?: 'create-only';
}

/** Header names in lower case, values unchanged. */
export type Preconditions = Readonly<Record<string, string>>;

/** No upstream documents the dates. */
export const PRECONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** Returns the preconditions to relay; adds invalid ones to `details`. @throws Problem `precondition_failed` if If-None-Match is not `*`. */
function parsePreconditions(
  rules: PreconditionRules | undefined,
  message: RequestMessage,
  details: ProblemDetail[],
): Preconditions {
  // A GET changes nothing; the cache evaluates its If-None-Match.
  if (message.method === 'GET' || message.method === 'HEAD') return {};
  const relayed = [...(rules ? ['if-match'] : []), ...(rules?.ifNoneMatch ? ['if-none-match'] : [])];
  const preconditions: Record<string, string> = {};
  for (const name of PRECONDITIONS) {
    const value = message.header(name);
    if (value === undefined) continue;
    if (relayed.includes(name)) preconditions[name] = value;
    else
      details.push({ code: 'unsupported_precondition', target: name, message: 'is not supported by this operation' });
  }
  if (rules?.ifMatch === 'required' && preconditions['if-match'] === undefined)
    details.push({ code: 'missing_parameter', target: 'if-match', message: 'is required; send an entity tag or *' });
  checkTags(preconditions, details);
  return preconditions;
}

function checkTags(preconditions: Preconditions, details: ProblemDetail[]): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = preconditions;
  if (ifMatch !== undefined && !isOneTag(ifMatch)) {
    const rule = 'must be *, one strong entity tag or one bare token';
    details.push({ code: 'invalid_value', target: 'if-match', message: rule });
  }
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new Problem('precondition_failed', {
      message: 'If-None-Match must be *.',
      target: 'if-none-match',
      outcome: 'not-sent',
    });
  }
  if (ifMatch !== undefined && ifNoneMatch !== undefined) {
    const rule = 'must not be given together with if-match';
    details.push({ code: 'invalid_value', target: 'if-none-match', message: rule });
  }
}

export const ONE_TAG = /^(?:\*|"[!\x23-\x7e]*"|[!\x23-\x29+\x2d-\x7e]+)$/;

/**
 * Whether the value is `*`, a strong entity tag, or a bare token as the live services return for one. The upstreams compare one
 * tag as text: a list matches nothing, and a weak tag never matches. Source: RFC 9110 8.8.3, 13.1.1.
 */
function isOneTag(value: string): boolean {
  return isHeaderValue(value) && ONE_TAG.test(value);
}

/** Whether the caller itself asks for a response from the upstream: `Cache-Control: no-cache` without `Pragma`. */
export function asksForNewResponse(message: RequestMessage): boolean {
  const directives = message.header('cache-control')?.toLowerCase().split(',');
  // Browsers add both for `cache: 'no-store'`, for `reload` and with If-None-Match (Fetch, HTTP-network-or-cache fetch).
  if (message.header('pragma') !== undefined) return false;
  return directives?.some((directive) => directive.trim() === 'no-cache') === true;
}

/**
 * Returns the first of the strong `etags` that If-None-Match has, by weak comparison. They name one body in several codings,
 * so any of them is up to date; the 304 must have the tag that the caller has (RFC 9111 4.3.4).
 */
export function findEntityTag(ifNoneMatch: string | undefined, etags: readonly string[]): string | undefined {
  if (ifNoneMatch?.trim() === '*') return etags[0];
  const sent = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return etags.find((etag) => sent?.includes(etag));
}
