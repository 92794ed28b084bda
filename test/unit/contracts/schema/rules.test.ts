import { expect, it } from 'vitest';
import * as z from 'zod';
import { exactNames, memberRule } from '../../../../lib/contracts/schema/rules.ts';
import { failuresOf } from '../support.ts';

const endNeedsStart = memberRule(
  ['period', 'start'],
  'is required with end',
  ({ end, period }) => end === undefined || period !== undefined,
);
const schema = z.object({ inner: z.looseObject({ end: z.number().optional() }).check(endNeedsStart) });

it.each<[unknown, ...string[]]>([
  [{}],
  [{ end: 1, period: {} }],
  [{ end: 1 }, 'inner.period.start: is required with end'],
  [{ end: 'late' }, 'inner.end: must be a number', 'inner.period.start: is required with end'],
  [null, 'inner: must be an object'],
  ['text', 'inner: must be an object'],
  [[], 'inner: must be an object'],
  [undefined, 'inner: is required'],
])(
  'a rule of an object is checked although a member is invalid, and reported at its path: %j',
  (inner, ...failures) => {
    expect(failuresOf(schema, { inner })).toEqual(failures);
  },
);

const person = z.looseObject({ firstName: z.string().optional() }).check(exactNames(['firstName', 'kid']));

it.each(['FirstName', 'FIRSTNAME', 'firstname', 'fir\u017ftName', '\u212aid'])(
  'a member %j that differs from a known one only by case is refused by its name',
  (name) => {
    const written = name.endsWith('id') ? 'kid' : 'firstName';
    expect(failuresOf(person, { firstName: 'Ann', [name]: 'Bob' })).toEqual([`${name}: must be written ${written}`]);
    expect(failuresOf(person, { [name]: 5 })).toEqual([`${name}: must be written ${written}`]);
  },
);

it('members that are not described may be written in any case', () => {
  expect(failuresOf(person, { firstName: 'Ann', other: 1, Other: 2, constructor: 3 })).toEqual([]);
  expect(failuresOf(person, null)).toEqual(['must be an object']);
});
