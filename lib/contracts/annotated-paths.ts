/** Finds the members of a schema that bear an annotation (annotate.ts), once, when an operation is set up. */
import * as z from 'zod';

export type Annotation = 'readOnly' | 'writeOnly' | 'x-secret-by-name';

/** Member names from the top; `*` is each element of an array or each member of a map. */
export type Path = readonly string[];

/**
 * Lists the paths of all annotated members, each once. Kinds of a union lie over one another: a secret of one kind is a secret
 * at that path in every kind, known or unknown. Below an annotated member nothing further is listed.
 */
export function annotatedPaths(schema: z.ZodType, annotation: Annotation): readonly Path[] {
  const found = new Map<string, Path>();
  collect(schema, [], new Set());
  return [...found.values()];

  function collect(part: z.core.$ZodType, path: Path, open: ReadonlySet<z.core.$ZodType>): void {
    if (open.has(part)) return;
    if (z.globalRegistry.get(part)?.[annotation] === true) {
      found.set(JSON.stringify(path), path);
      return;
    }
    const within = new Set([...open, part]);
    for (const [step, inner] of listParts(part)) collect(inner, step === HERE ? path : [...path, step], within);
  }
}

const HERE = Symbol('the same place');

type Part = readonly [step: string | typeof HERE, part: z.core.$ZodType];

/** Lists what a schema is made of, with the step that leads there. */
function listParts(schema: z.core.$ZodType): readonly Part[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [['*', def.element]];
    case 'record':
      return [['*', def.valueType]];
    case 'union':
      return def.options.map((option): Part => [HERE, option]);
    case 'intersection':
      return [
        [HERE, def.left],
        [HERE, def.right],
      ];
    case 'pipe':
      return [
        [HERE, def.in],
        [HERE, def.out],
      ];
    case 'lazy':
      return [[HERE, def.getter()]];
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return [[HERE, def.innerType]];
    default:
      return [];
  }
}
