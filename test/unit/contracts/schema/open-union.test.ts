import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openUnion } from '../../../../lib/contracts/schema/resource.ts';
import { adaptSchema } from '../../../../tools/openapi/schemas.ts';
import { failuresOf } from '../support.ts';

const shapes = openUnion('kind', [
  z.looseObject({ kind: z.literal('circle'), radius: z.number() }),
  z.looseObject({ kind: z.literal('square'), side: z.number().optional() }),
]);

describe('an open union', () => {
  it.each<[string, unknown, ...string[]]>([
    ['a known kind', { kind: 'circle', radius: 1 }],
    ['by its own schema', { kind: 'circle', side: 1 }, 'radius: is required'],
    ['and no other', { kind: 'square', side: 'x', radius: 'x' }, 'side: must be a number'],
    [
      'a discriminator in two cases: .NET reads either',
      { kind: 'triangle', Kind: 'circle' },
      'Kind: must be written kind',
    ],
    ['no discriminator', {}, 'kind: is required'],
    ['null', { kind: null }, 'kind: must be a string'],
    ['a list', { kind: ['circle'] }, 'kind: must be a string'],
  ])('validates %s', (_, value, ...failures) => {
    expect(failuresOf(shapes, value)).toEqual(failures);
    const list = z.array(shapes.nullish().meta({ description: 'A shape.' }));
    expect(failuresOf(list, [null, value])).toEqual(failures.map((failure) => `1.${failure}`));
  });

  it.each(['triangle', 'Circle', '', 'constructor', 'toString', '__proto__'])(
    'passes the unknown kind %j unchanged',
    (kind) => {
      const value = { kind, radius: 'any', deep: { er: [null] } };
      expect(shapes.parse(value)).toBe(value);
    },
  );

  it.each([null, 'circle', 5, [], [{ kind: 'circle' }]])('is an object, not %j', (value) => {
    expect(failuresOf(shapes, value)).toEqual(['must be an object']);
  });

  it('allows other kinds in JSON Schema', () => {
    expect(z.toJSONSchema(shapes, { override: adaptSchema })).toMatchObject({
      anyOf: [
        { properties: { kind: { const: 'circle' } }, required: ['kind', 'radius'] },
        { properties: { kind: { const: 'square' } }, required: ['kind'] },
        { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
      ],
    });
  });
});
