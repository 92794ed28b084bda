/** Which members of two values differ, by path: `tags.team`. */

import { isObject, type Steps, toPath } from './schema.ts';

export interface Change {
  readonly path: string;
  /** Undefined where it is not there. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the leaves that differ. A list's elements are compared by their place. */
export function listChanges(before: unknown, after: unknown, steps: Steps = []): readonly Change[] {
  if (before === after) return [];
  const isNested = (isObject(before) && isObject(after)) || (Array.isArray(before) && Array.isArray(after));
  if (!isNested) return isEmpty(before) && isEmpty(after) ? [] : [{ path: toPath(steps), before, after }];
  const [one, other] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) =>
    listChanges(one[name], other[name], [...steps, Array.isArray(before) ? Number(name) : name]),
  );
}

/** What the service may leave out: null, an empty list, an empty object. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** Returns where the service stored something else than what was sent; defaults that it added are none. */
export function listOtherwise(sent: unknown, stored: unknown): readonly Change[] {
  return listChanges(sent, stored).filter(({ before, after }) => before !== undefined && after !== undefined);
}

/** Returns a value with both changes; undefined if they touch: both changed one member, or one list. */
export function merge(seen: unknown, mine: unknown, theirs: unknown): { readonly value: unknown } | undefined {
  const isSame = (one: unknown, other: unknown) => listChanges(one, other).length === 0;
  if (isSame(seen, theirs)) return { value: mine };
  if (isSame(seen, mine) || isSame(mine, theirs)) return { value: theirs };
  if (!isObject(seen) || !isObject(mine) || !isObject(theirs)) return undefined;
  const merged: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const member = merge(seen[name], mine[name], theirs[name]);
    if (member === undefined) return undefined;
    if (member.value !== undefined) merged[name] = member.value;
  }
  return { value: merged };
}

/** Returns the value as one line. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the member at a path of names; undefined if it is not there. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((each, name) => (isObject(each) ? each[name] : undefined), value);
}

/** Returns the value with a member at a path; undefined removes it. */
export function withAt(value: unknown, path: string, member: unknown): unknown {
  const [name = '', ...rest] = path.split('.');
  const object = isObject(value) ? value : {};
  const next = rest.length === 0 ? member : withAt(object[name], rest.join('.'), member);
  const { [name]: _, ...others } = object;
  return next === undefined || (rest.length > 0 && isEmpty(next)) ? others : { ...object, [name]: next };
}
