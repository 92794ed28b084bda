/** Compares two jobs as text, without read-only members and secrets. */
import { diffLines } from 'diff';
import type * as z from 'zod';
import { annotatedPaths, type Path } from '../../../lib/contracts/schema/annotations.ts';
import { toPath } from './json-positions.ts';

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'skipped';
  readonly text: string;
}

/** Returns the value with sorted members, without secrets and read-only members, to compare and to store. */
export function toComparable(schema: z.ZodType, value: unknown): unknown {
  const omitted = (['readOnly', 'writeOnly'] as const).flatMap((annotation) => annotatedPaths(schema, annotation));
  return sortMembers(omitted.reduce((rest, path) => withoutPath(rest, path), value));
}

/** Returns the paths of the secrets in the value. */
export function findSecrets(schema: z.ZodType, value: unknown): readonly string[] {
  return annotatedPaths(schema, 'writeOnly')
    .flatMap((path) => findPaths(value, path, []))
    .map(toPath);
}

export function diffValues(before: unknown, after: unknown): readonly DiffLine[] {
  const format = (value: unknown) => (value === undefined ? '' : `${JSON.stringify(value, undefined, 2)}\n`);
  return diffLines(format(before), format(after)).flatMap(({ added, removed, value }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): DiffLine => ({ kind, text }));
  });
}

const CONTEXT_LINES = 3;

/** Returns the changed lines with their context; each longer run of equal lines becomes one line with their number. */
export function foldSame(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some(({ kind }) => kind !== 'same');
  const folded: DiffLine[] = [];
  let skipped = 0;
  const addSkipped = () => {
    if (skipped > 0) folded.push({ kind: 'skipped', text: `${skipped} equal ${skipped === 1 ? 'line' : 'lines'}` });
    skipped = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (isNear(index)) {
      addSkipped();
      folded.push(line);
    } else skipped += 1;
  }
  addSkipped();
  return folded;
}

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    given.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sortMembers(member)]),
  );
}

function withoutPath(value: unknown, [step, ...rest]: Path): unknown {
  if (step === '*' && Array.isArray(value)) return value.map((element) => withoutPath(element, rest));
  if (!isObject(value) || step === undefined || (step !== '*' && !(step in value))) return value;
  const entries = Object.entries(value);
  if (rest.length === 0) return Object.fromEntries(entries.filter(([name]) => step !== '*' && name !== step));
  return Object.fromEntries(
    entries.map(([name, member]) => [name, step === '*' || name === step ? withoutPath(member, rest) : member]),
  );
}

function findPaths(value: unknown, [step, ...rest]: Path, at: readonly PropertyKey[]): PropertyKey[][] {
  if (step === undefined) return [[...at]];
  if (step === '*' && Array.isArray(value))
    return value.flatMap((element, index) => findPaths(element, rest, [...at, index]));
  if (!isObject(value)) return [];
  const names = step === '*' ? Object.keys(value) : step in value ? [step] : [];
  return names.flatMap((name) => findPaths(value[name], rest, [...at, name]));
}
