/** What schemas are built of, where no contract of a document shows it. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openUnion } from '../../../lib/contracts/schema/resource.ts';
import { exactNames, memberRule } from '../../../lib/contracts/schema/rules.ts';
import { failuresOf } from './support.ts';

const endNeedsStart = memberRule(
  ['period', 'start'],
  'is required with end',
  ({ end, period }) => end === undefined || period !== undefined,
);
const ruled = z.object({ inner: z.looseObject({ end: z.number().optional() }).check(endNeedsStart) });

it.each<[unknown, ...string[]]>([
  [{ end: 1, period: {} }],
  [{ end: 'late' }, 'inner.end: must be a number', 'inner.period.start: is required with end'],
  [null, 'inner: must be an object'],
  [undefined, 'inner: is required'],
])('a rule of an object is checked although a member is invalid: %j', (inner, ...failures) => {
  expect(failuresOf(ruled, { inner })).toEqual(failures);
});

const person = z.looseObject({ firstName: z.string().optional() }).check(exactNames(['firstName', 'kid']));

it.each(['FirstName', 'FIRSTNAME', 'firstname', 'fir\u017ftName', '\u212aid'])(
  'a member %j that differs from a known one only by case is refused by its name',
  (name) => {
    const written = name.endsWith('id') ? 'kid' : 'firstName';
    expect(failuresOf(person, { firstName: 'Ann', [name]: 5 })).toEqual([`${name}: must be written ${written}`]);
  },
);

it('members that are not described may be written in any case', () => {
  expect(failuresOf(person, { firstName: 'Ann', other: 1, Other: 2, constructor: 3 })).toEqual([]);
  expect(failuresOf(person, null)).toEqual(['must be an object']);
});

describe('an open union', () => {
  const shapes = openUnion('kind', [
    z.looseObject({ kind: z.literal('circle'), radius: z.number() }),
    z.looseObject({ kind: z.literal('square'), side: z.number().optional() }),
  ]);

  it.each<[string, unknown, ...string[]]>([
    ['a known kind by its own schema', { kind: 'circle', side: 1 }, 'radius: is required'],
    ['and no other', { kind: 'square', side: 'x', radius: 'x' }, 'side: must be a number'],
    ['a discriminator in two cases', { kind: 'triangle', Kind: 'circle' }, 'Kind: must be written kind'],
    ['no discriminator', {}, 'kind: is required'],
    ['a list', { kind: ['circle'] }, 'kind: must be a string'],
  ])('validates %s', (_, value, ...failures) => {
    const list = z.array(shapes.nullish().meta({ description: 'A shape.' }));
    expect(failuresOf(list, [null, value])).toEqual(failures.map((failure) => `1.${failure}`));
  });

  it.each(['triangle', 'Circle', '', 'constructor', '__proto__'])('passes the unknown kind %j unchanged', (kind) => {
    const value = { kind, radius: 'any', deep: { er: [null] } };
    expect(shapes.parse(value)).toBe(value);
  });

  it.each([null, 'circle', [{ kind: 'circle' }]])('is an object, not %j', (value) => {
    expect(failuresOf(shapes, value)).toEqual(['must be an object']);
  });
});

describe('messages', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.record(z.string(), z.string()), 5, 'must be an object'],
    [z.date(), 5, 'has the wrong type'],
    [z.string().min(2), 'x', 'must have at least 2 characters'],
    [z.string().max(2), 'xxx', 'must have at most 2 characters'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.number().max(2), 3, 'must be at most 2'],
    [z.string().regex(/^a\/b$/i), 'x', 'must match ^a\\/b$'],
    [z.strictObject({}), { x: 1 }, 'must not have x'],
  ])('%#: say what is expected', (schema, value, message) => {
    expect(failuresOf(schema, value)).toEqual([message]);
  });
});
