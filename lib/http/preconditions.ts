/** Preconditions of a request that may change something: relayed where the upstream documents them, else refused, never ignored. */
import { isHeaderValue } from './headers.ts';
import type { RequestMessage } from './message.ts';
import { Problem, type ProblemDetail } from './problem.ts';

/** The preconditions that are relayed. `create-only`: `*`, anything else is 412 (S2-79, S2-80). */
export interface PreconditionRules {
  readonly ifMatch: true | 'required';
  readonly ifNoneMatch?: 'create-only';
}

/** Header names in lower case, values unchanged. */
export type Preconditions = Readonly<Record<string, string>>;

/** No upstream documents the dates. */
export const PRECONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/**
 * Returns the preconditions to relay; adds to `details` those that are invalid or not supported.
 * @throws Problem `precondition_failed` for an If-None-Match other than `*`.
 */
export function parsePreconditions(
  rules: PreconditionRules | undefined,
  message: RequestMessage,
  details: ProblemDetail[],
): Preconditions {
  // A GET changes nothing; the cache evaluates its If-None-Match.
  if (message.method === 'GET') return {};
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
    details.push({ code: 'missing_parameter', target: 'if-match', message: 'is required: an entity tag, or *' });
  checkTags(preconditions, details);
  return preconditions;
}

function checkTags(preconditions: Preconditions, details: ProblemDetail[]): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = preconditions;
  if (ifMatch !== undefined && !isOneTag(ifMatch)) {
    const rule = 'must be *, one strong entity tag or one bare token';
    details.push({ code: 'invalid_value', target: 'if-match', message: rule });
  }
  if (ifMatch !== undefined && ifNoneMatch !== undefined) {
    const rule = 'must not be given together with if-match';
    details.push({ code: 'invalid_value', target: 'if-none-match', message: rule });
  } else if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new Problem('precondition_failed', {
      message: 'If-None-Match must be *.',
      target: 'if-none-match',
      outcome: 'not-sent',
    });
  }
}

/**
 * Whether the value is `*`, a strong entity tag, or a bare token as the live services return for one. The upstreams compare one
 * tag as text: a list would match nothing, and a weak tag never matches. Source: RFC 9110 8.8.3, 13.1.1.
 */
function isOneTag(value: string): boolean {
  return isHeaderValue(value) && /^(?:\*|"[!\x23-\x7e]*"|[!\x23-\x29+\x2d-\x7e]+)$/.test(value);
}
