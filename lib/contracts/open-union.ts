/** A union of kinds selected by one member; a kind that the contract does not know passes unchanged. */
import * as z from 'zod';
import { $constructor } from 'zod/v4/core';
import { isJsonObject } from './json-object.ts';

/** One kind: an object whose discriminator is a literal. */
type Kind = z.core.$ZodTypeDiscriminable & z.ZodType;

// An initializer asserts the type of what it is given, for which the compiler wants the name declared with its type.
const DiscriminatedUnion: z.core.$constructor<z.ZodDiscriminatedUnion> = z.ZodDiscriminatedUnion;

const OpenUnion: z.core.$constructor<z.ZodDiscriminatedUnion<readonly Kind[]>> = $constructor(
  'OpenUnion',
  (inst, def) => {
    DiscriminatedUnion.init(inst, def);
    const { discriminator, options } = def;
    const known = new Set(options.flatMap((kind) => [...(kind._zod.propValues?.[discriminator] ?? [])]));
    const { parse: parseKnown, processJSONSchema: describeKnown } = inst._zod;

    inst._zod.parse = (payload, ctx) => {
      const kind = isJsonObject(payload.value) ? payload.value[discriminator] : undefined;
      return typeof kind === 'string' && !known.has(kind) ? payload : parseKnown(payload, ctx);
    };

    inst._zod.processJSONSchema = (ctx, json, params) => {
      describeKnown?.(ctx, json, params);
      const { oneOf: kinds = [] } = json;
      delete json.oneOf;
      json.anyOf = [
        ...kinds,
        { type: 'object', properties: { [discriminator]: { type: 'string' } }, required: [discriminator] },
      ];
    };
  },
);

/** Validates an object by its kind, found by one look-up; the discriminator itself is required. */
export function openUnion(discriminator: string, kinds: readonly Kind[]): z.ZodType {
  return new OpenUnion({ type: 'union', options: kinds, discriminator });
}
