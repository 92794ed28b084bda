/** What the API's schemas say of a place in a JSON value: its members, its values, and the secrets that are not there. */
import * as z from 'zod';
import { listChildren, SAME_PLACE } from '../../../lib/contracts/schema/annotations.ts';
import { toPath } from './json-positions.ts';

type Schema = z.core.$ZodType;

/** The members of an object that are texts; one of them may name its kind. */
export type Texts = Readonly<Record<string, string>>;

/** An object or list on the way to a place, and the step from it. */
export interface Level {
  readonly texts: Texts;
  readonly step: string | number;
}

export interface MemberHelp {
  readonly name: string;
  readonly description: string | undefined;
  /** Of its value. */
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'any';
  readonly isRequired: boolean;
  readonly isSecret: boolean;
}

export interface ValueHelp {
  readonly value: string | number | boolean;
  readonly description: string | undefined;
}

/** What an editor asks for. */
export interface JsonHelp {
  readonly listMembers: (levels: readonly Level[], texts: Texts) => readonly MemberHelp[];
  readonly listValues: (levels: readonly Level[]) => readonly ValueHelp[];
}

export function createHelp(schema: z.ZodType): JsonHelp {
  return {
    listMembers: (levels, texts) => listMembers(schema, levels, texts),
    listValues: (levels) => listValues(schema, levels),
  };
}

/** Returns the members that a request may have in the object at a place. */
export function listMembers(schema: z.ZodType, levels: readonly Level[], texts: Texts): readonly MemberHelp[] {
  const members = findParts(schema, levels).flatMap((part) => listShapes(part, texts).flatMap(Object.entries<Schema>));
  const known = new Map(members.map(([name, member]) => [name, member]));
  return [...known]
    .filter(([, member]) => readMeta(member)?.['readOnly'] !== true)
    .map(([name, member]) => ({
      name,
      description: readMeta(member)?.description,
      type: findType(member),
      isRequired: member._zod.optin === undefined,
      isSecret: readMeta(member)?.['writeOnly'] === true,
    }));
}

/** Returns the known values of the member at a place; others may be allowed, too. */
export function listValues(schema: z.ZodType, levels: readonly Level[]): readonly ValueHelp[] {
  const parts = findParts(schema, levels);
  const values = parts.flatMap((part) => listLeaves(part).flatMap(readValues));
  const description = parts.map((part) => readMeta(part)?.description).find((text) => text !== undefined);
  return [...new Set(values)].map((value) => ({ value, description }));
}

/** Ways to sign in that need no secret beside them. */
const MODES_WITHOUT_SECRET = ['Msi', 'UserToken'];

/** Returns the paths of the secrets that the objects of a value may have and do not have. */
export function findMissingSecrets(
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[] = [],
): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((element, index) =>
      findParts(schema, [{ texts: {}, step: index }]).flatMap((part) =>
        findMissingSecrets(part, element, [...path, index]),
      ),
    );
  if (typeof value !== 'object' || value === null) return [];
  const members = value as Readonly<Record<string, unknown>>;
  const needsSecret = !MODES_WITHOUT_SECRET.includes(String(members['authenticationMode']));
  return listShapes(schema, toTexts(members)).flatMap((shape) =>
    Object.entries<Schema>(shape).flatMap(([name, member]) => {
      const isMissing = (members[name] ?? null) === null;
      if (readMeta(member)?.['writeOnly'] === true) return isMissing && needsSecret ? [toPath([...path, name])] : [];
      return findMissingSecrets(member, members[name], [...path, name]);
    }),
  );
}

function toTexts(members: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function findParts(schema: Schema, levels: readonly Level[]): readonly Schema[] {
  return levels.reduce<readonly Schema[]>(
    (parts, { texts, step }) => parts.flatMap((part) => stepInto(part, texts, step)),
    [schema],
  );
}

/** Which kind the member names is open while its value is written. */
function stepInto(schema: Schema, texts: Texts, step: string | number): readonly Schema[] {
  const { [step]: _, ...others } = texts;
  return listLeaves(schema, typeof step === 'number' ? {} : others).flatMap((leaf) =>
    listChildren(leaf)
      .filter(([name]) => name === step || name === '*')
      .map(([, child]) => child),
  );
}

type Shape = Readonly<Record<string, Schema>>;

function listShapes(schema: Schema, texts: Texts): readonly Shape[] {
  return listLeaves(schema, texts).flatMap((leaf) => {
    const { def } = (leaf as z.core.$ZodTypes)._zod;
    return def.type === 'object' ? [def.shape] : [];
  });
}

/** Returns the schemas at the same place that are no wrappers; of a union the kinds that the texts allow. */
function listLeaves(schema: Schema, texts: Texts = {}): readonly Schema[] {
  const inner = listChildren(schema).filter(([step]) => step === SAME_PLACE);
  if (inner.length === 0) return [schema];
  const { discriminator } = (schema as z.core.$ZodDiscriminatedUnion)._zod.def;
  const kind = discriminator === undefined ? undefined : texts[discriminator];
  return inner
    .map(([, child]) => child)
    .filter((child) => kind === undefined || isKind(child, discriminator, kind))
    .flatMap((child) => listLeaves(child, texts));
}

function isKind(schema: Schema, discriminator: string, kind: string): boolean {
  return listShapes(schema, {}).some(({ [discriminator]: member }) =>
    listLeaves(member as Schema)
      .flatMap(readValues)
      .includes(kind),
  );
}

function readMeta(schema: Schema): z.core.GlobalMeta | undefined {
  return z.globalRegistry.get(schema);
}

function readValues(schema: Schema): readonly ValueHelp['value'][] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'enum') return Object.values(def.entries);
  if (def.type === 'literal') return def.values.filter((value) => typeof value === 'string');
  if (def.type === 'boolean') return [true, false];
  const { examples = [], default: preset } = (readMeta(schema) ?? {}) as { examples?: string[]; default?: number };
  return [...examples, ...(preset === undefined ? [] : [preset])];
}

const TYPES: Readonly<Record<string, MemberHelp['type']>> = {
  ...{ object: 'object', record: 'object', array: 'array' },
  ...{ string: 'string', enum: 'string', literal: 'string', number: 'number', boolean: 'boolean' },
};

function findType(schema: Schema): MemberHelp['type'] {
  const [leaf] = listLeaves(schema);
  return TYPES[(leaf as z.core.$ZodTypes)._zod.def.type] ?? 'any';
}
