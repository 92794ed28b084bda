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

it('passes an object for which the rule holds', () => {
  expect(failuresOf(schema, { inner: {} })).toEqual([]);
  expect(failuresOf(schema, { inner: { end: 1, period: {} } })).toEqual([]);
});

it('reports the message at its path below the object', () => {
  expect(failuresOf(schema, { inner: { end: 1 } })).toEqual(['inner.period.start: is required with end']);
});

it('is checked even if a member is invalid', () => {
  expect(failuresOf(schema, { inner: { end: 'late' } })).toEqual([
    'inner.end: must be a number',
    'inner.period.start: is required with end',
  ]);
});

it.each([null, 'text', [], undefined])('is not checked for %j, which is no object', (inner) => {
  expect(failuresOf(schema, { inner })).toEqual([
    inner === undefined ? 'inner: is required' : 'inner: must be an object',
  ]);
});

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
