/** Annotations of schemas, as in OpenAPI; finds the texts of a body in members that have one, or that no schema describes. */
import * as z from 'zod';
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

/** A map whose members have resource ids as their names, and nothing else that names one. */
export function resourceIdMap(): z.ZodRecord<z.ZodString, z.ZodUnknown> {
  return z
    .record(z.string(), z.unknown())
    .refine((map) => Object.keys(map).every(isResourceId), { error: 'must have resource ids as names' })
    .meta(RESOURCE_ID);
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

const ANNOTATIONS = [
  'readOnly',
  'writeOnly',
  'x-secret-by-name',
  'x-resource-id',
  'x-redirect-url',
  'x-any-text',
] as const;
type Annotation = (typeof ANNOTATIONS)[number];

/** The description that a schema has of a value. A member that one kind of a union describes counts as described in every kind. */
export interface Described {
  /** The name as the schema writes it. */
  readonly name: string;
  /** The members by name in lower case; `*` is any element of an array or any member of a map. */
  readonly members: Map<string, Described>;
  readonly annotations: Set<Annotation>;
}

export function describeSchema(schema: z.ZodType): Described {
  const root = createDescribed('');
  add(schema, root, new Set());
  return root;
}

const createDescribed = (name: string): Described => ({ name, members: new Map(), annotations: new Set() });

function add(part: z.core.$ZodType, described: Described, ancestors: Set<z.core.$ZodType>): void {
  if (ancestors.has(part)) return;
  ancestors.add(part);
  const meta = z.globalRegistry.get(part);
  for (const annotation of ANNOTATIONS) if (meta?.[annotation] === true) described.annotations.add(annotation);
  for (const [step, child] of listChildren(part)) {
    if (step === SAME_PLACE) add(child, described, ancestors);
    else {
      const name = step.toLowerCase();
      const member = described.members.get(name) ?? createDescribed(step);
      described.members.set(name, member);
      add(child, member, ancestors);
    }
  }
  ancestors.delete(part);
}

export const SAME_PLACE = Symbol('the same place');

type Child = readonly [step: string | typeof SAME_PLACE, schema: z.core.$ZodType];

/** Lists the schemas that a schema is made of, each with the step that leads to it. */
export function listChildren(schema: z.core.$ZodType): readonly Child[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return Object.entries(def.shape);
  if (def.type === 'array') return [['*', def.element]];
  if (def.type === 'record') return [['*', def.valueType]];
  // A union, or what wraps another schema.
  const parts: readonly unknown[] = def.type === 'lazy' ? [def.getter()] : Object.values(def).flat();
  return parts.filter((part) => part instanceof z.ZodType).map((part): Child => [SAME_PLACE, part]);
}

/** Lists the paths of annotated members. Members below one are not listed. */
export function listPaths({ members, annotations }: Described, annotation: Annotation): readonly (readonly string[])[] {
  if (annotations.has(annotation)) return [[]];
  return [...members.values()].flatMap((member) => listPaths(member, annotation).map((path) => [member.name, ...path]));
}

/** Adds the names of all described members, in lower case. */
export function collectNames({ members }: Described, names: Set<string> = new Set()): ReadonlySet<string> {
  for (const [name, member] of members) collectNames(member, names.add(name));
  return names;
}

/** A string in a body; for the name of a member, `path` leads to what the member is in. */
export interface FoundText {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** What it names; undefined for a text that is not described. */
  readonly names: 'x-resource-id' | 'x-redirect-url' | undefined;
}

/** `name` is that of the member that a string is in. */
export type IsWanted = (text: string, name: string) => boolean;

/**
 * Returns the strings that name a resource or a page; of what is not described, the wanted strings and the wanted names of the members
 * inside it. Names match in any case: some servers read them so.
 */
export function findTexts(body: unknown, described: Described | undefined, isWanted: IsWanted): readonly FoundText[] {
  const found: FoundText[] = [];
  const path: PropertyKey[] = [];
  visit(body, described);
  return found;

  function keep(text: string, part: Described | undefined): void {
    const names = part && NAMING.find((annotation) => part.annotations.has(annotation));
    const isKnown = part?.annotations.has('x-any-text') === false;
    const isKept = names ?? (!isKnown && isWanted(text, path.findLast((step) => typeof step === 'string') ?? ''));
    if (isKept) found.push({ path: [...path], text, names });
  }

  function visit(value: unknown, part: Described | undefined): void {
    if (typeof value === 'string') keep(value, part);
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      if (!isList) keep(name, part);
      path.push(isList ? Number(name) : name);
      visit(member, part?.members.get(name.toLowerCase()) ?? part?.members.get('*'));
      path.pop();
    }
  }
}

const NAMING = ['x-resource-id', 'x-redirect-url'] as const;
