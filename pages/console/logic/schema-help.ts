/** Finds the secrets that a JSON value does not have, by the API's schemas. */
import * as z from 'zod';
import { listChildren, SAME_PLACE } from '../../../lib/contracts/schema/annotations.ts';
import { toPath } from './json-positions.ts';

type Schema = z.core.$ZodType;

/** The members of an object that are texts; one of them may name its kind. */
type Texts = Readonly<Record<string, string>>;

/** An object or list on the way to a place, and the step from it. */
interface Level {
  readonly texts: Texts;
  readonly step: string | number;
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

function readValues(schema: Schema): readonly (string | number | boolean)[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'enum') return Object.values(def.entries);
  if (def.type === 'literal') return def.values.filter((value) => typeof value === 'string');
  if (def.type === 'boolean') return [true, false];
  const { examples = [], default: preset } = (readMeta(schema) ?? {}) as { examples?: string[]; default?: number };
  return [...examples, ...(preset === undefined ? [] : [preset])];
}
