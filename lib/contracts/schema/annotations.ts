/** Annotations of schemas, as in OpenAPI, the search for the members that have them, and for texts that no schema describes. */
import * as z from 'zod';
import { isJsonObject } from '../json-object.ts';
import { isResourceId } from '../resource-id.ts';

/** Marks a secret: accepted in a request, removed from every response. */
export function writeOnly<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ writeOnly: true });
}

/** Marks a free-form object whose secrets are recognized by their names (secret-names.ts). */
export function secretByName<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ 'x-secret-by-name': true });
}

const RESOURCE_ID = { 'x-resource-id': true };

/** A member that names a resource: the caller needs a grant on it, because the managed identity acts on it. */
export function resourceId(): z.ZodString {
  return z.string().refine(isResourceId, { error: 'must be a resource id' }).meta(RESOURCE_ID);
}

/** A map whose members have resource ids as their names. */
export function resourceIdMap(): z.ZodRecord<z.ZodString, z.ZodUnknown> {
  return z
    .record(z.string().meta(RESOURCE_ID), z.unknown())
    .refine((map) => Object.keys(map).every(isResourceId), { error: 'must have resource ids as names' });
}

/** A member that names the page to which a browser is sent: its origin must be on a list of ours. */
export function redirectUrl(): z.ZodString {
  return z.string().meta({ 'x-redirect-url': true, format: 'uri' });
}

/** A string with known values as examples. The specification leaves the list open, so any other value passes. */
export function openList(values: readonly string[], description?: string): z.ZodString {
  return z.string().meta({ examples: [...values], ...(description && { description }) });
}

/**
 * A string without a rule, of a contract that nobody has read: it is searched for what names a resource, like a member that is not described.
 * @public `npm run add-operation` writes it.
 */
export function anyText(): z.ZodString {
  return z.string().meta({ 'x-any-text': true });
}

export type Annotation = 'readOnly' | 'writeOnly' | 'x-secret-by-name' | 'x-resource-id' | 'x-redirect-url';

/** Member names from the top; `*` is any element of an array or any member of a map, MEMBER_NAMES the names of a map. */
export type Path = readonly string[];

/** No JSON member has such a name: half a surrogate pair is refused. */
export const MEMBER_NAMES = '\ud800names';

/**
 * Lists the paths of all annotated members, each once. The kinds of a union share their paths: a secret of one kind is a
 * secret at that path in every kind, known or unknown. Members below an annotated member are not listed.
 */
export function annotatedPaths(schema: z.ZodType, annotation: Annotation): readonly Path[] {
  const found = new Map<string, Path>();
  collect(schema, [], new Set());
  return [...found.values()];

  function collect(part: z.core.$ZodType, path: Path, ancestors: ReadonlySet<z.core.$ZodType>): void {
    if (ancestors.has(part)) return;
    if (z.globalRegistry.get(part)?.[annotation] === true) {
      found.set(JSON.stringify(path), path);
      return;
    }
    const inner = new Set([...ancestors, part]);
    for (const [step, child] of listChildren(part)) collect(child, step === SAME_PLACE ? path : [...path, step], inner);
  }
}

export const SAME_PLACE = Symbol('the same place');

type Child = readonly [step: string | typeof SAME_PLACE, schema: z.core.$ZodType];

/** Lists the schemas that a schema is made of, each with the step that leads to it. */
export function listChildren(schema: z.core.$ZodType): readonly Child[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [['*', def.element]];
    case 'record':
      return [
        ['*', def.valueType],
        [MEMBER_NAMES, def.keyType],
      ];
    case 'union':
      return def.options.map((option): Child => [SAME_PLACE, option]);
    case 'intersection':
      return [
        [SAME_PLACE, def.left],
        [SAME_PLACE, def.right],
      ];
    case 'pipe':
      return [
        [SAME_PLACE, def.in],
        [SAME_PLACE, def.out],
      ];
    case 'lazy':
      return [[SAME_PLACE, def.getter()]];
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return [[SAME_PLACE, def.innerType]];
    default:
      return [];
  }
}

/** A string in a body; for the name of a map's member, `path` leads to the map. */
export interface FoundText {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** Returns the strings at these paths of a body. Names match in any case: some servers read them so. */
export function findTexts(body: unknown, paths: readonly Path[]): readonly FoundText[] {
  return paths.flatMap((path) => find(body, path, []));
}

function find(value: unknown, [step, ...rest]: Path, path: readonly PropertyKey[]): readonly FoundText[] {
  if (step === undefined) return typeof value === 'string' ? [{ path, text: value }] : [];
  if (Array.isArray(value)) {
    return step === '*' ? value.flatMap((element, index) => find(element, rest, [...path, index])) : [];
  }
  if (!isJsonObject(value)) return [];
  if (step === MEMBER_NAMES) return Object.keys(value).map((text) => ({ path, text }));
  return Object.keys(value)
    .filter((name) => step === '*' || (name.length === step.length && name.toLowerCase() === step.toLowerCase()))
    .flatMap((name) => find(value[name], rest, [...path, name]));
}

/** Described members by their names in lower case; `*` is any element of an array or any member of a map. */
export interface Described {
  readonly members: ReadonlyMap<string, Described>;
  /** Its name is described, not what it says. */
  readonly isAnyText: boolean;
}

interface Growing extends Described {
  readonly members: Map<string, Growing>;
  isAnyText: boolean;
}

/** Returns the described members. What one kind of a union describes counts as described in every kind. */
export function describeMembers(schema: z.ZodType): Described {
  const root: Growing = { members: new Map(), isAnyText: false };
  add(schema, root, new Set());
  return root;
}

function add(part: z.core.$ZodType, described: Growing, ancestors: Set<z.core.$ZodType>): void {
  if (ancestors.has(part)) return;
  ancestors.add(part);
  if (z.globalRegistry.get(part)?.['x-any-text'] === true) described.isAnyText = true;
  for (const [step, child] of listChildren(part)) {
    if (step === SAME_PLACE) add(child, described, ancestors);
    else {
      const name = step.toLowerCase();
      const member = described.members.get(name) ?? { members: new Map(), isAnyText: false };
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

/** `name` is that of the member that a string is in. */
export type IsWanted = (text: string, name: string) => boolean;

/** Returns the wanted strings in members that are not described, and the wanted names of the members inside them. */
export function findUndescribed(
  body: unknown,
  described: Described | undefined,
  isWanted: IsWanted,
): readonly FoundText[] {
  const found: FoundText[] = [];
  const path: PropertyKey[] = [];
  visit(body, described);
  return found;

  function keep(text: string): void {
    const name = path.findLast((step) => typeof step === 'string') ?? '';
    if (isWanted(text, name)) found.push({ path: [...path], text });
  }

  function visit(value: unknown, part: Described | undefined): void {
    const isKnown = part?.isAnyText === false;
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
