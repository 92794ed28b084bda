import { expect, it } from 'vitest';
import { rejectRepeatedMembers, TokenScanner } from '../../../lib/http/scan-json.ts';

it('finds the numbers that a double does not hold exactly, and only outside of strings', () => {
  const text = '{"1e400":[1, 9007199254740993,"9007199254740993"],"b":-1e400}';
  const spans = new TokenScanner(text).scan();
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(['9007199254740993', '-1e400']);
});

it('a member that is given twice is named; there may be any number of values', () => {
  const many = `[${'0,'.repeat(30_000)}0]`;
  expect(() => rejectRepeatedMembers(`{"a":${many},"b":{"a":1}}`)).not.toThrow();
  expect(() => rejectRepeatedMembers(`{"a":${many},"\\u0061":1}`)).toThrow(expect.objectContaining({ target: 'a' }));
});
