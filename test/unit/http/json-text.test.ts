import { expect, it } from 'vitest';
import { findExcess, parseJson } from '../../../lib/http/json-text.ts';

it.each([
  ['[,,,]', { levels: 9, values: 2 }, 'values'],
  ['{"a":1,"b":[2]}', { levels: 9, values: 2 }, 'values'],
  ['{"a":1,"b":[2]}', { levels: 9, values: 3 }, undefined],
  ['[",,,,,,,,"]', { levels: 9, values: 1 }, undefined],
  ['[[[[', { levels: 3, values: 9 }, 'levels'],
  [`[${Array(100).fill('{}').join()}]`, { levels: 2, values: 999 }, undefined],
  [`[${Array(100).fill('[]').join()}]`, { levels: 2, values: 999 }, undefined],
  ['[{}]', { levels: 1, values: 9 }, 'levels'],
  ['[[]]', { levels: 1, values: 9 }, 'levels'],
  ['[["[[[', { levels: 2, values: 9 }, undefined],
  ['["\\"[[["]', { levels: 2, values: 9 }, undefined],
  ['["[",[[1]]]', { levels: 2, values: 9 }, 'levels'],
  ['"', { levels: 0, values: 9 }, undefined],
  ['', { levels: 0, values: 9 }, undefined],
])('counts before it parses, also in what is no JSON: %s with room for %j has too many %s', (text, room, excess) => {
  expect(findExcess(text, room)).toBe(excess);
});

it.each([
  ['{"a":1,}', 1, 8],
  ['{\n  "a": x\n}', 2, 8],
  [`{"a": "${'x'.repeat(500)}",\n\n "b": nul }`, 3, 10],
  ["{'a': 1}", 1, 2],
  ['// a comment\n{}', 1, 1],
  ['{"a": 1', 1, 8],
  ['{} {}', 1, 4],
  ['', 1, 1],
])('what a person wrote is refused with its place: %s', (text, line, column) => {
  expect(() => parseJson(text)).toThrow(`is not JSON at line ${line}, column ${column}`);
});
