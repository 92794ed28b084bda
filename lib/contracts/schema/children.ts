/** The schemas that a schema is made of. */
import type * as z from 'zod';

/** No JSON member has such a name: half a surrogate pair is refused. */
export const MEMBER_NAMES = '\ud800names';

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
