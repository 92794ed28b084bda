/** The headers that a request's rules name: preconditions, the size of a page, and those that are refused. */
import type { RequestMessage } from './message.ts';
import { type PreconditionRules, type Preconditions, parsePreconditions } from './preconditions.ts';
import type { ProblemDetail } from './problem.ts';

export interface HeaderRules {
  readonly preconditions?: PreconditionRules;
  /** A caller may prefer another size of page, up to `max`. */
  readonly pageSize?: { readonly default: number; readonly max: number };
  /** In lower case: headers with which the upstream would act on another resource than the path names. */
  readonly refusedHeaders?: readonly string[];
}

export interface ParsedHeaders {
  readonly preconditions: Preconditions;
  /** Elements of a page to ask the upstream for. */
  readonly pageSize?: number | undefined;
}

/** Adds to `details` what is not valid. @throws Problem `precondition_failed`. */
export function parseHeaders(rules: HeaderRules, message: RequestMessage, details: ProblemDetail[]): ParsedHeaders {
  for (const name of rules.refusedHeaders ?? []) {
    if (message.header(name) === undefined) continue;
    details.push({ code: 'unsupported_header', target: name, message: 'is not supported by this operation' });
  }
  const preconditions = parsePreconditions(rules.preconditions, message, details);
  if (!rules.pageSize) return { preconditions };
  const { default: size, max } = rules.pageSize;
  return { preconditions, pageSize: Math.min(readMaxPageSize(message.header('prefer')) ?? size, max) };
}

/** The first one counts; one that is not valid is ignored. Source: RFC 7240 2. */
function readMaxPageSize(prefer = ''): number | undefined {
  const [, digits] = /(?:^|,)\s*(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?\s*(?=[,;]|$)/i.exec(prefer) ?? [];
  return Number(digits) || undefined;
}
