/** What a schema describes of a body, and the texts of a body that it does not. */
import type * as z from 'zod';
import { type FoundText, listChildren, SAME_PLACE } from './annotations.ts';

/** Described members by their names in lower case; `*` is any element of an array or any member of a map. */
export interface Described {
  readonly members: ReadonlyMap<string, Described>;
}

interface Growing extends Described {
  readonly members: Map<string, Growing>;
}

/** Returns the described members. What one kind of a union describes counts as described in every kind. */
export function describeMembers(schema: z.ZodType): Described {
  const root: Growing = { members: new Map() };
  add(schema, root, new Set());
  return root;
}

function add(part: z.core.$ZodType, described: Growing, ancestors: Set<z.core.$ZodType>): void {
  if (ancestors.has(part)) return;
  ancestors.add(part);
  for (const [step, child] of listChildren(part)) {
    if (step === SAME_PLACE) add(child, described, ancestors);
    else {
      const name = step.toLowerCase();
      const member = described.members.get(name) ?? { members: new Map() };
      described.members.set(name, member);
      add(child, member, ancestors);
    }
  }
  ancestors.delete(part);
}

/** Adds the names of all described members, in lower case. */
export function collectNames({ members }: Described, names: Set<string> = new Set()): ReadonlySet<string> {
  for (const [name, member] of members) collectNames(member, names.add(name));
  return names;
}

function findMember(described: Described | undefined, name: string): Described | undefined {
  return described?.members.get(name.toLowerCase()) ?? described?.members.get('*');
}

/** Returns the wanted strings in members that are not described, and the wanted names of the members inside them. */
export function findUndescribed(
  body: unknown,
  described: Described | undefined,
  isWanted: (text: string) => boolean,
): readonly FoundText[] {
  const found: FoundText[] = [];
  const path: PropertyKey[] = [];
  visit(body, described);
  return found;

  function keep(text: string): void {
    if (isWanted(text)) found.push({ path: [...path], text });
  }

  function visit(value: unknown, part: Described | undefined): void {
    const isKnown = part !== undefined;
    if (typeof value === 'string' && !isKnown) keep(value);
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      if (!(isKnown || isList)) keep(name);
      path.push(isList ? Number(name) : name);
      visit(member, findMember(part, name));
      path.pop();
    }
  }
}
