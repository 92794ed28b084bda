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
  it('validates a known kind by its own schema', () => {
    expect(failuresOf(shapes, { kind: 'circle', radius: 1 })).toEqual([]);
    expect(failuresOf(shapes, { kind: 'circle', side: 1 })).toEqual(['radius: is required']);
    expect(failuresOf(shapes, { kind: 'square', side: 'x', radius: 'x' })).toEqual(['side: must be a number']);
  });

  it.each(['triangle', 'Circle', '', 'constructor', 'toString', '__proto__'])(
    'passes the unknown kind %j unchanged',
    (kind) => {
      const value = { kind, radius: 'any', deep: { er: [null] } };
      expect(shapes.parse(value)).toBe(value);
    },
  );

  it('refuses a second discriminator in another case beside an unknown kind: .NET upstreams read either', () => {
    expect(failuresOf(shapes, { kind: 'triangle', Kind: 'circle' })).toEqual(['Kind: must be written kind']);
  });

  it('requires its discriminator, which is a string', () => {
    expect(failuresOf(shapes, {})).toEqual(['kind: is required']);
    expect(failuresOf(shapes, { kind: null })).toEqual(['kind: must be a string']);
    expect(failuresOf(shapes, { kind: ['circle'] })).toEqual(['kind: must be a string']);
  });

  it.each([null, 'circle', 5, [], [{ kind: 'circle' }]])('is an object, not %j', (value) => {
    expect(failuresOf(shapes, value)).toEqual(['must be an object']);
  });

  it('stays open when it is wrapped and annotated', () => {
    const list = z.array(shapes.nullish().meta({ description: 'A shape.' }));
    expect(failuresOf(list, [null, { kind: 'triangle' }, { kind: 'circle' }])).toEqual(['2.radius: is required']);
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
