/** What a record says of a request's body: member names of the contract, our own rules, ids. All of it is bounded. */
import type { Problem } from '../http/problem.ts';

const MAX_INVALID = 5;
const MAX_RULE_LENGTH = 80;
const MAX_TARGETS = 20;
const MAX_TARGET_LENGTH = 64;

/**
 * Returns the members that a refused request failed by, each with the rule; undefined if it did not fail by members, or the
 * upstream lists them. `listKnown` returns the contract's names, in lower case: others are the caller's words, and become `*`.
 */
export function describeInvalid(problem: Problem, listKnown: () => ReadonlySet<string>): string | undefined {
  const { type, target: only, message, details } = problem;
  const failing = details.length === 0 && only !== undefined ? [{ target: only, message }] : details;
  if (type === 'upstream_refused' || type === 'throttled' || failing.length === 0) return undefined;
  const known = listKnown();
  const texts = failing
    .slice(0, MAX_INVALID)
    .map(({ target = '', message: rule }) => `${toKnownPath(target, known)}: ${cut(rule, MAX_RULE_LENGTH)}`);
  return toList(texts, failing.length, '; ');
}

/** Names, and indexes in brackets. */
const PART = /\[\d{1,4}\]|[^.[\]]+/g;

function toKnownPath(target: string, known: ReadonlySet<string>): string {
  const parts = target.match(PART) ?? [];
  return parts
    .map((part) => (part.startsWith('[') || known.has(part.toLowerCase()) ? part : '*'))
    .join('.')
    .replaceAll('.[', '[');
}

/** Returns what a body names as one text; undefined if it names nothing. */
export function joinTargets(texts: readonly string[]): string | undefined {
  const shown = texts.slice(0, MAX_TARGETS).map((text) => cut(text, MAX_TARGET_LENGTH));
  return toList(shown, texts.length, '/');
}

function toList(shown: readonly string[], count: number, separator: string): string | undefined {
  if (count === 0) return undefined;
  return [...shown, ...(count > shown.length ? [`+${count - shown.length}`] : [])].join(separator);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
