import { expect, it } from 'vitest';
import * as z from 'zod';
import { inAnyCase, memberRule } from '../../../../lib/contracts/schema/rules.ts';
import { failuresOf } from '../support.ts';

const level = z.looseObject({ verbosity: z.enum(['error', 'verbose']).nullish(), size: z.number().optional() });
const exact = z
  .looseObject({ name: z.enum(['Standard']), levels: z.array(level).optional(), count: z.literal([0, 1]).optional() })
  .check(memberRule(['name'], 'must not be with a tag', ({ tag }) => tag === undefined))
  .meta({ id: 'Leveled' });
const schema = inAnyCase(exact);

it('accepts listed values in any case, at every depth', () => {
  for (const name of ['Standard', 'standard', 'STANDARD'])
    expect(failuresOf(schema, { name, levels: [{ verbosity: 'ERROR' }, { verbosity: null }] })).toEqual([]);
  expect(failuresOf(exact, { name: 'standard' })).toEqual(['name: must be Standard']);
});

it('reports every other issue', () => {
  const value = { name: 'Premium', levels: [{ verbosity: 'Error', size: 'x' }, { verbosity: 'errors' }], count: '1' };
  expect(failuresOf(schema, value)).toEqual([
    'name: must be Standard',
    'levels.0.size: must be a number',
    'levels.1.verbosity: must be one of error, verbose',
    'count: must be one of 0, 1',
  ]);
  expect(failuresOf(schema, { name: 'standard', tag: 1 })).toEqual(['name: must not be with a tag']);
  expect(failuresOf(schema, {})).toEqual(['name: is required']);
  expect(failuresOf(schema, 5)).toEqual(['must be an object']);
});

it('is described as the schema itself', () => {
  expect(z.toJSONSchema(schema)).toEqual(z.toJSONSchema(exact));
  expect(schema.meta()).toEqual({ id: 'Leveled' });
});
