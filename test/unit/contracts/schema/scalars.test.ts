import { expect, it } from 'vitest';
import * as z from 'zod';
import {
  dateTime,
  guid,
  int32,
  refreshRate,
  singleLine,
  stringList,
  stringMap,
  text,
  uri,
  valueMap,
} from '../../../../lib/contracts/schema/scalars.ts';
import { failuresOf } from '../support.ts';

const wrong = (schema: z.ZodType, value: unknown) => failuresOf(schema, value)[0];

it.each([
  ['-1 and 5', int32(-1, 5), [-1, 0, 5], [-2, 6, 1.5, '1', null, Number.NaN], 'must be an integer between -1 and 5'],
  ['at most 5', int32(undefined, 5), [-(2 ** 31), 5], [6], 'must be an integer of at most 5'],
  [
    '32 bits',
    int32(),
    [-(2 ** 31), 2 ** 31 - 1],
    [2 ** 31, -(2 ** 31) - 1],
    'must be an integer between -2147483648 and 2147483647',
  ],
])('int32 has bounds: %s', (_, schema, accepted, refused, message) => {
  for (const value of accepted) expect(failuresOf(schema, value)).toEqual([]);
  for (const value of refused) expect(failuresOf(schema, value)).toEqual([message]);
});

it('int32 describes its bounds', () => {
  expect(z.toJSONSchema(int32(0, 9))).toMatchObject({ type: 'integer', format: 'int32', minimum: 0, maximum: 9 });
});

it('text counts code points and follows its pattern', () => {
  expect(failuresOf(text(1, 2), '🚧🚧')).toEqual([]);
  expect(failuresOf(text(1, 2), '')).toEqual(['must have 1 to 2 characters']);
  expect(failuresOf(text(0, 2), 'abc')).toEqual(['must have at most 2 characters']);
  expect(failuresOf(text(1, 2, /^a+$/), 'b')).toEqual(['must match ^a+$']);
});

it.each(['\n', '\0', '\u007f', '\u0085'])('singleLine refuses the control character %j', (character) => {
  expect(failuresOf(singleLine(0, 9), 'a b')).toEqual([]);
  expect(failuresOf(singleLine(0, 9), `a${character}`)).toEqual(['must not contain control characters']);
});

it('dateTime and refreshRate accept ISO 8601, and refreshRate also a time span', () => {
  for (const schema of [dateTime, refreshRate]) expect(failuresOf(schema, '2026-02-28T10:20Z')).toEqual([]);
  expect(wrong(dateTime, '00:20:00')).toBe('must be an ISO 8601 date-time');
  expect(failuresOf(refreshRate, '00:20:00')).toEqual([]);
  expect(wrong(refreshRate, 'often')).toBe('must be an ISO 8601 date-time or a time span such as 00:20:00');
});

it('guid has no version, uri is only described', () => {
  expect(failuresOf(guid, '00000000-0000-0000-0000-000000000000')).toEqual([]);
  expect(wrong(guid, 'x')).toBe('must be a GUID');
  expect(failuresOf(uri, 'no URL')).toEqual([]);
  expect(z.toJSONSchema(uri)).toMatchObject({ type: 'string', format: 'uri' });
});

it('lists and maps check their values', () => {
  expect(failuresOf(stringList, ['a', 1])).toEqual(['1: must be a string']);
  expect(failuresOf(stringMap, { a: 'b', c: 1 })).toEqual(['c: must be a string']);
  expect(failuresOf(valueMap, { a: 'b', c: 1, d: [null] })).toEqual([]);
});
