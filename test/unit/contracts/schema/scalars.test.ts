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

it.each<[string, z.ZodType, readonly unknown[], readonly unknown[], string]>([
  ['int32', int32(-1, 5), [-1, 0, 5], [-2, 6, 1.5, '1', null, Number.NaN], 'must be an integer between -1 and 5'],
  ['int32 upwards', int32(undefined, 5), [-(2 ** 31), 5], [6], 'must be an integer of at most 5'],
  ['text by code points', text(1, 2), ['🚧🚧'], ['', 'abc'], 'must have 1 to 2 characters'],
  ['text', text(0, 2), ['', 'ab'], ['abc'], 'must have at most 2 characters'],
  ['text by a pattern', text(1, 2, /^a+$/), ['aa'], ['b'], 'must match ^a+$'],
  ['one line', singleLine(0, 9), ['a b'], ['a\n', '\0', 'a\u007f', 'a\u0085'], 'must not contain control characters'],
  ['a time', dateTime, ['2026-02-28T10:20Z'], ['00:20:00'], 'must be an ISO 8601 date-time'],
  [
    'a rate',
    refreshRate,
    ['2026-02-28T10:20Z', '00:20:00'],
    ['often'],
    'must be an ISO 8601 date-time or a time span such as 00:20:00',
  ],
  ['a GUID of any version', guid, ['00000000-0000-0000-0000-000000000000'], ['x'], 'must be a GUID'],
  ['a URI, which is only described', uri, ['no URL'], [], ''],
  ['a list', stringList, [['a']], [['a', 1]], '1: must be a string'],
  ['a map', stringMap, [{ a: 'b' }], [{ a: 'b', c: 1 }], 'c: must be a string'],
  ['a map of anything', valueMap, [{ a: 'b', c: 1, d: [null] }], [], ''],
])('%s', (_, schema, accepted, refused, message) => {
  for (const value of accepted) expect(failuresOf(schema, value)).toEqual([]);
  for (const value of refused) expect(failuresOf(schema, value)).toEqual([message]);
});

it('numbers and URIs are described', () => {
  expect(z.toJSONSchema(int32(0, 9))).toMatchObject({ type: 'integer', format: 'int32', minimum: 0, maximum: 9 });
  expect(z.toJSONSchema(uri)).toMatchObject({ type: 'string', format: 'uri' });
});
